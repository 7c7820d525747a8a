import { expect, test } from 'vitest'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'
import type { SubscriptionEvent } from './subscription.events.ts'

const openShop = () => openClub({ now: '2026-11-02T12:00:00Z', payments: 'house' })
const apply = (club: Club, id: string, events: SubscriptionEvent[]) =>
  club.app.db.transaction((tx) => applyEvents(club.app, tx, id, events))
const isSubscriber = async (club: Club, member: TestMember) => {
  const rooms = await club.call(member, listRooms, {})
  return rooms.ok && rooms.answer.plan.isSubscriber
}
/** What the provider is to be told of a contract, as often as that was queued. */
const queued = async (club: Club, id: string) =>
  (
    await club.db.rows<{ name: string }>(sql`
      select name from pgboss.job where data ->> 'subscriptionId' = ${id}
        and name in ('stop_agreement', 'reprice_agreement') order by created_on`)
  ).map(({ name }) => name)

test('what becomes known of a contract that is over leaves the one after it alone, and without one closes', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const occurredAt = club.app.now()
  const replaced = { key: 'r', occurredAt, kind: 'settled', data: { rule: 'replaced' } } as const
  const stopped = { key: 's', occurredAt, kind: 'stopped', data: {} } as const
  for (const [member, isAnew] of [
    [mia, true],
    [tom, false],
  ] as const) {
    const old = await createContract(club, member)
    await apply(club, old.id, [replaced])
    if (isAnew) await createContract(club, member)
    await apply(club, old.id, [stopped])
    expect(await isSubscriber(club, member)).toBe(isAnew)
  }
})

test('an agreement is stopped when that is due, and not while its end could still be undone', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const occurredAt = club.app.now()
  const cancelled = { key: 'c', occurredAt, kind: 'cancelled' } as const
  const [ends, waits] = [await createContract(club, mia), await createContract(club, tom)]
  expect(await queued(club, ends.id)).toEqual([])
  await apply(club, ends.id, [{ ...cancelled, data: {} }])
  expect(await queued(club, ends.id)).toEqual(['stop_agreement'])
  await apply(club, waits.id, [{ ...cancelled, data: { isDisputable: true } }])
  expect(await queued(club, waits.id)).toEqual([])
  const row = await club.db.row<{ endsAt: string }>(sql`
    select ends_at from subscriptions where id = ${ends.id}`)
  expect(row?.endsAt).toBe('2026-12-02T12:00:00.000Z')
})

test('a new price that was agreed to is told to the provider once, and not while its payer has to agree there', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const occurredAt = club.app.now()
  const priceId = uuid()
  await club.db.run(sql`
    insert into plan_prices (id, plan, cents, currency, vat_percent, created_at)
    values (${priceId}, 'premium', 2490, 'EUR', 19, ${occurredAt.toISOString()})`)
  const data = { priceId, cents: 2490, from: '2026-12-02T12:00:00.000Z' }
  const announced = { key: 'a', occurredAt, kind: 'price_announced', data } as const
  const accepted = { key: 'b', occurredAt, kind: 'price_accepted', data: { priceId } } as const
  const approveUrl = 'https://example.net/agree'
  const pending = {
    key: 'p',
    occurredAt,
    kind: 'price_pending',
    data: { priceId, approveUrl },
  } as const
  const [first, second] = [await createContract(club, mia), await createContract(club, tom)]
  await apply(club, first.id, [announced])
  expect(await queued(club, first.id)).toEqual([])
  await apply(club, first.id, [accepted])
  expect(await queued(club, first.id)).toEqual(['reprice_agreement'])
  await apply(club, second.id, [announced, accepted, pending])
  expect(await queued(club, second.id)).toEqual([])
})
