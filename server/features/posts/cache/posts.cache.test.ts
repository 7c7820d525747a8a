import { expect, test } from 'vitest'
import { logOut } from '#contract/accounts/session.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { enterRoom, leaveRoom } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/database/events.ts'
import { letPass } from '#testing/club/clocks.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'
import { getPostCache } from './roomCache.ts'

const IDLE_MS = 15 * 60_000
const SUBSCRIBED = { verificationStatus: 'verified', subscribedUntil: '2999-01-01' } as const

test('whatever changes in the database, by whatever statement, changes what a server answers', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { club, room, guest, post, list } = opened
  await club.db.run(sql`update rooms set access_level = 'vip' where id = ${room.id}`)
  const changes = {
    suspended: sql`update users set suspended_until = '2027-01-01', suspension_reason = 'Be kind.'`,
    not_admitted: sql`update users set admitted_at = null`,
    not_signed_in: sql`delete from sessions`,
    room_needs_verification: sql`
      update profiles set verification_status = 'rejected', verified_at = null,
        verification_method = 'none'`,
    room_needs_subscription: sql`delete from paid_access`,
    not_in_room: sql`delete from room_members`,
  }
  for (const [code, change] of Object.entries(changes)) {
    const mia = await guest(SUBSCRIBED)
    await stateDecision(club.db, mia.userId, '2027-01-01')
    expect(await list(mia), code).toMatchObject({ ok: true })
    const own = /update users|update profiles/.test(change.text) ? sql`id` : sql`user_id`
    await club.db.run(sql`${change} where ${own} = ${mia.userId}`)
    const refused = code.startsWith('room_needs') ? /room_needs/ : new RegExp(code)
    expect(await list(mia)).toMatchObject({ ok: false, code: expect.stringMatching(refused) })
    expect(await post(mia)).toMatchObject({ ok: false, code: expect.stringMatching(refused) })
  }
  const tom = await guest(SUBSCRIBED)
  expect(await list(tom)).toMatchObject({ ok: true })
  await club.db.run(sql`update rooms set is_active = false where id = ${room.id}`)
  expect(await list(tom)).toMatchObject({ code: 'room_not_found' })
})

test('a post changed, removed or orphaned, and an author renamed, are seen so by the next reader', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest(), await guest()]
  for (const text of ['one', 'two']) await post(mia, { text })
  await post(tom, { text: 'three' })
  const shown = async () => {
    const page = await list(tom)
    return page.ok ? page.answer.posts.map((one) => `${one.author.username}: ${one.text}`) : page
  }
  expect(await shown()).toEqual([
    `${tom.username}: three`,
    `${mia.username}: two`,
    `${mia.username}: one`,
  ])
  await club.db.run(sql`update profiles set username = 'Renate' where id = ${mia.userId}`)
  expect(await shown()).toEqual([`${tom.username}: three`, 'Renate: two', 'Renate: one'])
  await club.db.run(sql`update posts set text = 'eins' where text = 'one'`)
  await club.db.run(
    sql`update posts set removed_at = now(), taken_back_by = user_id where text = 'two'`,
  )
  expect(await shown()).toEqual([`${tom.username}: three`, 'Renate: eins'])
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  expect(await shown()).toEqual([`${tom.username}: three`])
})

test('a request after a change is not answered from before it', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const { db, bus } = club.app
  const [mia, tom, ben] = [await guest(), await guest(), await guest()]
  for (const text of ['one', 'two']) await post(mia, { text })
  for (const one of [tom, ben]) await list(one)
  await db.run(sql`update posts set text = 'eins' where text = 'one'`)
  await bus.flush()
  const pages = await db.transaction(async (tx) => {
    await tx.run(sql`lock table posts in access exclusive mode`)
    const asked = [list(tom), list(tom)]
    await untilSomebodyWaits(club)
    await db.run(sql`update profiles set username = 'Renate' where id = ${mia.userId}`)
    await bus.flush()
    asked.push(list(ben), list(ben))
    await untilSomebodyWaits(club, 2)
    return { asked }
  })
  for (const page of await Promise.all(pages.asked))
    expect(page).toMatchObject({ answer: { posts: [{ text: 'two' }, { text: 'eins' }] } })
  expect(await list(tom)).toMatchObject({
    answer: { posts: [{ author: { username: 'Renate' } }, {}] },
  })
})

test('a member renamed while their post arrives is shown under the new name', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest({ city: 'Kiel' }), await guest()]
  await post(tom)
  for (const one of [mia, tom]) await list(one)
  const { host, port } = new URL(club.url)
  const body = JSON.stringify({ id: uuid(), text: 'hello' })
  using line = rawLine(Number(port))
  line.say(
    `POST ${createPost.path.replace(':slug', lounge.slug)} HTTP/1.1\r\nhost: ${host}\r\n` +
      `origin: ${club.url}\r\ncookie: ${mia.cookie}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await expect.poll(() => line.heard()).toContain('100 Continue')
  await list(tom)
  await club.db.run(
    sql`update profiles set username = 'Renate', city = null where id = ${mia.userId}`,
  )
  await club.app.bus.flush()
  line.say(body)
  await expect.poll(() => line.heard()).toContain('200 OK')
  expect(await list(tom)).toMatchObject({
    answer: { posts: [{ text: 'hello', author: { username: 'Renate', city: null } }, {}] },
  })
})

test('after an act the server does not answer from an older cache', async () => {
  await using opened = await openLounge()
  const { club, guest, list } = opened
  for (let times = 0; times < 20; times += 1) {
    const [mia, tom] = [await guest(), await guest()]
    await Promise.all([list(mia), list(tom)])
    await club.call(mia, leaveRoom, { params: lounge })
    expect(await list(mia)).toMatchObject({ code: 'not_in_room' })
    await club.call(tom, logOut, {})
    expect(await list(tom)).toMatchObject({ code: 'not_signed_in' })
  }
})

test('what somebody did at one process another goes by a moment later, and from then on', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const there = await club.secondServer()
  const mia = await guest()
  const read = async () => {
    const answer = await club.call(mia, listPosts, { params: lounge, query: {} }, there)
    return 'code' in answer ? answer.code : 'ok'
  }
  for (let times = 0; times < 5; times += 1) {
    // remembered there, and nobody asks it to look again
    await expect.poll(read, { interval: 5 }).toBe('ok')
    await club.call(mia, leaveRoom, { params: lounge })
    await expect.poll(read, { interval: 5 }).toBe('not_in_room')
    expect([await read(), await read()]).toEqual(['not_in_room', 'not_in_room'])
    await club.call(mia, enterRoom, { params: lounge })
    await expect.poll(read, { interval: 5 }).toBe('ok')
    expect([await read(), await read()]).toEqual(['ok', 'ok'])
  }
})

test('a post that was answered is in every page this server gives from then on', async () => {
  await using opened = await openLounge({ config: { limitsFactor: 100 } })
  const { guest, post, list } = opened
  const guests = await Promise.all(Array.from({ length: 8 }, () => guest()))
  await Promise.all(
    guests.map(async (one) => {
      for (let times = 0; times < 10; times += 1) {
        const made = await post(one)
        const page = await list(one)
        if (!made.ok || !page.ok) throw new Error('refused')
        expect(page.answer.latest).toBeGreaterThanOrEqual(made.answer.number)
        if (page.answer.from <= made.answer.number)
          expect(page.answer.posts.map((shown) => ({ ...shown, left: null }))).toContainEqual(
            made.answer,
          )
      }
    }),
  )
})

test('while events cannot be received, nothing is cached', async () => {
  await using opened = await openLounge()
  const { club, room, guest, list } = opened
  const mia = await guest()
  expect(await list(mia)).toMatchObject({ ok: true })
  const { bus, db } = club.app
  for (let times = 0; times < 3; times += 1) {
    await db.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'club listening' and datname = current_database()`)
    await expect.poll(() => bus.isReceiving, { interval: 1 }).toBe(false)
    await db.run(sql`delete from room_members where user_id = ${mia.userId}`)
    expect(await list(mia)).toMatchObject({ code: 'not_in_room' })
    await club.join(mia, room)
    expect(await list(mia)).toMatchObject({ ok: true })
    await expect.poll(() => bus.isReceiving).toBe(true)
    expect(await list(mia)).toMatchObject({ ok: true })
  }
})

test('what only time changes is not remembered beyond it', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { club, guest, list } = opened
  const premium = await club.room({ slug: 'premium', accessLevel: 'paid' })
  const mia = await guest({ subscribedUntil: '2026-05-01T20:00:05Z' })
  await club.join(mia, premium)
  expect(await list(mia, premium)).toMatchObject({ ok: true })
  club.clock.advance({ seconds: 5 })
  expect(await list(mia, premium)).toMatchObject({ code: 'room_needs_subscription' })
  club.clock.advance({ seconds: -3 })
  expect(await list(mia, premium)).toMatchObject({ ok: true })
})

test('a process caches the rooms that are requested, and not those it only receives events of', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const mia = await guest()
  const cache = getPostCache(club.app)
  for (let n = 0; n < 50; n += 1)
    await publish(club.db, { kind: 'post', roomId: uuid(), number: n + 1 })
  await club.app.bus.flush()
  expect(club.app.bus.received.get('post')).toBe(50)
  expect(cache.size).toBe(0)
  const quiet = await club.room()
  await club.join(mia, quiet)
  expect(await list(mia, quiet)).toMatchObject({ ok: true })
  expect(await list(mia)).toMatchObject({ ok: true })
  expect(cache.size).toBe(2)
  letPass(IDLE_MS)
  await publish(club.db, { kind: 'post', roomId: uuid(), number: 1 })
  await club.app.bus.flush()
  expect(cache.size).toBe(0)
  await list(mia)
  expect(cache.size).toBe(1)
  await post(mia, { text: 'one' })
  expect(await list(mia)).toMatchObject({ answer: { posts: [{ text: 'one' }] } })
  expect(await list(mia, quiet)).toMatchObject({ answer: { posts: [] } })
})
