import { expect, test } from 'vitest'
import { listBell, readBell, readBellItem } from '#contract/notifications/bellItems.ts'
import { createPost } from '#contract/posts/posts.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import {
  listBellItems,
  block,
  insertPost,
  readUnreadCount,
  waveToPost,
} from '#testing/fixtures/notifications.ts'
import type { TestMember } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'
import { forgetBell, ring } from './notices.service.ts'

const NOW = '2026-05-04T20:00:00.000Z'
const kinds = async (...asked: Parameters<typeof listBellItems>) =>
  (await listBellItems(...asked)).map(({ kind }) => kind)

async function openSalon() {
  const salon = await openLounge({ now: NOW })
  const [mia, ben, cleo] = await Promise.all([
    salon.guest({ username: 'Mia' }),
    salon.guest({ username: 'Ben' }),
    salon.guest({ username: 'Cleo' }),
  ])
  const { club } = salon
  const say = async (who: TestMember, body: { text: string; replyTo?: string }) => {
    const id = uuid()
    const params = { slug: 'lounge' }
    const response = await club.call(who, createPost, { params, body: { id, ...body } })
    if (!response.ok) throw new Error(response.code)
    return id
  }
  return { ...salon, club, mia, ben, cleo, say }
}

test('a reply and a mention ring for whom they are meant, once, and not for oneself', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, say } = salon
  const post = await say(mia, { text: 'Wer kommt heute?' })
  await say(ben, { text: 'Ich, mit @Cleo und @Mia', replyTo: post })
  await say(mia, { text: 'Sehr gut, @Mia', replyTo: post })
  expect(await listBellItems(club, mia)).toMatchObject([
    {
      kind: 'reply',
      actors: [{ username: 'Ben' }],
      post: { room: 'lounge', number: 2, text: 'Ich, mit @Cleo und @Mia' },
      isRead: false,
    },
  ])
  expect(await kinds(club, cleo)).toEqual(['mention'])
  expect(await kinds(club, ben)).toEqual([])
})

test('what was read on one device is read on all, live, and nothing that came since', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, say } = salon
  const post = await say(mia, { text: 'Hallo' })
  await waveToPost(club, ben, post)
  club.clock.advance({ seconds: 1 })
  await say(ben, { text: 'Hallo', replyTo: post })
  const phone = await club.session(mia)
  const stream = await club.follow(phone)
  const [reply, wave] = await listBellItems(club, mia)
  expect(await readUnreadCount(club, mia)).toBe(2)
  club.clock.advance({ seconds: 1 })
  await waveToPost(club, cleo, post)
  expect(await stream.next('bell')).toMatchObject({ unread: 2 })

  // the line as it was shown: Cleo was not in it yet
  const read = (itemId: string) => club.call(mia, readBellItem, { params: { itemId } })
  expect(await read(wave!.id)).toMatchObject({ answer: { unread: 2 } })
  expect((await listBellItems(club, mia)).map(({ isRead, count }) => [isRead, count])).toEqual([
    [false, 2],
    [false, 1],
  ])
  expect(await read(reply!.id)).toMatchObject({ answer: { unread: 1 } })
  expect(await readUnreadCount(club, phone)).toBe(1)
  const until = async (as: TestMember, at: string) =>
    club.call(as, readBell, { body: { until: at } })
  expect(await until(mia, reply!.at)).toMatchObject({ answer: { unread: 1 } })
  expect(await until(mia, club.app.now().toISOString())).toMatchObject({ answer: { unread: 0 } })
  await expect
    .poll(() => stream.events.findLast(({ type }) => type === 'bell'))
    .toEqual({
      type: 'bell',
      unread: 0,
    })
  // nobody reads for anybody else
  await waveToPost(club, ben, await say(mia, { text: 'Noch einer' }))
  const [another] = await listBellItems(club, mia)
  await club.call(ben, readBellItem, { params: { itemId: another!.id } })
  expect(await readUnreadCount(club, mia)).toBe(1)
  stream.close()
})

const userOf = ({ userId }: TestMember) => userId
type Who = { mia: TestMember; ben: TestMember; post: string; reply: string; room: { id: string } }
const outOfSight: [string, (who: Who) => Query, left: string[]][] = [
  [
    'blocked',
    ({ mia, ben }) =>
      sql`insert into blocks (blocker_id, blocked_id, name, created_at)
      values (${userOf(ben)}, ${userOf(mia)}, 'Mia', ${NOW})`,
    [],
  ],
  [
    'suspended',
    ({ ben }) =>
      sql`update users set suspended_until = '2999-01-01', suspension_reason = 'x' where id = ${userOf(ben)}`,
    [],
  ],
  [
    'leaving',
    ({ ben }) => sql`insert into account_deletions (user_id, requested_at, purge_at, reason)
    values (${userOf(ben)}, ${NOW}, ${NOW}, 'asked')`,
    [],
  ],
  [
    'without consent',
    ({ ben }) => sql`update profiles set content_consent_at = null where id = ${userOf(ben)}`,
    [],
  ],
  [
    'a reply put away',
    ({ mia, reply }) =>
      sql`insert into hidden_posts (user_id, post_id, hidden_at) values (${userOf(mia)}, ${reply}, ${NOW})`,
    ['mutual_wave', 'wave'],
  ],
  [
    'a reply removed',
    ({ reply }) =>
      sql`update posts set removed_at = ${NOW}, taken_back_by = user_id where id = ${reply}`,
    ['mutual_wave', 'wave'],
  ],
  [
    'a room left',
    ({ mia, room }) =>
      sql`delete from room_members where user_id = ${userOf(mia)} and room_id = ${room.id}`,
    ['mutual_wave'],
  ],
  [
    'a room that asks for more now',
    ({ room }) => sql`update rooms set access_level = 'vip' where id = ${room.id}`,
    ['mutual_wave'],
  ],
]

test.each(outOfSight)('nothing of what is out of sight rings on: %s', async (_, act, left) => {
  await using salon = await openSalon()
  const { club, room, mia, ben, say } = salon
  const post = await say(mia, { text: 'Hallo' })
  await waveToPost(club, mia, await say(ben, { text: 'Guten Abend' }))
  await waveToPost(club, ben, post)
  const reply = await say(ben, { text: 'Hallo', replyTo: post })
  expect((await kinds(club, mia)).sort()).toEqual(['mutual_wave', 'reply', 'wave'])
  await stateDecision(club.db, ben.userId, '2999-01-01')
  await club.db.run(act({ mia, ben, post, reply, room }))
  expect((await kinds(club, mia)).sort()).toEqual(left)
  expect(await readUnreadCount(club, mia)).toBe(left.length)
})

test('a muted room and a blocked member cause no notification, also not later; decisions always do', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, say } = salon
  const post = await say(mia, { text: 'Hallo' })
  await club.db.run(sql`update room_members set muted_at = ${NOW} where user_id = ${mia.userId}`)
  await waveToPost(club, ben, post)
  await say(ben, { text: 'Hallo @Mia', replyTo: post })
  await club.db.run(sql`update room_members set muted_at = null`)
  await block(club, mia, cleo)
  const reference = 'S-2026-000001'
  const at = club.app.now()
  await club.db.transaction(async (tx) => {
    await ring(tx, { kind: 'decision', userId: mia.userId, reference, at })
    const of = { actorId: cleo.userId, postId: post, at }
    await ring(tx, { kind: 'wave', userId: mia.userId, ...of })
  })
  await club.db.run(sql`delete from blocks`)
  expect(await listBellItems(club, mia)).toMatchObject([
    { kind: 'decision', reference, post: null, actors: [] },
  ])
})

test('a removed mention removes its notification, and so does a removed post', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, say } = salon
  const named = await say(ben, { text: 'Na, @Mia' })
  expect(await kinds(club, mia)).toEqual(['mention'])
  await club.db.run(sql`delete from post_mentions where post_id = ${named}`)
  expect(await kinds(club, mia)).toEqual([])
  const post = await say(mia, { text: 'Hallo' })
  await waveToPost(club, ben, post)
  await club.db.run(sql`delete from posts where id = ${post}`)
  expect(await club.db.rows(sql`select from bell_items where post_id <> ${named}`)).toEqual([])
  expect(await club.db.rows(sql`select from waves`)).toEqual([])
})

test('a member named again in the same post has the notification as before, and no new one', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, say } = salon
  const stream = await club.follow(mia)
  const params = { slug: 'lounge', postId: await say(ben, { text: 'Na, @Mia' }) }
  expect(await stream.next('bell')).toMatchObject({ unread: 1 })
  const [first] = await listBellItems(club, mia)
  const edit = async (text: string) => {
    club.clock.advance({ seconds: 10 })
    expect(await club.call(ben, editPost, { params, body: { text } })).toMatchObject({ ok: true })
  }
  await edit('Na?')
  expect(await stream.next('bell')).toMatchObject({ unread: 0 })
  expect(await listBellItems(club, mia)).toEqual([])
  await edit('Na, @Mia?')
  expect(await stream.next('bell')).toMatchObject({ unread: 1 })
  expect(await listBellItems(club, mia)).toMatchObject([{ id: first!.id, at: first!.at }])
  await club.call(mia, readBellItem, { params: { itemId: first!.id } })
  await edit('Na?')
  await edit('Na, @Mia!')
  expect(await readUnreadCount(club, mia)).toBe(0)
  expect(await listBellItems(club, mia)).toMatchObject([{ id: first!.id, isRead: true }])
})

test('the bell is paged without gaps, and forgets after ninety days', async () => {
  await using salon = await openSalon()
  const { club, room, mia, ben } = salon
  for (let times = 0; times < 35; times += 1) {
    const postId = await insertPost(club, mia, { slug: 'lounge' })
    await club.db.transaction((tx) =>
      ring(tx, {
        kind: 'wave',
        userId: mia.userId,
        actorId: ben.userId,
        postId,
        at: club.app.now(),
      }),
    )
    if (times % 2) club.clock.advance({ seconds: 1 })
  }
  expect(room.slug).toBe('lounge')
  const first = await club.call(mia, listBell, { query: {} })
  if (!first.ok || !first.answer.next) throw new Error('no page')
  const second = await club.call(mia, listBell, { query: { before: first.answer.next } })
  if (!second.ok) throw new Error(second.code)
  expect(second.answer.next).toBe(null)
  const all = [...first.answer.items, ...second.answer.items]
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(new Set(all.map(({ id }) => id)).size).toBe(35)
  club.clock.advance({ days: 90 })
  await forgetBell(club.app)
  expect(await listBellItems(club, await club.session(mia))).toEqual([])
})
