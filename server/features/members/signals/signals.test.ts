import { expect, test } from 'vitest'
import { codes } from '#contract/errors.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { hidePost, showPost } from '#contract/members/hiding.ts'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import {
  listSignals,
  seeSignals,
  SIGNALS_HEARD,
  type SignalReason,
} from '#contract/members/signals.ts'
import { createPost } from '#contract/posts/posts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

async function openScene() {
  const club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const room = await club.room()
  const tom = await club.member({ username: 'Tom Pushy' })
  const moderator = await club.member({ isModerator: true })
  await club.join(tom, room)
  const others = await Promise.all(
    Array.from({ length: SIGNALS_HEARD + 1 }, async () => {
      const one = await club.member()
      await club.join(one, room)
      return one
    }),
  )
  const post = { id: uuid(), text: 'good evening' }
  await club.call(tom, createPost, { params: { slug: room.slug }, body: post })
  const at = (who: { userId: string }) => ({ params: { memberId: who.userId } })
  const readSignals = async (who: TestMember) => {
    const listed = await club.call(who, listSignals, {})
    if (!listed.ok) throw new Error(listed.code)
    return listed.answer.signals
  }
  return {
    club,
    tom,
    others,
    moderator,
    postId: post.id,
    mute: (who: TestMember, reason?: SignalReason, whom: { userId: string } = tom) =>
      club.call(who, muteMember, { ...at(whom), ...(reason && { body: { reason } }) }),
    hide: (who: TestMember, reason?: SignalReason) =>
      club.call(who, hidePost, {
        params: { postId: post.id },
        ...(reason && { body: { reason } }),
      }),
    readSignals,
    see: (who: TestMember, latest: string, whom: { userId: string } = tom) =>
      club.call(who, seeSignals, { ...at(whom), body: { latest } }),
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

test('five reasons of five members are one line for staff: who, how many of which, since when', async () => {
  await using scene = await openScene()
  const { club, tom, others, moderator, mute, hide, readSignals } = scene
  const [one, two, three, four, five] = others
  await mute(one!, 'pushy')
  club.clock.advance({ minutes: 1 })
  await hide(two!, 'scam')
  await mute(three!, 'scam')
  await hide(four!, 'something_else')
  expect(await readSignals(moderator)).toEqual([])
  club.clock.advance({ minutes: 1 })
  await mute(five!, 'scam')
  const line = {
    memberId: tom.userId,
    username: 'Tom Pushy',
    since: '2026-05-04T20:00:00.000Z',
    latest: '2026-05-04T20:02:00.000Z',
    reasons: [
      { reason: 'scam', count: 3 },
      { reason: 'pushy', count: 1 },
      { reason: 'something_else', count: 1 },
    ],
    seenAt: null,
  }
  expect(await readSignals(moderator)).toEqual([line])
  // and nothing that says by whom
  const json = JSON.stringify(await readSignals(moderator))
  for (const { userId, username } of others) {
    expect(json).not.toContain(userId)
    expect(json).not.toContain(username)
  }
})

test('nothing else happens by it: no case, no statement, no mail, nothing to the one it is about', async () => {
  await using scene = await openScene()
  const { club, tom, others, mute } = scene
  const atTom = await club.follow(tom)
  await atTom.next('ready')
  const mails = (await club.mails()).length
  for (const one of others) await mute(one, 'rude')
  const rows = await club.db.row(sql`
    select (select count(*) from cases) as cases, (select count(*) from statements) as statements,
      (select count(*) from bell_items) as bells`)
  expect(rows).toEqual({ cases: 0, statements: 0, bells: 0 })
  expect((await club.mails()).length).toBe(mails)
  expect(atTom.events.map(({ type }) => type)).toEqual(['ready'])
  atTom.close()
})

test('the same member counts once, however often and in whichever way, also all at once', async () => {
  await using scene = await openScene()
  const { club, others, moderator, mute, hide, readSignals } = scene
  for (const one of others.slice(0, SIGNALS_HEARD - 1))
    await Promise.all([mute(one, 'rude'), hide(one, 'pushy'), mute(one, 'rude'), hide(one, 'rude')])
  expect(await readSignals(moderator)).toEqual([])
  expect(await club.db.rows(sql`select from signals`)).toHaveLength(SIGNALS_HEARD - 1)
})

test('five at the same moment are one line', async () => {
  await using scene = await openScene()
  const { others, moderator, mute, readSignals } = scene
  await Promise.all(others.map((one) => mute(one, 'rude')))
  expect(await readSignals(moderator)).toMatchObject([
    { reasons: [{ reason: 'rude', count: SIGNALS_HEARD + 1 }] },
  ])
})

test('without a reason staff hear nothing, and a reason of no kind is none', async () => {
  await using scene = await openScene()
  const { club, tom, others, moderator, mute, hide, readSignals } = scene
  for (const one of others) {
    await hide(one)
    await mute(one)
  }
  const body = { reason: 'ugly' } as never
  const params = { memberId: tom.userId }
  expect(await club.call(others[0]!, muteMember, { params, body })).toMatchObject({
    code: 'invalid_input',
  })
  const empty = await club.call(others[0]!, muteMember, { params, body: {} })
  expect(empty).toMatchObject({ ok: true })
  expect(await readSignals(moderator)).toEqual([])
  expect(await club.db.rows(sql`select from signals`)).toEqual([])
})

test('nobody gives a reason about themselves, or about whom they do not put away', async () => {
  await using scene = await openScene()
  const { club, tom, others, mute, postId } = scene
  await mute(tom, 'rude')
  await club.call(tom, hidePost, { params: { postId }, body: { reason: 'rude' } })
  const outside = await club.member()
  await club.call(outside, hidePost, { params: { postId }, body: { reason: 'rude' } })
  await mute(others[0]!, 'rude', { userId: uuid() })
  const waiting = await club.member({ isAdmitted: false })
  await mute(waiting, 'rude')
  expect(await club.db.rows(sql`select from signals`)).toEqual([])
})

test('a reason counts for thirty days, also where it was taken back what it came with', async () => {
  await using scene = await openScene()
  const { club, tom, others, moderator, mute, hide, readSignals, postId } = scene
  const five = others.slice(0, SIGNALS_HEARD)
  await hide(five[0]!, 'rude')
  await club.call(five[0]!, showPost, { params: { postId } })
  club.clock.advance({ days: 29 })
  await club.db.run(sql`update sessions set expires_at = '2027-01-01'`)
  for (const one of five.slice(1)) await mute(one, 'rude')
  await club.call(five[1]!, unmuteMember, { params: { memberId: tom.userId } })
  expect(await readSignals(moderator)).toHaveLength(1)
  club.clock.advance({ days: 1 })
  expect(await readSignals(moderator)).toEqual([])
})

test('staff mark a line as seen, up to what they read of it', async () => {
  await using scene = await openScene()
  const { club, others, moderator, mute, readSignals, see } = scene
  const admin = await club.member({ isAdmin: true })
  for (const one of others.slice(0, SIGNALS_HEARD)) await mute(one, 'rude')
  const [line] = await readSignals(moderator)
  club.clock.advance({ minutes: 5 })
  const seenAt = club.app.now().toISOString()
  const seen = await Promise.all([see(moderator, line!.latest), see(admin, line!.latest)])
  expect(seen.map(({ ok }) => ok)).toEqual([true, true])
  for (const who of [moderator, admin]) expect(await readSignals(who)).toMatchObject([{ seenAt }])
  club.clock.advance({ minutes: 5 })
  await mute(others[SIGNALS_HEARD]!, 'scam')
  expect(await readSignals(admin)).toMatchObject([{ seenAt: null }])
  // what was read before that does not cover it
  await see(moderator, line!.latest)
  expect(await readSignals(admin)).toMatchObject([{ seenAt: null }])
})

test('there is nothing to see of whom nobody, or too few, said anything', async () => {
  await using scene = await openScene()
  const { tom, others, moderator, mute, see } = scene
  await mute(others[0]!, 'rude')
  for (const whom of [tom, { userId: uuid() }])
    expect(await see(moderator, '2999-01-01T00:00:00.000Z', whom)).toMatchObject({
      code: codes.notFound,
    })
  expect(await see(moderator, '0000-01-01T00:00:00Z', tom)).toMatchObject({ code: 'invalid_input' })
})

test('nobody of the staff is told of themselves', async () => {
  await using scene = await openScene()
  const { others, moderator, mute, readSignals, see, club } = scene
  for (const one of others) await mute(one, 'rude', moderator)
  expect(await readSignals(moderator)).toEqual([])
  expect(await see(moderator, '2999-01-01T00:00:00.000Z', moderator)).toMatchObject({
    code: codes.notFound,
  })
  const admin = await club.member({ isAdmin: true })
  expect(await readSignals(admin)).toHaveLength(1)
})

test('of somebody who hides no desk tells, also not why others put them away, until they are back', async () => {
  await using scene = await openScene()
  const { club, tom, others, moderator, mute, see, readSignals } = scene
  for (const one of others) await mute(one, 'rude')
  const [line] = await readSignals(moderator)
  await club.call(tom, setHidden, { body: { isHidden: true } })
  expect(await readSignals(moderator)).toEqual([])
  expect(await see(moderator, line!.latest)).toMatchObject({ code: codes.notFound })
  await club.call(tom, setHidden, { body: { isHidden: false } })
  expect(await readSignals(moderator)).toEqual([line])
})

test('reasons are gone with either account', async () => {
  await using scene = await openScene()
  const { club, tom, others, moderator, mute, readSignals, see } = scene
  for (const one of others) await mute(one, 'rude')
  const [line] = await readSignals(moderator)
  await see(moderator, line!.latest)
  for (const { userId } of others.slice(0, 2))
    await club.db.run(sql`delete from users where id = ${userId}`)
  expect(await readSignals(moderator)).toEqual([])
  await club.db.run(sql`delete from users where id = ${tom.userId}`)
  const left = await club.db.row(sql`
    select (select count(*) from signals) as signals, (select count(*) from signals_seen) as seen`)
  expect(left).toEqual({ signals: 0, seen: 0 })
})
