import { expect, test } from 'vitest'
import { waveBack } from '#contract/posts/waves.ts'
import { declineWaves, listWaves } from '#contract/posts/receivedWaves.ts'
import { leaveRoom } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import {
  block,
  insertPost,
  listBellItems,
  undoWaveToPost,
  waveToPost,
} from '#testing/fixtures/notifications.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00.000Z'

async function openSalon() {
  const salon = await openLounge({ now: NOW })
  const [mia, ben] = [
    await salon.guest({ username: 'Mia' }),
    await salon.guest({ username: 'Ben' }),
  ]
  const { club, room } = salon
  const write = (who: TestMember, text?: string) => insertPost(club, who, room, text)
  return { ...salon, mia, ben, write }
}

const waveAt = (club: Club, as: TestMember, { userId: memberId }: { userId: string }) =>
  club.call(as, waveBack, { params: { memberId } })
const kinds = async (club: Club, as: TestMember) =>
  (await listBellItems(club, as)).map(({ kind }) => kind).sort()

test('waving back is a wave at their newest post not waved at yet, and makes it mutual', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const [ofMia, older, newer] = [await write(mia), await write(ben), await write(ben)]
  await waveToPost(club, ben, ofMia)
  expect(await waveAt(club, mia, ben)).toMatchObject({
    answer: {
      post: { id: newer, room: 'lounge', roomName: 'Room', number: 3 },
      undoableUntil: '2026-05-04T20:00:10.000Z',
    },
  })
  expect(await kinds(club, ben)).toEqual(['mutual_wave', 'wave'])
  expect(await kinds(club, mia)).toEqual(['mutual_wave', 'wave'])
  // pressed twice it is one wave; later it is another, at the next
  club.clock.advance({ seconds: 4 })
  expect(await waveAt(club, mia, ben)).toMatchObject({
    answer: { post: { id: newer }, undoableUntil: '2026-05-04T20:00:10.000Z' },
  })
  club.clock.advance({ seconds: 20 })
  expect(await waveAt(club, mia, ben)).toMatchObject({ answer: { post: { id: older } } })
  club.clock.advance({ seconds: 20 })
  expect(await waveAt(club, mia, ben)).toMatchObject({ code: 'nothing_to_wave_at' })
})

test('it is undone like any wave', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const post = await write(ben)
  await waveAt(club, mia, ben)
  expect(await undoWaveToPost(club, mia, post)).toMatchObject({ ok: true })
  expect(await kinds(club, ben)).toEqual([])
  expect(await waveAt(club, mia, ben)).toMatchObject({ answer: { post: { id: post } } })
})

test('several waves at once make one, and two who wave back at once are notified once', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  await write(mia)
  await write(ben)
  await write(ben)
  const answers = await Promise.all(
    [mia, mia, mia, ben, ben].map((one) => waveAt(club, one, one === mia ? ben : mia)),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await club.db.rows(sql`select from waves`)).toHaveLength(2)
  for (const one of [mia, ben]) expect(await kinds(club, one)).toEqual(['mutual_wave', 'wave'])
})

test('a member who was told "No, thank you" gets the same answer, and nothing arrives', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const [ofMia] = [await write(mia), await write(ben)]
  await waveToPost(club, ben, ofMia)
  await club.call(mia, declineWaves, { body: { waverId: ben.userId } })
  club.clock.advance({ minutes: 1 })
  await write(mia)
  expect(await waveAt(club, ben, mia)).toMatchObject({
    answer: { post: { number: 3 }, undoableUntil: '2026-05-04T20:01:10.000Z' },
  })
  expect(await kinds(club, mia)).toEqual([])
  expect(await waveAt(club, mia, ben)).toMatchObject({ ok: true })
  expect(await kinds(club, ben)).toEqual([])
  const received = await club.call(ben, listWaves, { query: {} })
  expect(received).toMatchObject({ answer: { waves: [] } })
})

test('who is not seen is answered like nobody: blocked either way, suspended, hidden, oneself', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write, guest } = salon
  await write(ben)
  const nobody = await waveAt(club, mia, { userId: uuid() })
  expect(nobody).toMatchObject({ ok: false, code: 'PGRST116' })
  await block(club, mia, ben)
  expect(await waveAt(club, mia, ben)).toEqual(nobody)
  expect(await waveAt(club, ben, mia)).toEqual(nobody)
  await club.db.run(sql`delete from blocks`)
  await club.db.run(sql`update profiles set is_hidden = true where id = ${ben.userId}`)
  expect(await waveAt(club, mia, ben)).toEqual(nobody)
  expect(await waveAt(club, mia, mia)).toEqual(nobody)
  const cleo = await guest()
  await write(cleo)
  await suspendMember(club, cleo)
  expect(await waveAt(club, mia, cleo)).toEqual(nobody)
  expect(await club.db.rows(sql`select from waves`)).toEqual([])
})

test('there is nothing to wave at without a post in a room both are in, and may read', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write, room } = salon
  const none = { ok: false, code: 'nothing_to_wave_at' }
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  const attic = await club.room({ slug: 'attic' })
  await club.join(ben, attic)
  await insertPost(club, ben, attic)
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  const post = await write(ben)
  const run = (...args: Parameters<typeof sql>) => club.db.run(sql(...args))
  await run`insert into hidden_posts values (${mia.userId}, ${post}, now())`
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  await run`delete from hidden_posts`
  await run`update posts set removed_at = now(), taken_back_by = user_id where id = ${post}`
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  const another = await write(ben)
  await run`update profiles set content_consent_at = null where id = ${ben.userId}`
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  await run`update profiles set content_consent_at = now() where id = ${ben.userId}`
  await run`update rooms set access_level = 'paid' where id = ${room.id}`
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  await run`update rooms set access_level = 'free' where id = ${room.id}`
  await run`update room_members set dormant_at = now() where user_id = ${ben.userId}`
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  await run`update room_members set dormant_at = null where user_id = ${ben.userId}`
  await club.call(mia, leaveRoom, { params: lounge })
  expect(await waveAt(club, mia, ben)).toMatchObject(none)
  await club.join(mia, room)
  expect(await waveAt(club, mia, ben)).toMatchObject({ answer: { post: { id: another } } })
})

test('it counts towards the sixty waves an hour', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const posts = await Promise.all(Array.from({ length: 60 }, () => write(ben)))
  await Promise.all(posts.map((post) => waveToPost(club, mia, post)))
  club.clock.advance({ minutes: 1 })
  await write(ben)
  expect(await waveAt(club, mia, ben)).toMatchObject({ code: 'too_many_attempts' })
})
