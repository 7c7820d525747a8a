import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { listNumbers } from '#testing/fixtures/listening.ts'
import { now, uuid } from '#testing/random.ts'
import { getPostBatcher } from '#server/features/posts/posts.service.ts'

test('a hundred members posting at once get a hundred numbers, and each room its own', async () => {
  await using opened = await openLounge()
  const { club, room, guest, post, numbersIn } = opened
  const other = await club.room({ slug: 'other' })
  const guests = await Promise.all(listNumbers(1, 100).map(() => guest()))
  for (const one of guests) await club.join(one, other)
  const sent = await Promise.all(
    guests.map((one, n) => post(one, {}, { slug: n % 4 ? 'lounge' : 'other' })),
  )
  for (const one of sent) expect(one.ok).toBe(true)
  expect(await numbersIn(room.id)).toEqual(listNumbers(1, 75))
  expect(await numbersIn(other.id)).toEqual(listNumbers(1, 25))
  const { lastNumber } = (await club.db.row<{ lastNumber: number }>(
    sql`select last_number from rooms where id = ${room.id}`,
  ))!
  expect(lastNumber).toBe(75)
})

test('who may not post does not hold up those who post at the same moment', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { club, room, guest, post, numbersIn } = opened
  const guests = await Promise.all(listNumbers(1, 20).map(() => guest()))
  const [gone, out, busy] = guests
  const standing = (one: typeof gone) => post(one!)
  for (let times = 0; times < 20; times += 1) await standing(busy)
  await Promise.all([standing(gone), standing(out)])
  await club.db.run(sql`delete from sessions where user_id = ${gone!.userId}`)
  await club.db.run(sql`delete from room_members where user_id = ${out!.userId}`)
  const sent = await Promise.all(guests.map(standing))
  expect(sent.slice(0, 3).map((one) => (one.ok ? 'ok' : one.code))).toEqual([
    'not_signed_in',
    'not_in_room',
    'too_many_attempts',
  ])
  for (const one of sent.slice(3)) expect(one).toMatchObject({ ok: true })
  expect(await numbersIn(room.id)).toEqual(listNumbers(1, 22 + 17))
})

test('one that cannot be stored fails alone, and takes no number', async () => {
  await using opened = await openLounge()
  const { club, room, guest, numbersIn } = opened
  const guests = await Promise.all(listNumbers(1, 10).map(() => guest()))
  const writer = getPostBatcher(club.app)
  const sent = await Promise.allSettled(
    guests.map(({ userId, sessionId }, n) =>
      writer.write({
        id: uuid(),
        roomId: room.id,
        userId,
        sessionId,
        text: n === 4 ? 'x'.repeat(241) : 'hello',
        icebreakerId: null,
        replyTo: null,
        pace: { isNewcomer: false, slow: uuid(), same: null },
        createdAt: now().toISOString(),
      }),
    ),
  )
  expect(sent.map(({ status }) => status).indexOf('rejected')).toBe(4)
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect(await numbersIn(room.id)).toEqual(listNumbers(1, 9))
})

test('servers that store posts of the same members and rooms at once never wait for each other', async () => {
  await using opened = await openLounge({ config: { limitsFactor: 1000 } })
  const { club, room, guest, post, numbersIn } = opened
  const second = await club.secondServer()
  const other = await club.room({ slug: 'other' })
  const guests = await Promise.all(listNumbers(1, 12).map(() => guest()))
  for (const one of guests) await club.join(one, other)
  const sent = await Promise.all(
    listNumbers(1, 240).map((n) =>
      post(
        guests[(n * 7) % 12]!,
        {},
        { slug: n % 3 ? 'lounge' : 'other' },
        n % 2 ? club.url : second.url,
      ),
    ),
  )
  expect(sent.filter((one) => !one.ok)).toEqual([])
  expect(await numbersIn(room.id)).toEqual(listNumbers(1, 160))
  expect(await numbersIn(other.id)).toEqual(listNumbers(1, 80))
  const { deadlocks } = (await club.db.row<{ deadlocks: number }>(sql`
    select deadlocks from pg_stat_database where datname = current_database()`))!
  expect(deadlocks).toBe(0)
})
