import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { blockMember, listBlocks, unblockMember } from '#contract/members/blocks.ts'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import { getMember } from '#contract/members/profiles.ts'
import { countBell } from '#contract/notifications/bell.ts'
import { listBell } from '#contract/notifications/bellItems.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { listOwnWaves, undoWave, wave } from '#contract/posts/waves.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'

async function openScene() {
  // the clock stands, so that an answer is the same a moment later
  const club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const room = await club.room()
  const [mia, ben] = [
    await club.member({ username: 'Mia Muter' }),
    await club.member({ username: 'Ben Muted' }),
  ]
  for (const one of [mia, ben]) await club.join(one, room)
  const params = { slug: room.slug }
  const say = async (who: TestMember, text: string, replyTo?: string) => {
    const body = { id: uuid(), text, ...(replyTo && { replyTo }) }
    const response = await club.call(who, createPost, { params, body })
    if (!response.ok) throw new Error(response.code)
    return response.answer
  }
  return {
    club,
    params,
    mia,
    ben,
    say,
    mute: (who: TestMember, whom: { userId: string }) =>
      club.call(who, muteMember, { params: { memberId: whom.userId } }),
    unmute: (who: TestMember, whom: { userId: string }) =>
      club.call(who, unmuteMember, { params: { memberId: whom.userId } }),
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

/** Whom somebody's browser is told they muted. */
async function mutedBy(club: Club, who: TestMember) {
  const response = await club.call(who, getSession, {})
  return response.ok ? response.answer.session?.muted : response.code
}

/** What the bell tells somebody of, by its kind, with a mark where it waits to be read. */
async function bellOf(club: Club, who: TestMember) {
  const listed = await club.call(who, listBell, { query: {} })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer.items.map(({ kind, isRead }) => (isRead ? kind : `${kind} *`)).toSorted()
}

async function namesIn(club: Club, who: TestMember, list: 'blocks' | 'mutes') {
  const listed = await club.call(who, listBlocks, {})
  return listed.ok ? listed.answer[list].map(({ username }) => username) : listed.code
}

function withoutHeaders(answered: object) {
  const { headers: _, ...rest } = answered as { headers?: unknown }
  return rest
}

test('a muted member is known to the browser of who muted them alone, until they are unmuted', async () => {
  await using scene = await openScene()
  const { club, mia, ben, mute, unmute } = scene
  expect(await mutedBy(club, mia)).toEqual([])
  expect(await mute(mia, ben)).toMatchObject({ ok: true, answer: { done: true } })
  expect([await mutedBy(club, mia), await mutedBy(club, ben)]).toEqual([[ben.userId], []])
  expect([await namesIn(club, mia, 'mutes'), await namesIn(club, ben, 'mutes')]).toEqual([
    ['Ben Muted'],
    [],
  ])
  // the muted member cannot undo it
  await unmute(ben, mia)
  expect(await mutedBy(club, mia)).toEqual([ben.userId])
  await unmute(mia, ben)
  expect([await mutedBy(club, mia), await namesIn(club, mia, 'mutes')]).toEqual([[], []])
})

test('every tab of the muter hears of it at once, and the muted hears nothing', async () => {
  await using scene = await openScene()
  const { club, mia, ben, say, mute } = scene
  const [atMia, atBen] = [await club.follow(mia), await club.follow(ben)]
  for (const heard of [atMia, atBen]) await heard.next('ready')
  await mute(mia, ben)
  await atMia.next('rooms')
  await atMia.next('ready')
  // posts keep coming to both, whole and with their numbers
  await say(ben, 'good evening')
  expect(await atMia.next('post')).toMatchObject({ number: 1, post: { text: 'good evening' } })
  await atBen.next('post')
  expect(atBen.events.map(({ type }) => type).filter((type) => type !== 'bell')).toEqual([
    'ready',
    'post',
  ])
  for (const heard of [atMia, atBen]) heard.close()
})

test('pages of posts are the same for the muter as for everybody', async () => {
  await using scene = await openScene()
  const { club, params, mia, ben, say, mute } = scene
  await say(ben, 'one')
  const read = async () => withoutHeaders(await club.call(mia, listPosts, { params, query: {} }))
  const before = await read()
  await mute(mia, ben)
  expect(await read()).toEqual(before)
})

test('nothing of a muted member rings, and what did not ring does not ring later', async () => {
  await using scene = await openScene()
  const { club, mia, ben, say, mute, unmute } = scene
  const mias = await say(mia, 'from mia')
  const bens = await say(ben, 'from ben')
  await club.call(mia, wave, { params: { postId: bens.id } })
  expect(await bellOf(club, ben)).toEqual(['wave *'])
  await mute(mia, ben)
  await say(ben, 'an answer', mias.id)
  await say(ben, 'hear me @Mia Muter')
  expect(await club.call(ben, wave, { params: { postId: mias.id } })).toMatchObject({
    ok: true,
    answer: { isMutual: true },
  })
  expect(await bellOf(club, mia)).toEqual([])
  expect(await club.call(mia, countBell, {})).toMatchObject({ answer: { unread: 0 } })
  // the muted is told all the same
  expect(await bellOf(club, ben)).toEqual(['mutual_wave *', 'wave *'])
  await unmute(mia, ben)
  expect(await bellOf(club, mia)).toEqual([])
  await say(ben, 'and now?', mias.id)
  expect(await bellOf(club, mia)).toEqual(['reply *'])
})

test('a name that stood in a post while its writer was muted does not ring when the post is changed later', async () => {
  await using scene = await openScene()
  const { club, params, mia, ben, say, mute, unmute } = scene
  await mute(mia, ben)
  const { id: postId } = await say(ben, 'hear me @Mia Muter')
  await unmute(mia, ben)
  const changed = { params: { ...params, postId }, body: { text: 'do hear me @Mia Muter' } }
  expect(await club.call(ben, editPost, changed)).toMatchObject({ ok: true })
  expect(await bellOf(club, mia)).toEqual([])
})

test('what rang before stays in the bell, as read: no push and no digest tells of it any more', async () => {
  await using scene = await openScene()
  const { club, mia, ben, say, mute, unmute } = scene
  const mias = await say(mia, 'from mia')
  await say(ben, 'an answer', mias.id)
  expect(await bellOf(club, mia)).toEqual(['reply *'])
  await mute(mia, ben)
  expect(await bellOf(club, mia)).toEqual(['reply'])
  await unmute(mia, ben)
  expect(await bellOf(club, mia)).toEqual(['reply'])
})

test('the muted notices nothing: every answer to them is as before', async () => {
  await using scene = await openScene()
  const { club, params, mia, ben, say, mute } = scene
  const mias = await say(mia, 'from mia')
  await say(ben, 'from ben')
  const everything = async () => {
    const waved = await club.call(ben, wave, { params: { postId: mias.id } })
    const seen = [
      await club.call(ben, getMember, { params: { memberId: mia.userId } }),
      await club.call(ben, listPosts, { params, query: {} }),
      await club.call(ben, listOwnWaves, { params, query: { from: 1, to: 100 } }),
      await club.call(ben, listBlocks, {}),
      waved,
      await club.call(ben, undoWave, { params: { postId: mias.id } }),
    ].map(withoutHeaders)
    return JSON.stringify([...seen, await mutedBy(club, ben), await bellOf(club, ben)])
  }
  const before = await everything()
  await mute(mia, ben)
  expect(await everything()).toBe(before)
})

test('muting answers the same for nobody, oneself, twice, all at once and an invisible member', async () => {
  await using scene = await openScene()
  const { club, mia, ben, mute } = scene
  const cleo = await club.member()
  await club.call(cleo, blockMember, { params: { memberId: mia.userId } })
  const answers = await Promise.all(
    [uuid(), mia.userId, cleo.userId, ben.userId, ben.userId, ben.userId.toUpperCase()].map(
      async (userId) => JSON.stringify(withoutHeaders(await mute(mia, { userId }))),
    ),
  )
  expect(new Set(answers).size).toBe(1)
  expect(await mutedBy(club, mia)).toEqual([ben.userId])
  // nobody learns by it that there is somebody who hides from them
  await club.call(cleo, unblockMember, { params: { memberId: mia.userId } })
  expect(await namesIn(club, mia, 'mutes')).toEqual(['Ben Muted'])
})

test('a member who waits to be admitted sees nobody, and mutes nobody', async () => {
  await using scene = await openScene()
  const { club, ben, mute } = scene
  const waiting = await club.member({ isAdmitted: false })
  expect(await mute(waiting, ben)).toMatchObject({ ok: true })
  expect(await mutedBy(club, waiting)).toEqual([])
})

test('a name is told while its member is there to be seen, and again once they are back', async () => {
  await using scene = await openScene()
  const { club, mia, ben, mute } = scene
  const zoe = await club.member({ username: 'Zoe Blocked' })
  await mute(mia, ben)
  await club.call(mia, blockMember, { params: { memberId: zoe.userId } })
  const named = async () => [await namesIn(club, mia, 'mutes'), await namesIn(club, mia, 'blocks')]
  const both = [['Ben Muted'], ['Zoe Blocked']]
  expect(await named()).toEqual(both)
  const ids = [ben.userId, zoe.userId]
  for (const [hide, show] of [
    [
      sql`update users set restricted_at = now() where id = any (${ids}::uuid[])`,
      sql`update users set restricted_at = null where id = any (${ids}::uuid[])`,
    ],
    [
      sql`insert into hidden_members (user_id, hidden_at) select unnest(${ids}::uuid[]), now()`,
      sql`delete from hidden_members`,
    ],
    [
      sql`insert into blocks select unnest(${ids}::uuid[]), ${mia.userId}, 'Mia Muter', now()`,
      sql`delete from blocks where blocked_id = ${mia.userId}`,
    ],
  ] as const) {
    await club.db.run(hide)
    expect(await named()).toEqual([[null], [null]])
    await club.db.run(show)
    expect(await named()).toEqual(both)
  }
  // without consent to content their page still stands, and says their name
  await club.db.run(
    sql`update profiles set content_consent_at = null where id = any (${ids}::uuid[])`,
  )
  expect(await named()).toEqual(both)
  for (const id of ids) await suspend(club.db, id, '2999-01-01')
  expect(await named()).toEqual([[null], [null]])
})

test('a mute is gone with either account', async () => {
  await using scene = await openScene()
  const { club, mia, ben, mute } = scene
  const cleo = await club.member()
  await mute(mia, ben)
  await mute(ben, cleo)
  await club.db.run(sql`delete from users where id = ${ben.userId}`)
  expect(await club.db.rows(sql`select from mutes`)).toEqual([])
})
