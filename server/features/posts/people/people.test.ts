import { expect, test } from 'vitest'
import { editPost } from '#contract/posts/ownPosts.ts'
import { getTogether, listPeople, type PeopleFilter } from '#contract/posts/people.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { enterRoom, leaveRoom } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { block, waveToPost } from '#testing/fixtures/notifications.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00.000Z'

async function openSalon() {
  const salon = await openLounge({ now: NOW, config: { limitsFactor: 100 } })
  const { club } = salon
  const [mia, ben, priya] = [
    await salon.guest({ username: 'Mia' }),
    await salon.guest({ username: 'Ben', city: 'Kiel' }),
    await salon.guest({ username: 'Priya' }),
  ]
  /** A minute after whatever was before. */
  const say = async (who: TestMember, text: string, more = {}) => {
    club.clock.advance({ minutes: 1 })
    const made = await salon.post(who, { text, ...more })
    if (!made.ok) throw new Error(made.code)
    return made.answer
  }
  const wave = async (who: TestMember, { id }: { id: string }) => {
    club.clock.advance({ minutes: 1 })
    expect(await waveToPost(club, who, id)).toMatchObject({ ok: true })
  }
  return { ...salon, mia, ben, priya, say, wave }
}

const list = async (
  club: Club,
  as: TestMember,
  query: { starts?: string; filter?: PeopleFilter; before?: string } = {},
) => {
  const response = await club.call(as, listPeople, { query })
  if (!response.ok) throw new Error(response.code)
  return response.answer
}
const names = async (...args: Parameters<typeof list>) =>
  (await list(...args)).people.map(({ username }) => username)
const together = async (club: Club, as: TestMember, { userId: memberId }: TestMember) => {
  const response = await club.call(as, getTogether, { params: { memberId } })
  if (!response.ok) throw new Error(response.code)
  return response.answer
}

test('one’s people are those one exchanged something with, the last one first, and no stranger', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, priya, say, wave } = salon
  const stranger = await salon.guest({ username: 'Stranger' })
  const ofMia = await say(mia, 'good evening')
  await say(stranger, 'good evening')
  expect(await list(club, mia)).toEqual({ people: [], next: null })
  await wave(ben, ofMia)
  await say(priya, 'hello @Mia')
  const { people } = await list(club, mia)
  expect(people).toMatchObject([
    {
      username: 'Priya',
      last: {
        kind: 'mention',
        isOwn: false,
        at: '2026-05-04T20:04:00.000Z',
        post: { room: 'lounge', roomName: 'Room', number: 3, text: 'hello @Mia' },
      },
      isMutual: false,
      isWaveOwed: false,
    },
    {
      username: 'Ben',
      city: 'Kiel',
      last: { kind: 'wave', isOwn: false, post: { text: 'good evening' } },
      isMutual: false,
      isWaveOwed: true,
    },
  ])
  // to the others the same from their side
  expect(await list(club, ben)).toMatchObject({
    people: [{ username: 'Mia', last: { kind: 'wave', isOwn: true }, isWaveOwed: false }],
  })
  expect((await list(club, priya)).people).toMatchObject([
    { username: 'Mia', last: { kind: 'mention', isOwn: true } },
  ])
  expect(await names(club, stranger)).toEqual([])
  await say(mia, 'with you', { replyTo: (await say(ben, 'a chair by the fire')).id })
  expect(await names(club, mia)).toEqual(['Ben', 'Priya'])
  expect(await list(club, ben)).toMatchObject({ people: [{ last: { kind: 'reply' } }] })
  // cut between signs
  await say(ben, `@Mia ${'x'.repeat(114)}👩‍👩‍👧‍👦 und mehr`)
  expect((await list(club, mia)).people[0]?.last.post?.text).toBe(`@Mia ${'x'.repeat(114)}…`)
})

test('they are looked through by how a name begins, by who waved at each other and whom one owes an answer', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, priya, say, wave } = salon
  const pavel = await salon.guest({ username: 'Pável' })
  const ofMia = await say(mia, 'good evening')
  for (const one of [ben, priya, pavel]) await wave(one, ofMia)
  await wave(mia, await say(ben, 'hello'))
  await say(mia, '@Pável come in')
  expect(await names(club, mia)).toEqual(['Pável', 'Ben', 'Priya'])
  expect(await names(club, mia, { starts: 'p' })).toEqual(['Pável', 'Priya'])
  expect(await names(club, mia, { starts: 'PAV' })).toEqual(['Pável'])
  expect(await names(club, mia, { starts: 'riya' })).toEqual([])
  expect(await names(club, mia, { filter: 'mutual' })).toEqual(['Ben'])
  expect(await names(club, mia, { filter: 'owed' })).toEqual(['Priya'])
  expect(await names(club, mia, { filter: 'owed', starts: 'b' })).toEqual([])
})

test('a declined wave is not shown to the member who declined it, and looks to the other as if it had arrived', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, say, wave } = salon
  const [ofMia, ofBen] = [await say(mia, 'good evening'), await say(ben, 'hello')]
  await wave(ben, ofMia)
  const before = await list(club, ben)
  await club.call(mia, declineWaves, { body: { waverId: ben.userId } })
  expect(await names(club, mia)).toEqual([])
  expect(await together(club, mia, ben)).toMatchObject({
    between: { wavedAt: null, wavedBackAt: null },
  })
  expect(await list(club, ben)).toEqual(before)
  // nor does one of hers arrive any more
  await wave(mia, ofBen)
  expect((await list(club, ben)).people).toMatchObject([{ isMutual: false, isWaveOwed: false }])
  expect(await together(club, ben, mia)).toMatchObject({ between: { wavedBackAt: null } })
})

test('nothing of it is known of whom one does not see, where one may not read, or of what is gone', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, say, wave, room } = salon
  const ofMia = await say(mia, 'good evening')
  await wave(ben, ofMia)
  const answer = await say(ben, 'and to you', { replyTo: ofMia.id })
  const run = (...args: Parameters<typeof sql>) => club.db.run(sql(...args))
  expect(await names(club, mia)).toEqual(['Ben'])
  const none = { people: [], next: null }

  await block(club, ben, mia)
  for (const one of [mia, ben]) expect(await list(club, one)).toEqual(none)
  const ofBen = { params: { memberId: ben.userId } }
  expect(await club.call(mia, getTogether, ofBen)).toMatchObject({ code: 'PGRST116' })
  expect(await club.call(mia, getTogether, { params: { memberId: uuid() } })).toMatchObject({
    code: 'PGRST116',
  })
  await run`delete from blocks`
  await run`update profiles set is_hidden = true where id = ${ben.userId}`
  expect(await list(club, mia)).toEqual(none)
  await run`update profiles set is_hidden = false, content_consent_at = null where id = ${ben.userId}`
  expect(await list(club, mia)).toEqual(none)
  expect(await together(club, mia, ben)).toMatchObject({ posts: [], rooms: [] })
  await run`update profiles set content_consent_at = now() where id = ${ben.userId}`

  await run`insert into hidden_posts values (${mia.userId}, ${answer.id}, now())`
  expect((await list(club, mia)).people).toMatchObject([{ last: { kind: 'wave' } }])
  expect(await together(club, mia, ben)).toMatchObject({ posts: [], between: { replies: 0 } })
  await run`delete from hidden_posts`
  await run`update rooms set access_level = 'paid' where id = ${room.id}`
  expect(await list(club, mia)).toEqual(none)
  expect(await together(club, mia, ben)).toMatchObject({ posts: [], rooms: [] })
  await run`update rooms set access_level = 'free' where id = ${room.id}`
  await run`update room_members set dormant_at = now() where user_id = ${mia.userId}`
  expect(await list(club, mia)).toEqual(none)
  await run`update room_members set dormant_at = null where user_id = ${mia.userId}`
  await club.call(mia, leaveRoom, { params: lounge })
  expect(await list(club, mia)).toEqual(none)
  await club.call(mia, enterRoom, { params: lounge })
  expect(await names(club, mia)).toEqual(['Ben'])
  await suspendMember(club, ben)
  expect(await list(club, mia)).toEqual(none)
  expect(await club.call(mia, getTogether, ofBen)).toMatchObject({ code: 'PGRST116' })
})

test('of somebody it tells what they said where both are, whole, and what was between the two', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, priya, say, wave } = salon
  const attic = await club.room({ slug: 'attic' })
  await club.join(ben, attic)
  const entry = await club.call(ben, enterRoom, { params: lounge })
  const icebreaker = entry.ok ? entry.answer.icebreaker! : null
  await say(ben, 'the first of six')
  const answer = await say(ben, 'a lamp', { icebreakerId: icebreaker!.id })
  for (const text of ['two', 'three', 'four']) await say(ben, text)
  const last = await say(ben, 'with @Priya and @Mia')
  club.clock.advance({ minutes: 1 })
  await salon.post(ben, { text: 'up here' }, { slug: 'attic' })
  await wave(mia, last)
  await wave(ben, await say(mia, 'hello @Ben', { replyTo: last.id }))
  await say(ben, 'well', { replyTo: answer.id })

  const shared = await together(club, mia, ben)
  expect(shared.rooms).toEqual([{ slug: 'lounge', name: 'Room', icon: '' }])
  expect(shared.posts.map(({ post }) => post.text)).toEqual([
    'well',
    'with @Priya and @Mia',
    'four',
    'three',
    'two',
  ])
  expect(shared.answers).toMatchObject([
    { room: { slug: 'lounge' }, post: { text: 'a lamp' }, question: icebreaker!.question },
  ])
  expect(shared.between).toMatchObject({ replies: 1 })
  expect(shared.between?.wavedAt).not.toBeNull()
  expect(shared.between?.wavedBackAt).not.toBeNull()
  // nobody reads a name they do not see
  await block(club, mia, priya)
  const [, naming] = (await together(club, mia, ben)).posts
  expect(naming?.post.text).toBe('with @… and @Mia')
  // of oneself what is said in one's own rooms, and nothing between
  const own = await together(club, ben, ben)
  expect(own.between).toBeNull()
  expect(own.posts[0]?.post.text).toBe('well')
  expect(own.rooms.map(({ slug }) => slug).toSorted()).toEqual(['attic', 'lounge'])
  // who is named no more was not named
  const body = { text: 'hello' }
  const [mine] = (await together(club, mia, mia)).posts
  await club.call(mia, editPost, { params: { ...lounge, postId: mine!.post.id }, body })
  expect(await together(club, mia, ben)).toMatchObject({ between: { replies: 1 } })
})

test('page by page everybody is there once', async () => {
  await using salon = await openSalon()
  const { club, mia, say } = salon
  const ofMia = await say(mia, 'good evening')
  const guests = []
  for (let n = 0; n < 43; n += 1) guests.push(await salon.guest({ username: `Guest ${n + 100}` }))
  await club.db.run(sql`
    insert into waves (post_id, user_id, author_id, created_at)
    select ${ofMia.id}, id, ${mia.userId}, timestamptz '2026-05-04 20:00:00.123457Z' + (n / 10) * interval '1 microsecond'
    from unnest(${guests.map(({ userId }) => userId)}::uuid[]) with ordinality as o (id, n)`)
  const seen: string[] = []
  for (let before: string | undefined; ;) {
    const { people, next } = await list(club, mia, before ? { before } : {})
    expect(people.length).toBeLessThanOrEqual(20)
    seen.push(...people.map(({ id }) => id))
    if (!next) break
    before = next
  }
  expect(seen.toSorted()).toEqual(guests.map(({ userId }) => userId).toSorted())
})

test('a member’s page counts among the profiles of the day, once, by whichever call', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club, guest } = salon
  const [mia, ben] = [await guest(), await guest()]
  await club.call(mia, getTogether, { params: { memberId: ben.userId } })
  await club.call(mia, getTogether, { params: { memberId: ben.userId } })
  const rows = await club.db.rows<{ count: number }>(
    sql`select cardinality(times) as count from attempts where action like 'profileView%'`,
  )
  expect(rows.map(({ count }) => count)).toEqual([1, 1])
})
