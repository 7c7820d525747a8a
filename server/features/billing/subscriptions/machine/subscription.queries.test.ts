import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'
import {
  insertEvents,
  listRequestedRefunds,
  lockSubscription,
} from '#server/features/billing/subscriptions/subscription.queries.ts'

const openShop = () => openClub({ now: '2026-11-02T12:00:00Z', payments: 'house' })

test('while something happens to a contract nothing else does to its member, and to others all the same', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const { id } = await createContract(club, mia)
  const take = (userId: string) =>
    club.app.db.row(sql`select id from users where id = ${userId} for no key update nowait`)
  await club.app.db.transaction(async (tx) => {
    expect(await lockSubscription(tx, id)).toBe(true)
    await expect(take(mia.userId)).rejects.toMatchObject({ code: '55P03' })
    expect(await take(tom.userId)).toEqual({ id: tom.userId })
  })
  expect(await take(mia.userId)).toEqual({ id: mia.userId })
})

test('what is heard of again is known, and nothing happened later than it was heard of', async () => {
  await using club = await openShop()
  const { id } = await createContract(club, await club.member())
  const at = club.app.now()
  const stoppedOn = (key: string, days: number) =>
    ({
      key,
      kind: 'stopped',
      occurredAt: new Date(at.getTime() + days * DAY_MS),
      data: {},
    }) as const
  const add = (...events: ReturnType<typeof stoppedOn>[]) => insertEvents(club.db, id, events, at)
  expect(await add(stoppedOn('early', -1), stoppedOn('late', 1))).toEqual(
    new Set(['early', 'late']),
  )
  expect(await add(stoppedOn('late', 1), stoppedOn('now', 0))).toEqual(new Set(['now']))
  const rows = await club.db.rows<{ key: string; occurredAt: string }>(sql`
    select key, occurred_at from subscription_events where kind = 'stopped' order by id`)
  expect(rows).toEqual([
    { key: 'early', occurredAt: '2026-11-01T12:00:00.000Z' },
    { key: 'late', occurredAt: at.toISOString() },
    { key: 'now', occurredAt: at.toISOString() },
  ])
})

const insertRefund = (
  { app, db }: Club,
  subscriptionId: string,
  reason: string,
  status: string,
) => {
  const at = app.now().toISOString()
  return db.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at, due_at)
    values (${uuid()}, ${subscriptionId}, 'P1', 100, ${reason}, ${status}, ${at}, ${at})`)
}

test('a gift the provider refused was asked for in vain, what the club owes was not', async () => {
  await using club = await openShop()
  const { id } = await createContract(club, await club.member())
  const asked = async () => (await listRequestedRefunds(club.db, id))[0]?.cents
  await insertRefund(club, id, 'goodwill', 'failed')
  expect(await asked()).toBeUndefined()
  await insertRefund(club, id, 'goodwill', 'open')
  expect(await asked()).toBe(100)
  await insertRefund(club, id, 'withdrawal', 'failed')
  expect(await asked()).toBe(200)
})
