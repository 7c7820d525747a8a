import pino from 'pino'
import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { ProviderError, type PaymentProvider } from '#server/platform/payments.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { readBooks } from '#testing/billing/orders.ts'
import { ledger, subscribeMember, readSubscription } from '#testing/billing/subscribers.ts'
import { nextTry } from './refunds.policy.ts'
import { sendRefunds } from './refunds.sending.ts'
import { noteRefunded, refundableCents, requestRefund, retryRefund } from './refunds.service.ts'
import { applyEvents, withdraw } from './subscriptions.service.ts'

const NOW = '2026-11-02T12:00:00Z'

type Row = {
  id: string
  cents: number
  reason: string
  status: string
  tries: number
  dueAt: string
  nextTryAt: string | null
  doneAt: string | null
}
const refunds = (club: Club) =>
  club.db.rows<Row>(sql`
    select id, cents, reason, status, tries, due_at, next_try_at, done_at from refunds
    order by requested_at, id`)
const traces = (club: Club) =>
  club.db.rows<{ action: string; at: string }>(sql`
    select action, at from audit where action like 'refund\\_%' order by id`)

/** A subscriber of the house who took the contract back. */
async function takenBack(club: Club, { startsEarly = false } = {}) {
  const mia = await club.member({ email: 'mia@example.org' })
  const { id } = await subscribeMember(club, mia, { startsEarly })
  await club.app.db.transaction((tx) => withdraw(club.app, tx, id, club.app.now()))
  return { mia, id }
}

/** Takes refunds, or does what the test says, and remembers what it was asked. */
function counting(act: (asked: number, key: string) => void = () => {}) {
  const keys: string[] = []
  const provider = {
    name: 'house',
    async refund({ key }: { key: string }) {
      keys.push(key)
      act(keys.length, key)
      return { refundId: `refund-${key}` }
    },
  } as unknown as PaymentProvider
  return { provider, keys }
}
const down = () => {
  throw new ProviderError('down')
}

/** Asks for the whole of a payment that no house ever knew. */
async function asked(club: Club, cents = 1990) {
  const mia = await club.member()
  const contract = await createContract(club, mia)
  const refund = {
    subscriptionId: contract.id,
    paymentId: contract.paymentId,
    cents,
    reason: 'goodwill',
    at: club.app.now(),
  } as const
  const id = await club.app.db.transaction((tx) => requestRefund(club.app, tx, refund))
  return { ...refund, id: id! }
}

test('a withdrawal refunds the money by the same way, once, with a corrected invoice and a mail', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const { mia, id } = await takenBack(club)
  expect(await refunds(club)).toMatchObject([
    { cents: 1990, reason: 'withdrawal', status: 'open', dueAt: '2026-11-16T12:00:00.000Z' },
  ])
  await club.app.jobs.drain()
  await club.house.settle()
  expect(await refunds(club)).toMatchObject([{ status: 'done', doneAt: NOW.replace('Z', '.000Z') }])
  expect((await readSubscription(club, mia)).status).toBe('refunded')
  const books = await readBooks(club, { id })
  expect(books).toMatchObject({
    booked: ['payment', 'refund'],
    isBalanced: true,
    invoices: [1990, -1990],
  })
  const { revenue, vat } = await ledger(club)
  expect([revenue, vat]).toEqual([0, 0])

  const mails = (await club.mails()).filter(({ subject }) => subject.startsWith('Refund for'))
  expect(mails).toMatchObject([{ to: 'mia@example.org' }])
  expect(mails[0]?.text).toContain('€19.90')
  expect(mails[0]?.attachments.map(({ name }) => name)).toEqual([
    'Rechnungskorrektur-R-2026-000002.pdf',
  ])
  // the same again changes nothing
  await sendRefunds(club.app)
  await club.house.settle()
  expect(await readBooks(club, { id })).toEqual(books)
})

test('while the provider is down a refund is tried at growing distance, and goes once when it is back', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const { id } = await takenBack(club)
  await club.house.faults({ calls: 'down' })
  const distances: number[] = []
  for (let tries = 1; tries <= 12; tries += 1) {
    await sendRefunds(club.app)
    const [refund] = await refunds(club)
    expect(refund).toMatchObject({ status: 'open', tries })
    distances.push(Date.parse(refund!.nextTryAt!) - club.app.now().getTime())
    // before its time nothing is tried
    await sendRefunds(club.app)
    expect((await refunds(club))[0]?.tries).toBe(tries)
    club.clock.set(refund!.nextTryAt!)
  }
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  expect(distances.at(0)).toBe(2 * 60_000)
  expect(distances.at(-1)).toBe(6 * 3_600_000)
  await club.house.faults({ calls: 'well' })
  await sendRefunds(club.app)
  await club.house.settle()
  expect(await refunds(club)).toMatchObject([{ status: 'done' }])
  expect((await readBooks(club, { id })).booked).toEqual(['payment', 'refund'])
})

test('a provider that pays back and cannot say so is asked again and pays nothing twice', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const { id } = await takenBack(club)
  await club.house.faults({ calls: 'unsure', notices: 'held' })
  await sendRefunds(club.app)
  expect(await refunds(club)).toMatchObject([{ status: 'open', tries: 1 }])
  await club.house.faults({ calls: 'well' })
  club.clock.advance({ minutes: 10 })
  await sendRefunds(club.app)
  expect(await refunds(club)).toMatchObject([{ status: 'sent', tries: 2 }])
  await club.house.faults({ notices: 'well', copies: 5 })
  await club.house.settle()
  expect(await refunds(club)).toMatchObject([{ status: 'done' }])
  expect(await readBooks(club, { id })).toMatchObject({
    booked: ['payment', 'refund'],
    isBalanced: true,
    invoices: [1990, -1990],
  })
})

test('the notice may come before the answer, and while the answer is lost', async () => {
  const { provider, keys } = counting(down)
  await using club = await openClub({ now: NOW, payments: provider })
  const refund = await asked(club)
  await sendRefunds(club.app)
  const refundNotice = { ...refund, refundId: 'the provider knows', at: club.app.now() }
  for (let times = 0; times < 3; times += 1)
    await club.app.db.transaction((tx) => noteRefunded(club.app, tx, refundNotice))
  expect(await refunds(club)).toMatchObject([{ id: refund.id, status: 'done' }])
  club.clock.advance({ days: 1 })
  await sendRefunds(club.app)
  expect(keys).toHaveLength(1)
})

test('what a stopped server left under way another one takes up, with the same key', async () => {
  let isStopped = true
  const { provider, keys } = counting(() => {
    if (isStopped) throw new Error('the process ended here')
  })
  await using club = await openClub({ now: NOW, payments: provider })
  const refund = await asked(club)
  await sendRefunds(club.app)
  isStopped = false
  const second = await club.secondServer()
  club.clock.advance({ minutes: 16 })
  await sendRefunds(second.app)
  expect(keys).toEqual([refund.id, refund.id])
  expect(await refunds(club)).toMatchObject([{ status: 'sent', tries: 2 }])
})

test('several servers at once hand a refund over once', async () => {
  const { provider, keys } = counting()
  await using club = await openClub({ now: NOW, payments: provider })
  const all = [await asked(club), await asked(club, 500), await asked(club, 1)]
  const second = await club.secondServer()
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => sendRefunds(index % 2 ? club.app : second.app)),
  )
  expect(keys.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
})

test('somebody is told three days before the law’s 14 are over, and every day after that', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ now: NOW, payments: counting(down).provider, log })
  const { id } = await asked(club)
  const opened = club.app.now().getTime()
  const daysIn: number[] = []
  for (let hour = 0; hour <= 16 * 24; hour += 6) {
    await sendRefunds(club.app)
    while (daysIn.length < lines.length) daysIn.push((club.app.now().getTime() - opened) / DAY_MS)
    club.clock.advance({ hours: 6 })
  }
  expect(daysIn).toEqual([11, 12, 13, 14, 15, 16])
  expect(lines[0]).toContain('a refund may come too late (§ 357 BGB)')
  expect(lines[0]).toContain(id)
  expect(await traces(club)).toMatchObject(daysIn.map(() => ({ action: 'refund_late' })))
})

test('while payments are off nothing is sent, and what is owed is not forgotten', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ now: NOW, log })
  await asked(club)
  club.clock.advance({ days: 11 })
  await sendRefunds(club.app)
  expect(await refunds(club)).toMatchObject([{ status: 'open', tries: 0 }])
  expect(lines).toHaveLength(1)
})

test('a refund the provider refuses for good waits for a person, who can let it be tried again', async () => {
  const { provider, keys } = counting((times) => {
    if (times === 1) throw new ProviderError('no such payment', { isFinal: true })
  })
  await using club = await openClub({ now: NOW, payments: provider })
  const { id } = await asked(club)
  await sendRefunds(club.app)
  expect(await refunds(club)).toMatchObject([{ status: 'failed', nextTryAt: null }])
  expect(await traces(club)).toMatchObject([{ action: 'refund_failed' }])
  club.clock.advance({ days: 1 })
  await sendRefunds(club.app)
  expect(keys).toHaveLength(1)
  const again = () => club.app.db.transaction((tx) => retryRefund(club.app, tx, id))
  expect(await again()).toBe(true)
  expect(await again()).toBe(false)
  await club.app.jobs.drain()
  expect(keys).toEqual([id, id])
  expect(await refunds(club)).toMatchObject([{ status: 'sent' }])
})

test('one refund the provider chokes on does not hold back the others', async () => {
  const { provider, keys } = counting((times) => {
    if (times === 1) throw new TypeError('nonsense')
  })
  await using club = await openClub({ now: NOW, payments: provider })
  for (let count = 0; count < 3; count += 1) await asked(club)
  await sendRefunds(club.app)
  await sendRefunds(club.app)
  expect(keys).toHaveLength(3)
  expect((await refunds(club)).map(({ status }) => status).toSorted()).toEqual([
    'open',
    'sent',
    'sent',
  ])
})

test('no more goes back than came, however often and however much is asked at once', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id: subscriptionId, paymentId } = await createContract(club, mia)
  const refund = { subscriptionId, paymentId, reason: 'goodwill', at: club.app.now() } as const
  const ask = (cents: number) =>
    club.app.db.transaction((tx) => requestRefund(club.app, tx, { ...refund, cents }))
  const ids = await Promise.all(Array.from({ length: 10 }, () => ask(300)))
  expect(ids.filter(Boolean)).toHaveLength(7)
  expect((await refunds(club)).reduce((sum, { cents }) => sum + cents, 0)).toBe(1990)
  expect(await refundableCents(club.app.db, refund)).toBe(0)
  expect(await ask(1)).toBeNull()
  const unpaid = { ...refund, paymentId: 'never', cents: 100 }
  expect(await club.app.db.transaction((tx) => requestRefund(club.app, tx, unpaid))).toBeNull()
})

test('what was given out of goodwill counts towards what is owed, whether or not it has arrived', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const contract = await createContract(club, mia)
  const { id: subscriptionId, paymentId } = contract
  const given = { subscriptionId, paymentId, cents: 500, reason: 'goodwill' } as const
  club.clock.advance({ days: 10 })
  // the provider is away, or has not sent its notice yet
  const at = club.app.now()
  await club.app.db.transaction((tx) => requestRefund(club.app, tx, { ...given, at }))
  await club.app.db.transaction((tx) => withdraw(club.app, tx, subscriptionId, at))
  const owed = 1990 - Math.floor((1990 * 10) / 30)
  const sums = (await refunds(club)).map(({ cents, reason }) => [reason, cents] as const)
  expect(Object.fromEntries(sums)).toEqual({ goodwill: 500, withdrawal: owed - 500 })
})

test.each([
  ['before', 500],
  ['after', 500],
  // half of what is owed: as much is left as was asked for before
  ['after', 995],
] as const)(
  'a goodwill refund the provider refuses %s a withdrawal takes nothing off what is owed (%i)',
  async (when, given) => {
    const goodwill = { id: '' }
    const { provider } = counting((_, key) => {
      if (key === goodwill.id) throw new ProviderError('refused', { isFinal: true })
    })
    await using club = await openClub({ now: NOW, payments: provider })
    const { id, subscriptionId } = await asked(club, given)
    goodwill.id = id
    if (when === 'before') await sendRefunds(club.app)
    await club.app.db.transaction((tx) => withdraw(club.app, tx, subscriptionId, club.app.now()))
    await sendRefunds(club.app)
    const left = await refunds(club)
    expect(left.map(({ reason, status }) => `${reason} ${status}`)).toEqual(
      left.map(() => 'withdrawal sent'),
    )
    expect(left.reduce((sum, { cents }) => sum + cents, 0)).toBe(1990)
    // tried again, it would give more than was paid
    expect(await club.app.db.transaction((tx) => retryRefund(club.app, tx, id))).toBe(false)
  },
)

test('of a goodwill refund the provider refused as much can be tried again as is left beside what is owed', async () => {
  const { provider } = counting((times) => {
    if (times === 1) throw new ProviderError('refused', { isFinal: true })
  })
  await using club = await openClub({ now: NOW, payments: provider })
  const { id, subscriptionId } = await asked(club, 1000)
  await sendRefunds(club.app)
  club.clock.advance({ days: 10 })
  await club.app.db.transaction((tx) => withdraw(club.app, tx, subscriptionId, club.app.now()))
  const owed = 1990 - Math.floor((1990 * 10) / 30)
  expect((await refunds(club)).map(({ reason, cents }) => [reason, cents])).toEqual([
    ['goodwill', 1990 - owed],
    ['withdrawal', owed],
  ])
  expect(await club.app.db.transaction((tx) => retryRefund(club.app, tx, id))).toBe(true)
})

test('what somebody paid back at the provider itself counts, and is told like any other', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id: subscriptionId, paymentId } = await createContract(club, mia)
  const refundNotice = {
    subscriptionId,
    paymentId,
    refundId: 'by hand',
    cents: 990,
    at: club.app.now(),
  }
  await club.app.db.transaction((tx) => noteRefunded(club.app, tx, refundNotice))
  expect(await refunds(club)).toMatchObject([{ cents: 990, reason: 'goodwill', status: 'done' }])
  expect(await refundableCents(club.app.db, refundNotice)).toBe(1000)
  expect((await club.mails()).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Refund for A-2026-\d{6}$/),
  )
})

test('of what is still to be sent as much goes as somebody left at the provider itself', async () => {
  const { provider } = counting()
  await using club = await openClub({ now: NOW, payments: provider })
  const { id: subscriptionId, paymentId } = await createContract(club, await club.member())
  const at = club.app.now()
  await club.app.db.transaction((tx) => withdraw(club.app, tx, subscriptionId, at))
  const byHand = { paymentId, refundId: 'by hand', cents: 990 }
  await club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, subscriptionId, [
      { kind: 'refunded', key: 'provider:by hand', occurredAt: at, data: byHand },
    ]),
  )
  await sendRefunds(club.app)
  const left = (await refunds(club)).map(({ reason, cents, status }) => [reason, cents, status])
  expect(Object.fromEntries(left.map(([reason, ...rest]) => [reason, rest]))).toEqual({
    goodwill: [990, 'done'],
    withdrawal: [1000, 'sent'],
  })
})

test('a sum that was cut while the provider refused the whole is tried again by itself', async () => {
  const sums: number[] = []
  const meanwhile = { happens: async () => {} }
  const provider = {
    name: 'house',
    async refund({ key, cents }: { key: string; cents: number }) {
      sums.push(cents)
      if (sums.length > 1) return { refundId: `refund-${key}` }
      await meanwhile.happens()
      throw new ProviderError('more than is left', { isFinal: true })
    },
  } as unknown as PaymentProvider
  await using club = await openClub({ now: NOW, payments: provider })
  const { id: subscriptionId, paymentId } = await createContract(club, await club.member())
  const at = club.app.now()
  await club.app.db.transaction((tx) => withdraw(club.app, tx, subscriptionId, at))
  const byHand = { subscriptionId, paymentId, refundId: 'by hand', cents: 990, at }
  meanwhile.happens = () => club.app.db.transaction((tx) => noteRefunded(club.app, tx, byHand))
  await sendRefunds(club.app)
  club.clock.advance({ minutes: 16 })
  await sendRefunds(club.app)
  expect(sums).toEqual([1990, 1000])
  expect(await traces(club)).toEqual([])
})

test('a request that a failover lost is made with the same key, so that nothing goes back twice', async () => {
  const { provider, keys } = counting()
  await using club = await openClub({ now: NOW, payments: provider })
  const { id } = await createContract(club, await club.member())
  club.clock.advance({ days: 10 })
  await club.app.db.transaction((tx) => withdraw(club.app, tx, id, club.app.now()))
  await sendRefunds(club.app)
  // a standby takes over that had received the withdrawal, and nothing after it
  await club.db.run(sql`delete from refunds`)
  await club.app.db.transaction((tx) => applyEvents(club.app, tx, id, []))
  await sendRefunds(club.app)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('the distance between tries doubles and never exceeds six hours', () => {
  const now = new Date(NOW)
  const minutes = [1, 2, 3, 8, 9, 30, 4000].map(
    (tries) => (nextTry(tries, now).getTime() - now.getTime()) / 60_000,
  )
  expect(minutes).toEqual([2, 4, 8, 256, 360, 360, 360])
})
