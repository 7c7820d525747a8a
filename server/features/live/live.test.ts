import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/database/events.ts'
import { openClub } from '#testing/club/club.ts'
import { listNumbers, numbers, post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { withoutClocks } from '#testing/club/clocks.ts'

test('a stream begins with where each room of the member stands', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 1)
  const mia = guests[0]!
  for (let times = 0; times < 3; times += 1) await post(club, mia, room)
  await club.join(mia, await club.room({ slug: 'members-only', accessLevel: 'club' }))
  await club.join(mia, await club.room({ slug: 'shut', isActive: false }))
  const quiet = await club.room({ slug: 'quiet' })
  await club.join(mia, quiet)

  const live = await club.follow(mia)
  const { userId, rooms } = await live.next('ready')
  expect(userId).toBe(mia.userId)
  expect(rooms).toHaveLength(2)
  expect(rooms).toContainEqual({ slug: room.slug, latest: 3 })
  expect(rooms).toContainEqual({ slug: 'quiet', latest: 0 })
})

test('a post reaches everyone in the room, its author too, as it is read', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const listeners = await Promise.all(guests.map((guest) => club.follow(guest)))
  for (const listener of listeners) await listener.next('ready')
  const made = await post(club, guests[0]!, room)
  for (const listener of listeners)
    expect(await listener.next('post')).toEqual({
      type: 'post',
      room: room.slug,
      number: 1,
      post: made,
    })
})

test('a post is heard as it is sent, and waits for nothing the server does by the clock', async () => {
  await using club = await withoutClocks(openClub)
  const { room, guests } = await openRoomWithMembers(club, 2)
  const listener = await club.follow(guests[1]!)
  await listener.next('ready')
  await post(club, guests[0]!, room)
  await listener.next('post')
  await post(club, guests[0]!, room)
  await listener.next('post')
})

test('servers on one database hear each other, and everyone hears the same order', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 4)
  const urls = [club.url, second.url]
  const listeners = await Promise.all(guests.map((guest, n) => club.follow(guest, urls[n % 2])))
  for (const listener of listeners) await listener.next('ready')
  await Promise.all(listNumbers(1, 40).map((n) => post(club, guests[n % 4]!, room, urls[n % 2])))
  for (const listener of listeners) {
    await until(() => listener.events.length === 41)
    expect(numbers(listener.events)).toEqual(listNumbers(1, 40))
  }
})

test('a post removed before it was heard travels as its bare number', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const listener = await club.follow(guests[0]!)
  await listener.next('ready')
  await club.db.transaction(async (tx) => {
    // number 1 was removed, the row of number 2 went with its author
    await tx.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at, removed_at,
        taken_back_by)
      values (${uuid()}, ${room.id}, 1, ${guests[1]!.userId}, 'rude', now(), now(),
        ${guests[1]!.userId})`)
    await tx.run(sql`update rooms set last_number = 2 where id = ${room.id}`)
    await publish(tx, { kind: 'post', roomId: room.id, number: 2 })
  })
  await post(club, guests[1]!, room)
  await until(() => listener.events.length === 4)
  expect(listener.events.slice(1)).toMatchObject([
    { number: 1, post: null },
    { number: 2, post: null },
    { number: 3, post: { text: 'hello' } },
  ])
})

test('what was said while a server could not hear is told once it can again', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, tom] = [guests[0]!, guests[1]!]
  const other = await club.session(mia)
  const listener = await club.follow(tom)
  const ended = await club.follow(other)
  for (const one of [listener, ended]) await one.next('ready')
  await post(club, mia, room)
  await listener.next('post')

  await club.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'club listening' and datname = current_database()`)
  await club.db.run(sql`delete from sessions where id = ${other.sessionId}`)
  await post(club, mia, room)
  await post(club, mia, room)
  await ended.closed
  expect(ended.events.at(-1)).toEqual({ type: 'session_ended' })

  // told to ask for them, or told them: never left unaware
  await listener.next('rooms')
  const { latest } = (await listener.next('ready')).rooms[0]!
  await post(club, mia, room)
  await until(() => numbers(listener.events).includes(4))
  expect(numbers(listener.events)).toEqual([1, ...listNumbers(latest + 1, 4)])
})

test('streams opened amid a storm of posts miss nothing and hear nothing twice', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const urls = [club.url, second.url]
  let posted = 0
  const storms = guests.map(async (guest, n) => {
    for (let times = 0; times < 40; times += 1, posted += 1)
      await post(club, guest, room, urls[n % 2])
  })
  const listeners = await Promise.all(
    listNumbers(0, 29).map(async (n) => {
      // one after the other, while the posts go on
      await until(() => posted >= 4 * n)
      return club.follow(guests[n % 3]!, urls[n % 2])
    }),
  )
  await Promise.all(storms)

  const latest = 3 * 40
  for (const listener of listeners) {
    const ready = await listener.next('ready')
    const from = ready.rooms[0]!.latest
    await until(() => numbers(listener.events).length >= latest - from)
    expect(numbers(listener.events)).toEqual(listNumbers(from + 1, latest))
  }
})
