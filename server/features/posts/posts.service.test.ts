import { expect, test } from 'vitest'
import { listPosts } from '#contract/posts/posts.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { getPostCache } from '#server/features/posts/cache/roomCache.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { block } from '#testing/fixtures/notifications.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { noteLatest } from './posts.service.ts'

const NOW = '2026-06-15T12:00:00.000Z'
const LATER = '2026-06-16T12:00:00.000Z'

test('a member who may not post for a time reads until when and why, and nobody may write slurs', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, room, guest, post, numbersIn } = opened
  const [mia, tom] = [await guest(), await guest()]
  await stateDecision(club.db, mia.userId, LATER, 'It was late.', { kind: 'posting_limit' })
  await club.app.bus.flush()
  expect(await post(mia)).toMatchObject({
    code: 'posting_limited',
    body: { until: LATER, reason: 'It was late.' },
  })
  expect(await post(tom, { text: 'du Unterm3nsch' })).toMatchObject({ code: 'words_blocked' })
  expect(await numbersIn(room.id)).toEqual([])
})

test('a page that is known, with what was posted here, is answered without a look at the posts', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest(), await guest()]
  await club.app.bus.flush()
  await list(mia)
  await post(mia, { text: 'one' })
  await club.db.transaction(async (tx) => {
    await tx.run(sql`lock table posts in access exclusive mode`)
    expect(await list(tom)).toMatchObject({ answer: { posts: [{ text: 'one' }], latest: 1 } })
  })
})

test('a room that goes while older posts of it are asked for is not there', async () => {
  await using opened = await openLounge()
  const { club, room, guest, post } = opened
  const mia = await guest()
  await post(mia)
  const reading = await club.db.transaction(async (tx) => {
    await tx.run(sql`lock table posts in access exclusive mode`)
    const page = club.call(mia, listPosts, { params: lounge, query: { before: 2 } })
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from rooms where id = ${room.id}`)
    return { page }
  })
  expect(await reading.page).toMatchObject({ status: 404, code: 'room_not_found' })
})

test('who answers reads their own post as anybody, without the names of those they do not see', async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const [mia, tom, eve] = [await guest(), await guest({ username: 'Tom' }), await guest()]
  const first = await post(mia, { text: 'where is @Tom?' })
  await block(club, eve, tom)
  const replyTo = first.ok ? first.answer.id : ''
  expect(await post(eve, { replyTo })).toMatchObject({
    answer: { reply: { line: 'where is @…?', mentions: [] } },
  })
  expect(await post(mia, { replyTo })).toMatchObject({
    answer: { reply: { line: 'where is @Tom?', mentions: [{ username: 'Tom' }] } },
  })
})

test('who asks for what was announced waits a moment for what is being stored here', async () => {
  await using opened = await openLounge()
  const { club, room, guest, post } = opened
  const { db, bus } = club.app
  let questions = 0
  const row = <T>(query: Query) => {
    questions += 1
    return db.row<T>(query)
  }
  const cache = getPostCache({ bus, db: { ...db, row } })
  const mia = await guest()
  await bus.flush()
  await cache.readNewest(room.id)
  expect(questions).toBe(1)
  const reading = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from rooms where id = ${room.id} for update`)
    const posted = post(mia)
    await untilSomebodyWaits(club)
    cache.noteLatest(room.id, 1)
    const page = cache.readNewest(room.id)
    expect(questions).toBe(1)
    return { posted, page }
  })
  expect(await reading.posted).toMatchObject({ answer: { number: 1 } })
  await reading.page
})

test('the newest number found in the database is known to the next request', async () => {
  await using opened = await openLounge()
  const { club, room, guest } = opened
  const { userId } = await guest()
  await club.app.bus.flush()
  const cache = getPostCache(club.app)
  const upTo = async () => (await cache.readNewest(room.id)).upTo
  expect(await upTo()).toBe(0)
  await club.db.run(sql`
    insert into posts (id, room_id, user_id, text, number, created_at)
    values (gen_random_uuid(), ${room.id}, ${userId}, 'hello', 1, now())`)
  await club.db.run(sql`update rooms set last_number = 1 where id = ${room.id}`)
  // not told of yet
  expect(await upTo()).toBe(0)
  noteLatest(club.app, room.id, 1)
  expect(await upTo()).toBe(1)
})
