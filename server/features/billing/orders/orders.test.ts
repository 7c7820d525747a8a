import { expect, test } from 'vitest'
import {
  abandonOrder,
  getBilling,
  mintIntent,
  placeOrder,
  readOrder,
} from '#contract/billing/billing.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  findAgreement,
  orderPlan,
  subscribeMember,
  readSubscription,
  turn,
} from '#testing/billing/subscribers.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-11-02T12:00:00Z'
const openShop = (options: Parameters<typeof openClub>[0] = {}) =>
  openClub({ now: NOW, payments: 'house', ...options })

async function minted(club: Club, member: TestMember) {
  const answer = await club.call(member, mintIntent, {})
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer
}
const place = (club: Club, member: TestMember, intentId: string, startsEarly = true) =>
  club.call(member, placeOrder, { body: { intentId, startsEarly } })
const count = async (club: Club) =>
  (await club.db.row<{ count: number }>(sql`select count(*) from subscriptions`))!.count
const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : answer.code)

test('while payments are off nothing can be ordered, and the price is still told', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const seen = await club.call(mia, getBilling, {})
  expect(seen.ok && seen.answer).toMatchObject({
    provider: null,
    price: { cents: 1990, currency: 'EUR', vatPercent: 19, vatCents: 318 },
    subscription: null,
    invoices: [],
  })
  expect(codeOf(await club.call(mia, mintIntent, {}))).toBe('payments_off')
  expect(codeOf(await place(club, mia, uuid()))).toBe('payments_off')
  expect(await count(club)).toBe(0)
})

test('seeing the summary creates no contract, and only what it said can be ordered', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { intentId, price, provider, expiresAt } = await minted(club, mia)
  expect({ cents: price.cents, provider, expiresAt }).toEqual({
    cents: 1990,
    provider: 'house',
    expiresAt: '2026-11-02T12:30:00.000Z',
  })
  expect(await count(club)).toBe(0)
  const stranger = await club.member()
  expect(codeOf(await place(club, stranger, intentId))).toBe('intent_expired')
  expect(codeOf(await place(club, mia, uuid()))).toBe('intent_expired')
  club.clock.advance({ minutes: 30 })
  expect(codeOf(await place(club, mia, intentId))).toBe('intent_expired')
  expect(await count(club)).toBe(0)
})

test('a summary that shows another price than today’s cannot be ordered from', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { intentId } = await minted(club, mia)
  club.config.premiumCents = 2490
  await club.secondServer()
  expect(codeOf(await place(club, mia, intentId))).toBe('intent_expired')
  expect((await minted(club, mia)).price.cents).toBe(2490)
})

test('an order waits for its approval, and opens nothing before it was paid', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  expect(order).toMatchObject({
    status: 'pending',
    periodEnd: null,
    nextChargeAt: null,
    startsEarly: true,
    orderedAt: new Date(NOW).toISOString(),
  })
  expect(order.number).toMatch(/^A-2026-\d{6}$/)
  expect(order.approveUrl).toMatch(/^http/)
  const rooms = await club.call(mia, listRooms, {})
  expect(rooms.ok && rooms.answer.plan.isSubscriber).toBe(false)

  await club.house.approve(order.approveUrl)
  expect(await readSubscription(club, mia)).toMatchObject({
    id: order.id,
    status: 'active',
    approveUrl: null,
    periodStart: '2026-11-02T12:00:00.000Z',
    periodEnd: '2026-12-02T12:00:00.000Z',
    nextChargeAt: '2026-12-02T12:00:00.000Z',
    endsAt: null,
    withdrawUntil: '2026-11-16T22:59:59.999Z',
    withdrawCents: 1990,
  })
  const open = await club.call(mia, listRooms, {})
  expect(open.ok && open.answer.plan).toMatchObject({ isSubscriber: true, limit: null })
})

test('a double click, two tabs and the back button make one contract', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const [first, second] = [await minted(club, mia), await minted(club, mia)]
  const answers = await Promise.all(
    [first, first, second, first, second].map(({ intentId }) => place(club, mia, intentId)),
  )
  const ids = answers.map((answer) => (answer.ok ? answer.answer.id : answer.code))
  expect(new Set(ids).size).toBe(1)
  const urls = answers.map((answer) => (answer.ok ? answer.answer.approveUrl : null))
  expect(new Set(urls).size).toBe(1)
  expect(await count(club)).toBe(1)

  await club.house.approve(urls[0]!)
  // the back button shows the old summary, and another tab mints a new one
  const again = await place(club, mia, first.intentId)
  expect(again.ok && again.answer).toMatchObject({ id: ids[0], status: 'active' })
  expect(codeOf(await club.call(mia, mintIntent, {}))).toBe('already_subscribed')
  expect(await count(club)).toBe(1)
})

test('on two servers at once one member orders once', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const other = await club.secondServer()
  const intents = [await minted(club, mia), await minted(club, mia)]
  const answers = await Promise.all(
    intents.flatMap(({ intentId }) =>
      [club.url, other.url].map((url) =>
        club.call(mia, placeOrder, { body: { intentId, startsEarly: true } }, { url }),
      ),
    ),
  )
  expect(new Set(answers.map((answer) => (answer.ok ? answer.answer.id : answer.code))).size).toBe(
    1,
  )
  expect(await count(club)).toBe(1)
})

test('a laptop closed before the approval leaves nothing: after three hours the order is given up', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  club.clock.advance({ hours: 2, minutes: 59 })
  await turn(club)
  expect((await readSubscription(club, mia)).status).toBe('pending')
  club.clock.advance({ minutes: 1 })
  await turn(club)
  const seen = await club.call(mia, getBilling, {})
  expect(seen.ok && seen.answer.subscription).toBeNull()
  const state = await club.house.provider.read(await findAgreement(club, order))
  expect(state?.status).toBe('stopped')
  // and a buyer who comes back orders again
  const anew = await orderPlan(club, mia)
  expect(anew.id).not.toBe(order.id)
})

test('a laptop closed after the approval leaves a contract, even if every notice is lost', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  await club.house.faults({ notices: 'lost' })
  await club.house.approve(order.approveUrl)
  expect((await readSubscription(club, mia)).status).toBe('pending')
  club.clock.advance({ hours: 3 })
  await turn(club)
  expect(await readSubscription(club, mia)).toMatchObject({ id: order.id, status: 'active' })
})

test('a buyer who comes back from the provider before its webhook sees what they bought', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  await club.house.faults({ notices: 'held' })
  await club.house.approve(order.approveUrl)
  const seen = await club.call(mia, readOrder, { params: { subscriptionId: order.id } })
  expect(seen.ok && seen.answer.status).toBe('active')
  // the notice comes all the same, and changes nothing
  await club.house.faults({ notices: 'well' })
  await club.house.settle()
  expect(await readSubscription(club, mia)).toMatchObject({ periodEnd: '2026-12-02T12:00:00.000Z' })
  const stranger = await club.member()
  const theirs = await club.call(stranger, readOrder, { params: { subscriptionId: order.id } })
  expect(codeOf(theirs)).toBe('PGRST116')
})

test('a provider that is down takes no order, and the same button works when it is back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { intentId } = await minted(club, mia)
  await club.house.faults({ calls: 'down' })
  expect(codeOf(await place(club, mia, intentId))).toBe('provider_unavailable')
  expect(codeOf(await place(club, mia, intentId))).toBe('provider_unavailable')
  await club.house.faults({ calls: 'well' })
  const placed = await place(club, mia, intentId)
  expect(placed.ok && placed.answer.approveUrl).toMatch(/^http/)
  expect(await count(club)).toBe(1)
})

test('an order given up is over at the provider too, and cannot be approved any more', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  const params = { subscriptionId: order.id }
  const stranger = await club.member()
  expect(codeOf(await club.call(stranger, abandonOrder, { params }))).toBe('PGRST116')
  expect(codeOf(await club.call(mia, abandonOrder, { params }))).toBe('ok')
  expect(codeOf(await club.call(mia, abandonOrder, { params }))).toBe('ok')
  await club.app.jobs.drain()
  await club.house.approve(order.approveUrl)
  const seen = await club.call(mia, readOrder, { params })
  expect(seen.ok && seen.answer.status).toBe('ended')
})

test('what was approved a moment ago is not given up', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  await club.house.faults({ notices: 'lost' })
  await club.house.approve(order.approveUrl)
  const answer = await club.call(mia, abandonOrder, { params: { subscriptionId: order.id } })
  expect(codeOf(answer)).toBe('already_subscribed')
  expect((await readSubscription(club, mia)).status).toBe('active')
})

test('who waits in line or has not accepted the terms orders nothing', async () => {
  await using club = await openShop()
  const waiting = await club.member({ isAdmitted: false })
  const overdue = await club.member({ hasTerms: false })
  expect(codeOf(await club.call(waiting, mintIntent, {}))).toBe('not_admitted')
  expect(codeOf(await club.call(overdue, mintIntent, {}))).toBe('terms_due')
  expect(codeOf(await place(club, waiting, uuid()))).toBe('not_admitted')
  expect(codeOf(await place(club, overdue, uuid()))).toBe('terms_due')
})

test(
  'approved and given up at the same moment: a contract with access or money that goes back',
  { timeout: 60_000 },
  async () => {
    await using club = await openShop()
    for (let round = 0; round < 4; round += 1) {
      const mia = await club.member()
      const order = await orderPlan(club, mia)
      await Promise.all([
        club.house.approve(order.approveUrl),
        club.call(mia, abandonOrder, { params: { subscriptionId: order.id } }),
      ])
      await turn(club)
      club.clock.advance({ days: 1 })
      await turn(club)
      const row = await club.db.row<{ status: string; payments: number; asked: number }>(sql`
      select s.status,
        (select count(*) from subscription_events e
          where e.subscription_id = s.id and e.kind = 'paid')::int as payments,
        (select coalesce(sum(cents), 0) from refunds r where r.subscription_id = s.id)::int as asked
      from subscriptions s where s.id = ${order.id}`)
      if (row!.status === 'active') expect(row).toMatchObject({ payments: 1, asked: 0 })
      else expect(row!.asked).toBe(row!.payments * 1990)
    }
  },
)

test('a subscription is ordered once, used, and ordered again when it is over', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const first = await subscribeMember(club, mia)
  await club.house.stop(await findAgreement(club, first))
  await club.house.settle()
  expect(codeOf(await club.call(mia, mintIntent, {}))).toBe('already_subscribed')
  // the very second its month is over, whether or not any job looked
  club.clock.set('2026-12-02T12:00:00Z')
  const second = await subscribeMember(club, await club.session(mia))
  expect(second.id).not.toBe(first.id)
  expect(second).toMatchObject({ status: 'active', periodEnd: '2027-01-02T12:00:00.000Z' })
})
