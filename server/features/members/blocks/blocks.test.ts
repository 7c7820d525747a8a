import { expect, test } from 'vitest'
import { withdrawConsent } from '#contract/consent/consent.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { deletePost } from '#contract/posts/ownPosts.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { listPeople } from '#contract/posts/people.ts'
import { getMember, saveProfile } from '#contract/members/profiles.ts'
import { listRooms, muteRoom } from '#contract/rooms/rooms.ts'
import { blockMember, listBlocks, unblockMember } from '#contract/members/blocks.ts'
import { hidePost, showAllPosts, showPost } from '#contract/members/hiding.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertPhoto, see } from '#testing/fixtures/photos.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { leave } from '#testing/privacy/leaving.ts'
import { uuid } from '#testing/random.ts'

type Room = { id: string; slug: string }

async function twoInARoom(club: Club) {
  const room = await club.room()
  const [mia, ben, cleo] = [await club.member(), await club.member(), await club.member()]
  for (const one of [mia, ben, cleo]) await club.join(one, room)
  return { room, mia, ben, cleo }
}

async function say(club: Club, who: TestMember, { slug }: Room, text: string) {
  const id = uuid()
  const response = await club.call(who, createPost, { params: { slug }, body: { id, text } })
  if (!response.ok) throw new Error(response.code)
  return response.answer
}

async function read(club: Club, who: TestMember, { slug }: Room, query = {}) {
  const page = await club.call(who, listPosts, { params: { slug }, query })
  if (!page.ok) throw new Error(page.code)
  return page.answer
}
const texts = (page: { posts: { text: string }[] }) => page.posts.map(({ text }) => text)

const block = async (club: Club, who: TestMember, whom: { userId: string }) =>
  club.call(who, blockMember, { params: { memberId: whom.userId } })

test('two who are blocked see nothing of each other, and a third sees both', async () => {
  await using club = await openClub()
  const { room, mia, ben, cleo } = await twoInARoom(club)
  await say(club, mia, room, 'from mia')
  await say(club, ben, room, 'from ben')
  expect(await block(club, mia, ben)).toMatchObject({ ok: true, answer: { done: true } })

  expect(texts(await read(club, mia, room))).toEqual(['from mia'])
  expect(texts(await read(club, ben, room))).toEqual(['from ben'])
  expect(texts(await read(club, cleo, room))).toEqual(['from ben', 'from mia'])
  // what is told of numbers hides that there is something
  expect(await read(club, mia, room, { after: 0 })).toMatchObject({ from: 1, to: 2, latest: 2 })
  const seenAs = async (who: TestMember, memberId: string) => {
    const { headers: _, ...rest } = await club.call(who, getMember, { params: { memberId } })
    return rest
  }
  for (const [who, other] of [
    [mia, ben],
    [ben, mia],
  ] as const)
    expect(await seenAs(who, other.userId)).toEqual(await seenAs(who, uuid()))
  const counts = async (who: TestMember) => {
    const listed = await club.call(who, listRooms, {})
    return listed.ok
      ? listed.answer.rooms.find(({ slug }) => slug === room.slug)?.memberCount
      : null
  }
  expect([await counts(mia), await counts(ben), await counts(cleo)]).toEqual([2, 2, 3])
})

test('what somebody said last, where it names whom one does not see, is told without its words', async () => {
  await using club = await openClub()
  const room = await club.room()
  const [mia, ben, eve] = [
    await club.member({ username: 'Mia' }),
    await club.member({ username: 'Ben' }),
    await club.member({ username: 'Eve' }),
  ]
  for (const one of [mia, ben, eve]) await club.join(one, room)
  const told = async () => {
    const listed = await club.call(mia, listPeople, { query: {} })
    return listed.ok ? listed.answer.people.map(({ last }) => last.post.text) : listed.code
  }
  await say(club, ben, room, '@Mia, with @Eve')
  expect(await told()).toEqual(['@Mia, with @Eve'])
  await block(club, mia, eve)
  expect(await told()).toEqual(['…'])
  await club.call(mia, unblockMember, { params: { memberId: eve.userId } })
  await suspend(club.db, eve.userId, '2999-01-01')
  expect(await told()).toEqual(['…'])
  // what names oneself alone is read, whatever else somebody wrote
  await block(club, mia, eve)
  await say(club, ben, room, '@Mia, listen')
  expect(await told()).toEqual(['@Mia, listen'])
})

test('a blocked member can no longer load a photo, at the address they know', async () => {
  await using club = await openClub()
  const { mia, ben } = await twoInARoom(club)
  const photoId = await insertPhoto(club, ben.userId)
  const open = async () => (await see(club, mia, { memberId: ben.userId, photoId })).status
  const before = await open()
  await block(club, ben, mia)
  expect([before, await open()]).toEqual([200, 404])
})

test('it holds from the next word on, in streams that were open before', async () => {
  await using club = await openClub()
  const { room, mia, ben, cleo } = await twoInARoom(club)
  const [atMia, atBen, atCleo] = [
    await club.follow(mia),
    await club.follow(ben),
    await club.follow(cleo),
  ]
  for (const heard of [atMia, atBen, atCleo]) await heard.next('ready')
  await block(club, mia, ben)
  for (const heard of [atMia, atBen]) await heard.next('ready')
  await say(club, ben, room, 'to nobody in particular')
  expect(await atMia.next('post')).toMatchObject({ number: 1, post: null })
  expect(await atBen.next('post')).toMatchObject({ number: 1, post: { text: /particular/ } })
  expect(await atCleo.next('post')).toMatchObject({ number: 1, post: { text: /particular/ } })
  await say(club, mia, room, 'nor this')
  expect(await atBen.next('post')).toMatchObject({ number: 2, post: null })
  for (const heard of [atMia, atBen, atCleo]) heard.close()
})

test('a screenful is full of what one sees, however much a blocked member wrote in between', async () => {
  await using club = await openClub({ config: { limitsFactor: 1000 } })
  const { room, mia, ben, cleo } = await twoInARoom(club)
  for (let times = 0; times < 25; times += 1) await say(club, cleo, room, `cleo ${times}`)
  for (let times = 0; times < 130; times += 1) await say(club, ben, room, `ben ${times}`)
  await block(club, mia, ben)
  const page = await read(club, mia, room)
  expect(page).toMatchObject({ from: 6, to: 155, latest: 155 })
  expect(texts(page)).toHaveLength(20)
  expect(texts(await read(club, mia, room, { before: page.from }))).toHaveLength(5)
})

test('the one who blocked can undo it, and the other cannot; a new name changes nothing', async () => {
  await using club = await openClub()
  const { room, mia, ben } = await twoInARoom(club)
  await say(club, ben, room, 'good evening')
  await block(club, mia, ben)
  const body = { username: 'somebody new', city: null, bio: null }
  await club.call(ben, saveProfile, { body })
  expect(texts(await read(club, mia, room))).toEqual([])
  const listed = async (who: TestMember) => {
    const answered = await club.call(who, listBlocks, {})
    return answered.ok ? answered.answer.blocks.map(({ username }) => username) : null
  }
  expect([await listed(mia), await listed(ben)]).toEqual([[ben.username], []])
  await club.call(ben, unblockMember, { params: { memberId: mia.userId } })
  expect(texts(await read(club, mia, room))).toEqual([])
  await club.call(mia, unblockMember, { params: { memberId: ben.userId } })
  expect(texts(await read(club, mia, room))).toEqual(['good evening'])
})

test('blocking answers the same for nobody, oneself, twice, and who blocked first', async () => {
  await using club = await openClub()
  const { mia, ben } = await twoInARoom(club)
  await block(club, ben, mia)
  const answers = []
  for (const userId of [uuid(), mia.userId, ben.userId, ben.userId.toUpperCase()]) {
    const { headers: _, ...rest } = (await block(club, mia, { userId })) as object as { headers: 0 }
    answers.push(rest)
  }
  expect(new Set(answers.map((said) => JSON.stringify(said))).size).toBe(1)
  await Promise.all(Array.from({ length: 8 }, () => block(club, mia, ben)))
  const listed = await club.call(mia, listBlocks, {})
  expect(listed).toMatchObject({ answer: { blocks: [{ memberId: ben.userId }] } })
})

test('blocking a member one cannot see reveals no name, neither then nor later', async () => {
  await using club = await openClub()
  const [tom, zoe] = [await club.member(), await club.member({ username: 'Zoe' })]
  const blocked = { params: { memberId: zoe.userId } }
  const named = async () => {
    const listed = await club.call(tom, listBlocks, {})
    return listed.ok ? listed.answer.blocks.map(({ username }) => username) : listed.code
  }
  const again = async () => {
    await club.call(tom, unblockMember, blocked)
    await club.call(tom, blockMember, blocked)
  }
  await club.call(tom, blockMember, blocked)
  expect(await named()).toEqual(['Zoe'])
  // what she and Tom have with others is nothing between the two
  const eve = await club.member()
  await block(club, zoe, eve)
  await block(club, eve, tom)
  expect(await named()).toEqual(['Zoe'])
  await club.call(zoe, blockMember, { params: { memberId: tom.userId } })
  await club.db.run(sql`update profiles set username = 'Zoe hidden' where id = ${zoe.userId}`)
  expect(await named()).toEqual([null])
  await club.call(zoe, unblockMember, { params: { memberId: tom.userId } })
  // back, and by the name the blocker knew
  expect(await named()).toEqual(['Zoe'])
  await club.call(zoe, blockMember, { params: { memberId: tom.userId } })
  await again()
  expect(await named()).toEqual([null])
  for (const [hide, show] of [
    [
      sql`update users set restricted_at = now() where id = ${zoe.userId}`,
      sql`update users set restricted_at = null where id = ${zoe.userId}`,
    ],
    [
      sql`insert into hidden_members (user_id, hidden_at) values (${zoe.userId}, now())`,
      sql`delete from hidden_members where user_id = ${zoe.userId}`,
    ],
  ] as const) {
    await club.call(zoe, unblockMember, { params: { memberId: tom.userId } })
    await club.db.run(hide)
    await again()
    expect(await named()).toEqual([null])
    await club.db.run(show)
    expect(await named()).toEqual([null])
  }
  await suspend(club.db, zoe.userId, '2999-01-01')
  await again()
  expect(await named()).toEqual([null])
})

test('a post that was put away is gone for its reader alone, and comes back', async () => {
  await using club = await openClub()
  const { room, mia, ben, cleo } = await twoInARoom(club)
  const post = await say(club, ben, room, 'a joke')
  const params = { postId: post.id }
  await club.call(mia, hidePost, { params })
  await club.call(mia, hidePost, { params })
  expect([await read(club, mia, room), await read(club, cleo, room)].map(texts)).toEqual([
    [],
    ['a joke'],
  ])
  await club.call(mia, showPost, { params })
  expect(texts(await read(club, mia, room))).toEqual(['a joke'])
  await club.call(mia, hidePost, { params })
  expect(await club.call(mia, listBlocks, {})).toMatchObject({ answer: { hiddenPosts: 1 } })
  await club.call(mia, showAllPosts, {})
  expect(texts(await read(club, mia, room))).toEqual(['a joke'])
})

test.each([
  ['blocks its reader', (club: Club, ben: TestMember, mia: TestMember) => block(club, ben, mia)],
  [
    'hides',
    (club: Club, ben: TestMember) => club.call(ben, setHidden, { body: { isHidden: true } }),
  ],
  ['may not be used', restrict],
  ['is suspended', suspendMember],
  ['withdraws their consent', (club: Club, ben: TestMember) => club.call(ben, withdrawConsent, {})],
  ['leaves', leave],
])('how many posts were put away tells nobody that the author of one %s', async (_, go) => {
  await using club = await openClub()
  const { room, mia, ben, cleo } = await twoInARoom(club)
  for (const who of [ben, cleo]) {
    const { id: postId } = await say(club, who, room, 'a joke')
    await club.call(mia, hidePost, { params: { postId } })
  }
  expect(await club.call(mia, listBlocks, {})).toMatchObject({ answer: { hiddenPosts: 2 } })
  await go(club, ben, mia)
  expect(await club.call(mia, listBlocks, {})).toMatchObject({ answer: { hiddenPosts: 1 } })
})

test('a post that was put away and then deleted is one no more', async () => {
  await using club = await openClub()
  const { room, mia, ben } = await twoInARoom(club)
  const params = { postId: (await say(club, ben, room, 'a joke')).id }
  await club.call(mia, hidePost, { params })
  await club.call(ben, deletePost, { params })
  expect(await club.call(mia, listBlocks, {})).toMatchObject({ answer: { hiddenPosts: 0 } })
})

test('nobody puts away their own posts, nor what they never could see', async () => {
  await using club = await openClub()
  const { room, mia, ben } = await twoInARoom(club)
  const own = await say(club, mia, room, 'mine')
  const elsewhere = await club.room()
  await club.join(ben, elsewhere)
  const unseen = await say(club, ben, elsewhere, 'behind a door')
  for (const { id } of [own, unseen, { id: uuid() }])
    expect(await club.call(mia, hidePost, { params: { postId: id } })).toMatchObject({ ok: true })
  expect(await club.call(mia, listBlocks, {})).toMatchObject({ answer: { hiddenPosts: 0 } })
})

test('a room is muted by who belongs to it', async () => {
  await using club = await openClub()
  const { room, mia } = await twoInARoom(club)
  const params = { slug: room.slug }
  const isMuted = async () => {
    const listed = await club.call(mia, listRooms, {})
    return listed.ok && listed.answer.rooms.find(({ slug }) => slug === room.slug)?.isMuted
  }
  await club.call(mia, muteRoom, { params, body: { isMuted: true } })
  expect(await isMuted()).toBe(true)
  await club.call(mia, muteRoom, { params, body: { isMuted: false } })
  expect(await isMuted()).toBe(false)
  const outside = await club.member()
  expect(await club.call(outside, muteRoom, { params, body: { isMuted: true } })).toMatchObject({
    code: 'room_not_found',
  })
})
