import { expect, test } from 'vitest'
import { createPost } from '#contract/posts/posts.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { listLastWords, listUnread, markRead } from '#contract/rooms/unread.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertPost } from '#testing/fixtures/notifications.ts'
import { enter, leave, post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { uuid } from '#testing/random.ts'

type As = { cookie: string }
type Room = { slug: string; id: string }

const unread = async (club: Club, as: As, { slug }: Room) => {
  const answer = await club.call(as, listRooms, {})
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer.rooms.find((room) => room.slug === slug)!.unread
}
const read = (club: Club, as: As, { slug }: Room, number: number, url = club.url) =>
  club.call(as, markRead, { params: { slug }, body: { number } }, { url })

test('posts of others count until they are seen, one’s own never do', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  for (let n = 0; n < 3; n += 1) await post(club, ben, room)
  await post(club, mia, room)
  expect(await unread(club, mia, room)).toBe(3)
  expect(await unread(club, ben, room)).toBe(1)
  await read(club, mia, room, 2)
  expect(await unread(club, mia, room)).toBe(1)
  // backwards, and beyond what there is
  await read(club, mia, room, 1)
  expect(await unread(club, mia, room)).toBe(1)
  await read(club, mia, room, 900)
  await post(club, ben, room)
  expect(await unread(club, mia, room)).toBe(1)
})

test('a member who enters has missed nothing, and on coming back gets how far they had read and when', async () => {
  await using club = await openClub({ now: '2026-11-20T20:00:00.000Z' })
  const { room, guests } = await openRoomWithMembers(club, 1)
  const [ben] = guests as [TestMember]
  for (let n = 0; n < 3; n += 1) await post(club, ben, room)
  const mia = await club.member()
  expect(await enter(club, mia, room)).toMatchObject({
    answer: { room: { unread: 0, latest: 3 }, readNumber: 3 },
  })
  await post(club, ben, room)
  const back = await enter(club, mia, room)
  expect(back).toMatchObject({ answer: { room: { unread: 1, latest: 4 }, readNumber: 3 } })
  // and since when: since they came, and from then on since they last read on
  const since = (readAt: string) => ({ answer: { readAt } })
  club.clock.advance({ minutes: 10 })
  await read(club, mia, room, 3)
  expect(await enter(club, mia, room)).toMatchObject(since('2026-11-20T20:00:00.000Z'))
  await read(club, mia, room, 4)
  expect(await enter(club, mia, room)).toMatchObject(since('2026-11-20T20:10:00.000Z'))
  await leave(club, mia, room)
  expect(await unread(club, mia, room)).toBe(0)
  expect(await read(club, mia, room, 4)).toMatchObject({ code: 'not_in_room' })
  expect(await enter(club, mia, room)).toMatchObject({ answer: { readNumber: 4 } })
})

test('what one does not see does not count: blocked, hidden, removed, without consent, in a muted room', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const [mia, ben, cleo] = guests as [TestMember, TestMember, TestMember]
  const [first, second] = [await post(club, ben, room), await post(club, ben, room)]
  await post(club, cleo, room)
  expect(await unread(club, mia, room)).toBe(3)
  await club.db.run(sql`insert into hidden_posts values (${mia.userId}, ${first.id}, now())`)
  expect(await unread(club, mia, room)).toBe(2)
  await club.db.run(
    sql`update posts set removed_at = now(), taken_back_by = user_id where id = ${second.id}`,
  )
  expect(await unread(club, mia, room)).toBe(1)
  await club.db.run(sql`delete from hidden_posts`)
  expect(await unread(club, mia, room)).toBe(2)
  await club.db.run(sql`update profiles set content_consent_at = null where id = ${ben.userId}`)
  expect(await unread(club, mia, room)).toBe(1)
  await club.db.run(sql`update profiles set content_consent_at = now() where id = ${ben.userId}`)
  await club.db.run(sql`insert into blocks values (${ben.userId}, ${mia.userId}, 'Name', now())`)
  expect(await unread(club, mia, room)).toBe(1)
  await club.db.run(sql`update room_members set muted_at = now() where user_id = ${mia.userId}`)
  expect(await unread(club, mia, room)).toBe(0)
})

test('more than a hundred are a hundred', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  await club.db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), ${room.id}, n, ${ben.userId}, 'hello', now() from generate_series(1, 250) n`)
  await club.db.run(sql`update rooms set last_number = 250 where id = ${room.id}`)
  expect(await unread(club, mia, room)).toBe(100)
})

test('a member’s other devices, at other processes, receive what was read; nobody else does', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  for (let n = 0; n < 3; n += 1) await post(club, ben, room)
  const phone = await club.follow(await club.session(mia), second.url)
  const other = await club.follow(ben, second.url)
  await Promise.all([phone.next('ready'), other.next('ready')])
  await Promise.all([2, 3, 1].map((number) => read(club, mia, room, number)))
  expect(await phone.next('read')).toEqual({ type: 'read', room: room.slug, number: 3 })
  await read(club, mia, room, 2)
  await read(club, ben, room, 3)
  expect(await other.next('read')).toMatchObject({ number: 3 })
  expect(phone.events.filter(({ type }) => type === 'read')).toHaveLength(1)
  for (const one of [phone, other]) one.close()
})

test('marks of many members at once are all kept', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 12)
  for (let n = 0; n < 3; n += 1) await post(club, guests[0]!, room)
  const done = await Promise.all(
    guests.flatMap((guest) => [1, 3].map((number) => read(club, guest, room, number))),
  )
  expect(done.every(({ ok }) => ok)).toBe(true)
  const rows = await club.db.rows<{ number: number }>(sql`select number from room_reads`)
  expect(rows.map(({ number }) => number)).toEqual(guests.map(() => 3))
})

const news = async (club: Club, as: As, each?: number) => {
  const response = await club.call(as, listUnread, { query: each ? { each } : {} })
  if (!response.ok) throw new Error(response.code)
  return response.answer.rooms.map(({ slug, unread: count, latest, posts }) => ({
    slug,
    count,
    latest,
    numbers: posts.map(({ number }) => number),
  }))
}

test('what is new in all rooms is read in one go: the oldest first, a few of each, counted as on the card', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const quiet = await club.room()
  const other = await club.room()
  for (const one of [quiet, other]) for (const who of guests) await club.join(who, one)
  expect(await news(club, mia)).toEqual([])
  for (let n = 0; n < 7; n += 1) await post(club, ben, room)
  await post(club, mia, room)
  await post(club, ben, other)
  await read(club, mia, room, 1)
  expect(await news(club, mia)).toEqual([
    { slug: room.slug, count: 6, latest: 8, numbers: [2, 3, 4, 5, 6] },
    { slug: other.slug, count: 1, latest: 1, numbers: [1] },
  ])
  expect((await news(club, mia, 2))[0]?.numbers).toEqual([2, 3])
  await read(club, mia, room, 8)
  await club.db.run(sql`update room_members set muted_at = now() where room_id = ${other.id}`)
  expect(await news(club, mia)).toEqual([])
})

test('of what is new one reads nothing one does not see, nor where one may not be', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const [mia, ben, cleo] = guests as [TestMember, TestMember, TestMember]
  const [first] = [await post(club, ben, room), await post(club, ben, room)]
  await post(club, cleo, room)
  const numbersOf = async () => (await news(club, mia)).flatMap(({ numbers: some }) => some)
  expect(await numbersOf()).toEqual([1, 2, 3])
  const run = (...args: Parameters<typeof sql>) => club.db.run(sql(...args))
  await run`insert into hidden_posts values (${mia.userId}, ${first.id}, now())`
  expect(await numbersOf()).toEqual([2, 3])
  await run`insert into blocks values (${cleo.userId}, ${mia.userId}, 'Name', now())`
  expect(await numbersOf()).toEqual([2])
  await run`update profiles set content_consent_at = null where id = ${ben.userId}`
  expect(await news(club, mia)).toEqual([])
  await run`update profiles set content_consent_at = now() where id = ${ben.userId}`
  await run`update room_members set dormant_at = now() where user_id = ${mia.userId}`
  expect(await news(club, mia)).toEqual([])
  await run`update room_members set dormant_at = null where user_id = ${mia.userId}`
  await run`update rooms set access_level = 'vip' where id = ${room.id}`
  expect(await news(club, mia)).toEqual([])
})

test('of each room one is in one knows the last words one sees, and of no other', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const empty = await club.room()
  await club.room()
  await club.join(mia, empty)
  await post(club, ben, room)
  await insertPost(club, ben, room, 'the fire is lit\nand waits')
  await club.app.bus.flush()
  const readUnread = async () => {
    const response = await club.call(mia, listLastWords, {})
    if (!response.ok) throw new Error(response.code)
    return new Map(response.answer.rooms.map(({ slug, ...more }) => [slug, more]))
  }
  const long = { id: uuid(), text: `${'x'.repeat(119)}👩‍👩‍👧‍👦 und mehr` }
  await club.call(ben, createPost, { params: { slug: room.slug }, body: long })
  const rooms = await readUnread()
  expect([...rooms.keys()].toSorted()).toEqual([room.slug, empty.slug].toSorted())
  expect(rooms.get(empty.slug)).toEqual({ here: 0, people: [], last: null })
  expect(rooms.get(room.slug)?.last).toMatchObject({
    author: { id: ben.userId, username: ben.username },
    // cut between signs
    text: `${'x'.repeat(119)}…`,
  })
  await club.db.run(sql`insert into blocks values (${ben.userId}, ${mia.userId}, 'Name', now())`)
  expect((await readUnread()).get(room.slug)?.last).toBeNull()
  await leave(club, mia, room)
  expect([...(await readUnread()).keys()]).toEqual([empty.slug])
})

test('the last words in a room are those a member sees, however much others said since', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const [mia, ben, eve] = guests as [TestMember, TestMember, TestMember]
  await post(club, ben, room)
  const many = 130
  await club.db.run(sql`
    with grown as (update rooms set last_number = last_number + ${many}::integer where id = ${room.id})
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), ${room.id}, n + 1, ${eve.userId}, 'number ' || n, now()
    from generate_series(1, ${many}::integer) n`)
  const lastOf = async (who: TestMember) => {
    const response = await club.call(who, listLastWords, {})
    return response.ok && response.answer.rooms.find(({ slug }) => slug === room.slug)?.last
  }
  expect(await lastOf(mia)).toMatchObject({ author: { id: eve.userId } })
  await club.db.run(sql`insert into blocks values (${mia.userId}, ${eve.userId}, 'Name', now())`)
  expect(await lastOf(mia)).toMatchObject({ author: { id: ben.userId } })
  expect(await lastOf(ben)).toMatchObject({ author: { id: eve.userId } })
})
