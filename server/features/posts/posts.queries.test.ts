import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { readVisibility } from '#server/platform/member-rules/visibility.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'
import { toRateKeys } from '#server/features/content-rules/content-rules.ts'
import { insertPosts, readPage, readRange, readUnstored, type NewPost } from './posts.queries.ts'

const NOW = '2026-06-15T12:00:00.000Z'
const LATER = '2026-06-15T12:00:00.001Z'

async function openLounge() {
  const club = await openClub({ now: NOW })
  const mia = await club.member({ username: 'Mia' })
  const [tom, eve] = [await club.member(), await club.member()]
  const room = await club.room()
  for (const one of [mia, tom, eve]) await club.join(one, room)
  const order = (who: TestMember, said: Partial<NewPost> = {}): NewPost => ({
    id: uuid(),
    roomId: room.id,
    userId: who.userId,
    sessionId: who.sessionId,
    text: 'Good evening.',
    icebreakerId: null,
    replyTo: null,
    createdAt: NOW,
    pace: toRateKeys({ userId: who.userId, isNewcomer: false }, room.id, uuid()),
    ...said,
  })
  const write = (...orders: NewPost[]) => insertPosts(club.app, club.db, orders)
  /** Whether it was stored, and what is said of it where not. */
  const attempt = async (one: NewPost) => {
    const [stored] = await write(one)
    const why = await readUnstored(club.app, club.db, { ...one, id: uuid() }, room.slug)
    return { isStored: stored !== undefined, why }
  }
  return {
    club,
    mia,
    tom,
    eve,
    room,
    order,
    write,
    attempt,
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

const hide = ({ db }: Club, who: TestMember, postId: string) =>
  db.run(
    sql`insert into hidden_posts (user_id, post_id, hidden_at) values (${who.userId}, ${postId}, ${NOW})`,
  )
const block = ({ db }: Club, who: TestMember, other: TestMember) =>
  db.run(sql`
    insert into blocks (blocker_id, blocked_id, created_at) values (${who.userId}, ${other.userId}, ${NOW})`)

test('nothing is stored of a session that has ended, ends at this moment, or is somebody else’s', async () => {
  await using opened = await openLounge()
  const { club, mia, tom, order, attempt } = opened
  const end = (at: string) =>
    club.db.run(sql`update sessions set expires_at = ${at} where id = ${mia.sessionId}`)
  await end(NOW)
  expect(await attempt(order(mia))).toMatchObject({ isStored: false, why: { isSignedIn: false } })
  expect(await attempt(order(mia, { sessionId: uuid() }))).toMatchObject({
    isStored: false,
    why: { isSignedIn: false },
  })
  expect(await attempt(order(mia, { sessionId: tom.sessionId }))).toMatchObject({ isStored: false })
  await end(LATER)
  expect(await attempt(order(mia))).toMatchObject({ isStored: true, why: { isSignedIn: true } })
})

test('a limit to posting keeps somebody from it until its end, unless it was lifted', async () => {
  await using opened = await openLounge()
  const { club, mia, tom, order, attempt } = opened
  const limit = (until: string, liftedAt: string | null = null) =>
    stateDecision(club.db, mia.userId, until, 'It was late.', { kind: 'posting_limit', liftedAt })
  await limit(LATER, NOW)
  await limit(NOW)
  await stateDecision(club.db, mia.userId, LATER, 'Reports.', { kind: 'reporting_limit' })
  await stateDecision(club.db, tom.userId, LATER, 'It was loud.', { kind: 'posting_limit' })
  expect(await attempt(order(mia))).toMatchObject({ isStored: true })
  expect(await attempt(order(tom))).toMatchObject({ isStored: false })
  await limit(LATER)
  expect(await attempt(order(mia))).toMatchObject({ isStored: false })
})

test('the answered post has to be in that room and visible to the author of the reply', async () => {
  await using opened = await openLounge()
  const { club, mia, tom, order, write, attempt } = opened
  const elsewhere = await club.room()
  await club.join(tom, elsewhere)
  const [quoted, gone, far] = [order(tom), order(tom), order(tom, { roomId: elsewhere.id })]
  for (const one of [quoted, gone, far]) expect(await write(one)).toHaveLength(1)
  await hide(club, mia, gone.id)
  const answer = (to: NewPost) => attempt(order(mia, { replyTo: to.id }))
  const refused = { isStored: false, why: { isQuotable: false } }
  expect(await answer(quoted)).toMatchObject({ isStored: true, why: { isQuotable: true } })
  expect(await answer(gone)).toMatchObject(refused)
  expect(await answer(far)).toMatchObject(refused)
  expect(await answer(order(tom))).toMatchObject(refused)
  await hide(club, tom, quoted.id)
  expect(await answer(quoted)).toMatchObject({ isStored: true })
  await block(club, tom, mia)
  expect(await answer(quoted)).toMatchObject(refused)
})

test('posts of several are stored in one statement, each with what it answers and whom it names', async () => {
  await using opened = await openLounge()
  const { mia, tom, eve, order, write } = opened
  const first = order(mia)
  await write(first)
  const [answer, named, plain] = [
    order(mia, { replyTo: first.id, text: 'Again.' }),
    order(tom, { text: '@Mia, listen.' }),
    order(eve),
  ]
  const stored = (await write(plain, answer, named)).toSorted((a, b) => a.number - b.number)
  expect(stored.map(({ number }) => number)).toEqual([2, 3, 4])
  const byId = new Map(stored.map((one) => [one.id, one]))
  expect(byId.get(answer.id)).toMatchObject({ reply: { number: 1 }, mentions: [] })
  expect(byId.get(named.id)).toMatchObject({
    reply: null,
    mentions: [{ id: mia.userId, username: 'Mia', name: 'Mia' }],
  })
  expect(byId.get(plain.id)).toMatchObject({ reply: null, mentions: [], role: null })
})

test('the event of a room has its highest number', async () => {
  await using opened = await openLounge()
  const { club, mia, tom, eve, room, order, write } = opened
  const events: unknown[] = []
  club.app.bus.on('post', (event) => void events.push(event))
  await write(order(mia), order(tom), order(eve))
  await expect.poll(() => events).toEqual([{ kind: 'post', roomId: room.id, number: 3 }])
})

test('why something was not stored names the room as it is now, and what of its author is asked', async () => {
  await using opened = await openLounge()
  const { club, mia, tom, room, order, write } = opened
  const unstored = (one: NewPost, slug = room.slug) => readUnstored(club.app, club.db, one, slug)
  const post = order(mia)
  await write(post)
  expect(await unstored(post)).toMatchObject({
    taken: { roomId: room.id, userId: mia.userId, post: { id: post.id, text: 'Good evening.' } },
    roomAccess: { id: room.id, accessLevel: 'free', isActive: true, isMember: true },
    standing: { hasContentConsent: true, isHidden: false },
    retryAfter: null,
  })
  const other = order(tom)
  await club.db.run(sql`delete from room_members where user_id = ${tom.userId}`)
  expect(await unstored(other)).toMatchObject({ taken: null, roomAccess: { isMember: false } })
  expect(await unstored(other, 'nowhere')).toMatchObject({ roomAccess: null })
  expect(await unstored(order({ ...tom, userId: uuid() }))).toMatchObject({ standing: null })
  await club.db.run(sql`update profiles set content_consent_at = null where id = ${tom.userId}`)
  expect(await unstored(other)).toMatchObject({ standing: { hasContentConsent: false } })
})

test('a page holds nothing of whom its reader is blocked with, and none of the posts they put away', async () => {
  await using opened = await openLounge()
  const { club, mia, tom, room, order, write } = opened
  const [first, second, third] = [order(mia), order(tom), order(tom)]
  for (const one of [first, second, third]) await write(one)
  const read = async (sight?: Parameters<typeof readVisibility>[0]) =>
    (await readPage(club.db, room.id, {}, 10, sight && readVisibility(sight)))!.posts.map(
      ({ id }) => id,
    )
  expect(await read()).toEqual([third.id, second.id, first.id])
  expect(await read({ blockedWith: [tom.userId], hiddenPosts: [] })).toEqual([first.id])
  expect(await read({ blockedWith: [], hiddenPosts: [third.id] })).toEqual([second.id, first.id])
  const between = await readRange(club.db, room.id, 1, 2)
  expect(between).toMatchObject({ latest: 3, posts: [{ id: second.id }] })
  expect(await readRange(club.db, uuid(), 0, 2)).toEqual({ latest: 0, posts: [] })
})

test('a member who posts too soon in a slow room reads when they may', async () => {
  await using opened = await openLounge()
  const { club, mia, order, attempt } = opened
  await club.room({ slug: 'quick' })
  await club.db.run(sql`update rooms set slow_seconds = 60 where slug <> 'quick'`)
  expect(await attempt(order(mia))).toMatchObject({ isStored: true, why: { slowMode: 60 } })
  expect(await attempt(order(mia))).toMatchObject({ isStored: false, why: { slowMode: 60 } })
})
