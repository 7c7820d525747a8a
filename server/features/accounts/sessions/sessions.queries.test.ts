import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { stateDecision, suspend } from '#testing/moderation/statements.ts'
import { insertToken } from '#server/features/accounts/tokens.queries.ts'
import {
  GRACE_MS,
  isSessionOpenSql,
  recoveryByToken,
  slideSession,
  viewerByToken,
} from './sessions.queries.ts'

const NOW = '2026-06-15T12:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(NOW) + ms)
const at = (ms: number) => after(ms).toISOString()
const DAY = 86_400_000
const hashOf = ({ cookie }: { cookie: string }) => secretHash(cookie.split('=')[1]!)

/** Who that is for the club at that moment, and until when without anything happening. */
async function known({ app, config }: Club, who: TestMember, ms = 0) {
  const found = await viewerByToken(app.db, config, hashOf(who), after(ms))
  return found && { ...found.viewer, until: new Date(found.changesAt).toISOString() }
}

const endSession = ({ db }: Club, { sessionId }: TestMember, end: string) =>
  db.run(sql`update sessions set expires_at = ${end} where id = ${sessionId}`)

test('somebody stays as they are until the first of what ends by itself', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await endSession(club, mia, at(20 * DAY))
  await club.db.run(sql`update users set admitted_at = '2020-01-01' where id = ${mia.userId}`)
  expect(await known(club, mia)).toMatchObject({
    suspension: null,
    postingLimit: null,
    isSubscriber: false,
    until: at(20 * DAY),
  })
  await club.db.run(sql`update users set admitted_at = ${NOW} where id = ${mia.userId}`)
  expect(await known(club, mia)).toMatchObject({ until: at(7 * DAY) })
  expect(await known(club, mia, 7 * DAY)).toMatchObject({ until: at(20 * DAY) })
  await club.db.run(sql`insert into paid_access values (${mia.userId}, ${at(5 * DAY)})`)
  expect(await known(club, mia)).toMatchObject({ isSubscriber: true, until: at(5 * DAY) })
  expect(await known(club, mia, 5 * DAY)).toMatchObject({ isSubscriber: false })
  await stateDecision(club.db, mia.userId, at(3 * DAY), 'It was late.', { kind: 'posting_limit' })
  expect(await known(club, mia)).toMatchObject({ until: at(3 * DAY) })
  await suspend(club.db, mia.userId, at(DAY), 'It was loud.')
  expect(await known(club, mia)).toMatchObject({
    suspension: { until: at(DAY), reason: 'It was loud.' },
    until: at(DAY),
  })
  expect(await known(club, mia, DAY)).toMatchObject({ suspension: null, until: at(3 * DAY) })
  expect(await known(club, mia, 20 * DAY)).toBeNull()
})

test('of several limits to posting the one that lasts longest counts, of those that stand', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const limit = (who: TestMember, days: number, facts: string, liftedAt: string | null = null) =>
    stateDecision(club.db, who.userId, at(days * DAY), facts, { kind: 'posting_limit', liftedAt })
  await limit(mia, 1, 'first')
  await limit(mia, 2, 'second')
  await limit(mia, 9, 'lifted', NOW)
  await limit(tom, 8, 'of Tom')
  await stateDecision(club.db, mia.userId, at(7 * DAY), 'another kind', { kind: 'reporting_limit' })
  const said = { until: at(2 * DAY), reason: 'second' }
  expect(await known(club, mia)).toMatchObject({ postingLimit: said })
  expect(await known(club, mia, DAY)).toMatchObject({ postingLimit: said })
  expect(await known(club, mia, 2 * DAY)).toMatchObject({ postingLimit: null })
})

test('who is new is told from who is verified and past the first days, or works for the club', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await club.db.run(sql`update users set admitted_at = ${NOW}`)
  expect(await known(club, mia, 8 * DAY)).toMatchObject({ isNewcomer: true, isModerator: false })
  await club.db.run(sql`
    update profiles set verification_status = 'verified', verification_method = 'id_manual', verified_at = ${NOW}
    where id = ${mia.userId}`)
  expect(await known(club, mia, 6 * DAY)).toMatchObject({ isNewcomer: true })
  expect(await known(club, mia, 8 * DAY)).toMatchObject({ isNewcomer: false })
  await club.db.run(sql`insert into user_roles values (${tom.userId}, 'moderator')`)
  expect(await known(club, tom)).toMatchObject({ isNewcomer: false, isModerator: true })
})

test('the token before is good for a minute from when it was replaced, and no other', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const next = { ...mia, cookie: `session=${newToken()}` }
  await club.db.run(sql`
    update sessions set previous_token_hash = token_hash, token_hash = ${hashOf(next)},
      token_since = ${NOW}, expires_at = ${at(20 * DAY)} where id = ${mia.sessionId}`)
  await club.db.run(sql`update users set admitted_at = '2020-01-01' where id = ${mia.userId}`)
  expect(await known(club, mia)).toMatchObject({ until: at(GRACE_MS) })
  expect(await known(club, mia, GRACE_MS - 1)).not.toBeNull()
  expect(await known(club, mia, GRACE_MS)).toBeNull()
  expect(await known(club, next, GRACE_MS)).toMatchObject({ until: at(20 * DAY) })
})

test('a suspension says that an age has to be shown, where somebody still has to decide that', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  for (const one of [mia, tom]) await suspend(club.db, one.userId, at(DAY))
  const ask = (who: TestMember, decidedAt: string | null) =>
    club.db.run(sql`
      insert into age_checks (id, user_id, statement_id, opened_at, proof_due_at, decided_at, outcome)
      select gen_random_uuid(), user_id, id, ${NOW}, ${at(DAY)}, ${decidedAt}, ${decidedAt && 'adult'}
      from statements where user_id = ${who.userId}`)
  await ask(tom, null)
  expect((await known(club, mia))?.suspension).not.toHaveProperty('ageProofBy')
  expect(await known(club, tom)).toMatchObject({ suspension: { ageProofBy: at(DAY) } })
  await club.db.run(sql`
    update age_checks set decided_at = ${NOW}, outcome = 'adult' where user_id = ${tom.userId}`)
  expect((await known(club, tom))?.suspension).not.toHaveProperty('ageProofBy')
})

test('whom somebody sees nothing of, what they put away and where they are is theirs alone', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom, eve] = [await club.member(), await club.member(), await club.member()]
  const [lounge, attic, cellar] = [await club.room(), await club.room(), await club.room()]
  await club.join(mia, lounge)
  await club.join(mia, attic)
  await club.join(tom, cellar)
  await club.db.run(sql`
    update room_members set dormant_at = ${NOW} where user_id = ${mia.userId} and room_id = ${attic.id}`)
  await club.db.run(sql`
    insert into blocks (blocker_id, blocked_id, created_at) values (${eve.userId}, ${mia.userId}, ${NOW})`)
  expect(await known(club, mia)).toMatchObject({
    rooms: new Set([lounge.id]),
    sight: { blockedWith: new Set([eve.userId]), hiddenPosts: new Set() },
  })
  expect(await known(club, tom)).toMatchObject({
    rooms: new Set([cellar.id]),
    sight: { blockedWith: new Set() },
  })
})

test('on https staff act only in a session that used a second factor', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const standing = async (secure: boolean) => {
    const found = await viewerByToken(club.db, { secure }, hashOf(admin), after(0))
    return [found!.viewer.isAdmin, found!.viewer.isFactorDue]
  }
  await club.db.run(sql`update sessions set factor_at = null`)
  expect(await standing(true)).toEqual([false, true])
  expect(await standing(false)).toEqual([true, false])
  await club.db.run(sql`update sessions set factor_at = ${NOW}`)
  expect(await standing(true)).toEqual([true, false])
})

test('a session slides when that is worth a write, and to an earlier end always', async () => {
  await using club = await openClub({ now: NOW })
  const { sessionId } = await club.member()
  const terms = { idle: 10 * DAY, longest: 30 * DAY, write: DAY }
  const slide = (ms: number, { idle = terms.idle } = {}) =>
    slideSession(club.db, sessionId, { ...terms, idle }, after(ms))
  await club.db.run(sql`
    update sessions set created_at = ${NOW}, last_used_at = ${NOW}, expires_at = ${at(10 * DAY)}`)
  expect(await slide(0)).toBeNull()
  expect(await slide(DAY - 1)).toBeNull()
  expect(await slide(DAY)).toBe(at(11 * DAY))
  // what may be idle for less from now on ends sooner at once
  expect(await slide(DAY, { idle: 10 * DAY - 1 })).toBe(at(11 * DAY - 1))
  expect(await slide(DAY + 1, { idle: 10 * DAY - 2 })).toBeNull()
  expect(await slide(25 * DAY)).toBe(at(30 * DAY))
})

test('a session is open until its end, and nobody else’s is it', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await endSession(club, mia, at(DAY))
  const isOpen = async (id: string, ms: number) =>
    (await club.db.row<{ is: boolean }>(
      sql`select ${isSessionOpenSql(sql`${id}::uuid`, sql`${at(ms)}::timestamptz`)} as is`,
    ))!.is
  expect(await isOpen(mia.sessionId, DAY - 1)).toBe(true)
  expect(await isOpen(mia.sessionId, DAY)).toBe(false)
  expect(await isOpen(tom.sessionId, DAY)).toBe(true)
  expect(await isOpen(mia.userId, 0)).toBe(false)
})

test('a reset link’s browser sets the password of its owner until its end, and by no other link', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const insert = async ({ userId }: TestMember, purpose: 'recovery' | 'reset', ms: number) => {
    const tokenHash = secretHash(newToken())
    await insertToken(
      club.db,
      { tokenHash, userId, purpose, expiresAt: after(ms) },
      after(-60 * DAY),
    )
    return tokenHash
  }
  const [hers, old, reset] = [
    await insert(mia, 'recovery', DAY),
    await insert(tom, 'recovery', 0),
    await insert(tom, 'reset', DAY),
  ]
  expect(await recoveryByToken(club.db, hers, after(0))).toEqual({
    userId: mia.userId,
    email: mia.email,
    tokenHash: hers,
  })
  expect(await recoveryByToken(club.db, hers, after(DAY))).toBeNull()
  expect(await recoveryByToken(club.db, old, after(0))).toBeNull()
  expect(await recoveryByToken(club.db, reset, after(0))).toBeNull()
})
