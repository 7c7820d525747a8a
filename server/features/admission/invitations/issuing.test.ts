import { expect, test } from 'vitest'
import {
  getBranch,
  issueInvitation,
  listIssued,
  revokeIssued,
} from '#contract/admission/admission.ts'
import { checkInvite, createInvitation, redeemInvite } from '#contract/admission/invitations.ts'
import { signUp } from '#contract/admission/signup.ts'
import { limits } from '#contract/limits.ts'
import { cleanUp } from '#server/features/accounts/accounts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { insertInvite, insertRedemption } from '#testing/fixtures/admission.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { ban } from '#testing/moderation/banning.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-06-15T12:00:00Z'
const config = { admission: 'invitation' } as const
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')

const issued = async (club: Club, admin: TestMember, after?: string) => {
  const listed = await club.call(admin, listIssued, { query: after ? { after } : {} })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer
}
const branchOf = async (club: Club, admin: TestMember, userId: string) => {
  const response = await club.call(admin, getBranch, { params: { userId } })
  return response.ok ? response.answer : null
}

test('an admin issues a code for several, with a note, and sees how often it was used', async () => {
  await using club = await openClub({ now: NOW, config })
  const admin = await club.member({ isAdmin: true })
  const body = { maxUses: 2, days: 7, note: ' Summer party ' }
  const made = await club.call(admin, issueInvitation, { body })
  if (!made.ok) throw new Error(made.code)
  const { invitation, code, url } = made.answer
  expect(url).toBe(`${club.config.publicUrl}/invite#code=${code}`)
  expect(invitation).toEqual({
    id: invitation.id,
    state: 'open',
    email: null,
    note: 'Summer party',
    inviter: null,
    uses: 0,
    maxUses: 2,
    createdAt: '2026-06-15T12:00:00.000Z',
    expiresAt: '2026-06-22T12:00:00.000Z',
  })
  for (const state of ['open', 'used', 'used']) {
    const nora = await club.member({ isAdmitted: false })
    const redeemed = await club.call(nora, redeemInvite, { body: { code } })
    const [seen] = (await issued(club, admin)).invitations
    expect(seen?.state).toBe(state)
    if (!redeemed.ok) expect([redeemed.code, seen?.uses]).toEqual(['invalid_invite', 2])
  }
})

test('every invitation is listed, newest first, with who gave it, page by page', async () => {
  await using club = await openClub({ now: NOW, config })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  for (let i = 0; i < limits.doorLinesPerPage; i += 1) await insertInvite(club)
  club.clock.advance({ minutes: 1 })
  await club.call(mia, createInvitation, { body: {} })
  const first = await issued(club, admin)
  expect(first.invitations).toHaveLength(50)
  expect(first.invitations[0]?.inviter).toEqual({ id: mia.userId, username: mia.username })
  const rest = await issued(club, admin, first.next!)
  expect([rest.invitations.length, rest.next]).toEqual([1, null])
  const ids = [...first.invitations, ...rest.invitations].map(({ id }) => id)
  expect(new Set(ids).size).toBe(51)
})

test('an admin takes back any invitation that is open still', async () => {
  await using club = await openClub({ config })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  const { id, code } = await insertInvite(club, { inviterId: mia.userId })
  const revoke = (invitationId: string) =>
    club.call(admin, revokeIssued, { params: { invitationId } })
  expect(codeOf(await revoke(id))).toBe('ok')
  expect(codeOf(await club.call(null, checkInvite, { body: { code } }))).toBe('invalid_invite')
  expect((await issued(club, admin)).invitations[0]?.state).toBe('revoked')
  expect(codeOf(await revoke(uuid()))).toBe('PGRST116')
})

test('the branch of a member is everybody who came by them, to its ends, and nobody else', async () => {
  await using club = await openClub({ now: NOW, config })
  const admin = await club.member({ isAdmin: true })
  const [root, child, other, grandchild, stranger] = [
    await club.member(),
    await club.member(),
    await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' }),
    await club.member(),
    await club.member(),
  ]
  await insertRedemption(club, admin, root)
  await insertRedemption(club, root, child)
  await insertRedemption(club, root, other)
  await insertRedemption(club, child, grandchild)
  await insertRedemption(club, admin, stranger)
  const branch = await branchOf(club, admin, root.userId)
  expect(branch?.hasMore).toBe(false)
  expect(branch?.members[0]).toEqual({
    id: root.userId,
    username: root.username,
    invitedBy: admin.userId,
    joinedAt: '2026-06-15T12:00:00.000Z',
    isSuspended: false,
  })
  expect(
    new Map(branch?.members.map(({ id, invitedBy: by, isSuspended }) => [id, [by, isSuspended]])),
  ).toEqual(
    new Map([
      [root.userId, [admin.userId, false]],
      [child.userId, [root.userId, false]],
      [other.userId, [root.userId, true]],
      [grandchild.userId, [child.userId, false]],
    ]),
  )
  expect(branch?.members.at(-1)?.id).toBe(grandchild.userId)
  expect((await branchOf(club, admin, stranger.userId))?.members).toHaveLength(1)
  expect(await branchOf(club, admin, uuid())).toBe(null)
})

test('a branch of more than one page can show says so', async () => {
  await using club = await openClub({ now: NOW, config })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  const { id } = await insertInvite(club, { inviterId: mia.userId, maxUses: 500 })
  await club.db.run(sql`
    with made as (
      insert into users (id, email, password_hash, admitted_at, created_at)
      select gen_random_uuid(), 'g' || n || '@example.org', '', ${NOW}, ${NOW}
      from generate_series(1, 500) n returning id),
    named as (
      insert into profiles (id, username, username_key, birthdate)
      select id, 'G ' || left(id::text, 20), id::text, '1990-01-01' from made returning id)
    insert into invitation_uses (user_id, invitation_id, created_at)
    select id, ${id}::uuid, ${NOW}::timestamptz from named`)
  const branch = await branchOf(club, admin, mia.userId)
  expect([branch?.members.length, branch?.hasMore]).toEqual([500, true])
})

test('what admins do with invitations is on record, without code, address or note', async () => {
  await using club = await openClub({ config })
  const admin = await club.member({ isAdmin: true })
  const body = { maxUses: 1, days: 30, email: 'nora@example.org', note: 'A friend' }
  const made = await club.call(admin, issueInvitation, { body })
  if (!made.ok) throw new Error(made.code)
  const { id } = made.answer.invitation
  await issued(club, admin)
  await club.call(admin, revokeIssued, { params: { invitationId: id } })
  await branchOf(club, admin, admin.userId)
  const written = await readTraces(club)
  expect(written.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
    ['invitation_issued', admin.userId, { invitation: id, uses: 1, days: 30, isBound: true }],
    ['door_viewed', admin.userId, {}],
    ['invitation_revoked', admin.userId, { invitation: id }],
    ['branch_viewed', admin.userId, {}],
  ])
})

test('codes of the club that a banned admin made let nobody in any more; those of others do', async () => {
  await using club = await openClub({ now: NOW, config })
  const [rogue, admin] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const issue = async (who: TestMember) => {
    const made = await club.call(who, issueInvitation, { body: { maxUses: 500, days: 365 } })
    if (!made.ok) throw new Error(made.code)
    return made.answer.code
  }
  const [theirs, others] = [await issue(rogue), await issue(admin)]
  const isGood = async (code: string) =>
    codeOf(await club.call(null, checkInvite, { body: { code } }))
  expect([await isGood(theirs), await isGood(others)]).toEqual(['ok', 'ok'])
  await ban(club, rogue)
  expect([await isGood(theirs), await isGood(others)]).toEqual(['invalid_invite', 'ok'])
  const states = (await issued(club, admin)).invitations.map(({ state }) => state)
  expect(states.sort()).toEqual(['open', 'revoked'])
})

test('a used-up code of a banned admin is not good again when its use is given back', async () => {
  await using club = await openClub({
    now: NOW,
    config: { ...config, emailConfirmation: 'required' },
  })
  const rogue = await club.member({ isAdmin: true })
  const made = await club.call(rogue, issueInvitation, { body: { maxUses: 1, days: 365 } })
  if (!made.ok) throw new Error(made.code)
  const inviteCode = made.answer.code
  const comes = async () => codeOf(await club.call(null, signUp, newcomer({ inviteCode })))
  expect(await comes()).toBe('ok')
  await ban(club, rogue)
  // nobody confirmed the address of who came
  club.clock.advance({ days: 7 })
  await cleanUp(club.app)
  expect(await club.db.row(sql`select uses from invitations`)).toEqual({ uses: 0 })
  expect(await comes()).toBe('invalid_invite')
})

test('an admin who is banned while they issue a code issues none', async () => {
  await using club = await openClub({ now: NOW, config })
  const rogue = await club.member({ isAdmin: true })
  const answers = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${rogue.userId} for no key update`)
    const banned = ban(club, rogue)
    await untilSomebodyWaits(club)
    const issuing = club.call(rogue, issueInvitation, { body: { maxUses: 500, days: 365 } })
    await untilSomebodyWaits(club, 2)
    return [banned, issuing] as const
  })
  await answers[0]
  expect(codeOf(await answers[1])).not.toBe('ok')
  expect(await club.db.rows(sql`select from invitations`)).toEqual([])
})
