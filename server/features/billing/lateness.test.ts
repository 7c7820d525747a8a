import { expect, test } from 'vitest'
import { abandonOrder } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { readBooks } from '#testing/billing/orders.ts'
import { findAgreement, orderPlan, subscribeMember, turn } from '#testing/billing/subscribers.ts'
import { settleSubscription } from '#server/features/billing/subscriptions/subscriptions.service.ts'

// An order that was given up and is approved all the same: PayPal cannot stop what nobody approved.

const NOW = '2026-11-02T12:00:00Z'

async function opened() {
  const club = await openClub({ now: NOW, payments: 'house' })
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  await club.house.faults({ stops: 'late' })
  return { club, mia, order }
}
const atProvider = async (club: Club, order: { id: string }) =>
  (await club.house.provider.read(await findAgreement(club, order)))?.status
const refunds = (club: Club) =>
  club.db.rows<{ cents: number; reason: string; status: string }>(
    sql`select cents, reason, status from refunds`,
  )
const paidBack = {
  until: null,
  booked: ['payment', 'refund'],
  isBalanced: true,
  invoices: [],
  status: 'ended',
}

test('approved after it was given up, it opens nothing, is stopped and paid back at once', async () => {
  const { club, mia, order } = await opened()
  await using _ = club
  await club.call(mia, abandonOrder, { params: { subscriptionId: order.id } })
  await club.app.jobs.drain()
  expect(await atProvider(club, order)).toBe('waiting')
  club.clock.advance({ minutes: 5 })
  await club.house.approve(order.approveUrl)
  await club.app.jobs.drain()
  await club.house.settle()
  await turn(club)
  expect(await atProvider(club, order)).toBe('stopped')
  expect(await refunds(club)).toEqual([{ cents: 1990, reason: 'duplicate', status: 'done' }])
  expect(await readBooks(club, order)).toMatchObject(paidBack)
  // and it stays so: nothing is charged a month later
  club.clock.advance({ days: 31 })
  await turn(club)
  expect(await readBooks(club, order)).toMatchObject(paidBack)
})

test('approved after its time was over, whichever notice comes first, it is paid back too', async () => {
  const { club, order } = await opened()
  await using _ = club
  club.clock.advance({ hours: 3 })
  await turn(club)
  club.clock.advance({ minutes: 5 })
  await club.house.faults({ newestFirst: true, copies: 3 })
  await club.house.approve(order.approveUrl)
  await turn(club)
  await turn(club)
  expect(await atProvider(club, order)).toBe('stopped')
  expect(await refunds(club)).toHaveLength(1)
  expect(await readBooks(club, order)).toMatchObject(paidBack)
})

test('a member who ordered again meanwhile pays once', async () => {
  const { club, mia, order } = await opened()
  await using _ = club
  await club.call(mia, abandonOrder, { params: { subscriptionId: order.id } })
  await club.app.jobs.drain()
  club.clock.advance({ minutes: 5 })
  const anew = await orderPlan(club, mia)
  await club.house.approve(anew.approveUrl)
  await club.house.approve(order.approveUrl)
  await turn(club)
  await turn(club)
  expect(await readBooks(club, order)).toMatchObject({ ...paidBack, until: expect.any(String) })
  expect(await readBooks(club, anew)).toMatchObject({ status: 'active', booked: ['payment'] })
  expect(await atProvider(club, order)).toBe('stopped')
  expect(await atProvider(club, anew)).toBe('active')
})

test('a contract the provider knows nothing of is asked to stop once a turn, not without end', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await club.db.run(sql`update subscriptions set provider_id = 'lost' where id = ${order.id}`)
  await club.app.db.transaction((tx) => settleSubscription(tx, club.app, mia.userId, 'ban'))
  const stored = await club.db.rows(sql`select from pgboss.job where name = 'stop_agreement'`)
  expect(stored).toHaveLength(1)
  await club.app.jobs.drain()
  expect(await readBooks(club, order)).toMatchObject({ status: 'ended', isBalanced: true })
})
