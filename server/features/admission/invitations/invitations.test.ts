import { expect, test } from 'vitest'
import { setDoor } from '#contract/admission/admission.ts'
import {
  checkInvite,
  createInvitation,
  listInvitations,
  redeemInvite,
  revokeInvitation,
  showToInviter,
} from '#contract/admission/invitations.ts'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { suspend } from '#testing/moderation/statements.ts'

const NOW = '2026-06-15T12:00:00Z'
const config = { admission: 'invitation' } as const
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')

const give = async (club: Club, as: TestMember, body: { email?: string } = {}) => {
  const made = await club.call(as, createInvitation, { body })
  if (!made.ok) throw new Error(made.code)
  return made.answer
}
const mine = async (club: Club, as: TestMember) => {
  const listed = await club.call(as, listInvitations, {})
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer
}
const revoke = (club: Club, as: TestMember, invitationId: string) =>
  club.call(as, revokeInvitation, { params: { invitationId } })

test('a member gives an invitation: a code shown once, and the address that carries it', async () => {
  await using club = await openClub({ now: NOW, config })
  const mia = await club.member()
  const { invitation, code, url } = await give(club, mia, { email: ' Nora@Example.org ' })
  expect(invitation).toEqual({
    id: invitation.id,
    state: 'open',
    email: 'nora@example.org',
    createdAt: '2026-06-15T12:00:00.000Z',
    expiresAt: '2026-07-15T12:00:00.000Z',
    guest: null,
  })
  expect(url).toBe(`${club.config.publicUrl}/invite#code=${code}`)
  expect(codeOf(await club.call(null, checkInvite, { body: { code } }))).toBe('ok')
  expect(await mine(club, mia)).toEqual({
    invitations: [invitation],
    left: 2,
    isShownToInviter: null,
  })
  const stored = JSON.stringify(await club.db.rows(sql`select i::text from invitations i`))
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(code.replaceAll('-', ''))
})

test('a member’s stock is three, as many as an admin sets, and not one more by asking at once', async () => {
  await using club = await openClub({ config })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => club.call(mia, createInvitation, { body: {} })),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(3)
  expect(new Set(responses.filter(({ ok }) => !ok).map(codeOf))).toEqual(
    new Set(['invitations_used_up']),
  )
  await club.call(admin, setDoor, { body: { admission: 'invitation', invitationsPerMember: 5 } })
  expect((await mine(club, mia)).left).toBe(2)
  await give(club, mia)
  await club.call(admin, setDoor, { body: { admission: 'invitation', invitationsPerMember: 0 } })
  expect((await mine(club, mia)).left).toBe(0)
  expect(codeOf(await club.call(mia, createInvitation, { body: {} }))).toBe('invitations_used_up')
})

test('what was revoked or ran out unused gives its place back; what was used does not', async () => {
  await using club = await openClub({ now: NOW, config })
  const mia = await club.member()
  const nora = await club.member({ isAdmitted: false })
  const [used, revoked] = [await give(club, mia), await give(club, mia)]
  await give(club, mia)
  await club.call(nora, redeemInvite, { body: { code: used.code } })
  expect((await mine(club, mia)).left).toBe(0)

  expect(codeOf(await revoke(club, mia, revoked.invitation.id))).toBe('ok')
  expect(codeOf(await revoke(club, mia, revoked.invitation.id))).toBe('ok')
  expect((await mine(club, mia)).left).toBe(1)
  const { code } = revoked
  expect(codeOf(await club.call(null, checkInvite, { body: { code } }))).toBe('invalid_invite')
  expect(codeOf(await revoke(club, mia, used.invitation.id))).toBe('PGRST116')

  club.clock.advance({ days: 29 })
  const mias = await club.session(mia)
  club.clock.advance({ days: 1 })
  const { invitations, left } = await mine(club, { ...mia, ...mias })
  expect(left).toBe(2)
  expect(invitations.map(({ state }) => state).sort()).toEqual(['expired', 'revoked', 'used'])
})

test('revoking and redeeming at once end in either of the two', async () => {
  await using club = await openClub({ config })
  const mia = await club.member()
  for (let round = 0; round < 6; round += 1) {
    const { invitation, code } = await give(club, mia)
    const nora = await club.member({ isAdmitted: false })
    const [revoked, redeemed] = await Promise.all([
      revoke(club, mia, invitation.id),
      club.call(nora, redeemInvite, { body: { code } }),
    ])
    expect([revoked.ok, redeemed.ok].filter(Boolean)).toHaveLength(1)
    await club.db.run(sql`delete from invitations`)
  }
})

test('nobody revokes or sees somebody else’s invitations', async () => {
  await using club = await openClub({ config })
  const [mia, other] = [await club.member(), await club.member()]
  const { invitation, code } = await give(club, mia)
  expect(codeOf(await revoke(club, other, invitation.id))).toBe('PGRST116')
  expect((await mine(club, other)).invitations).toEqual([])
  expect(codeOf(await club.call(null, checkInvite, { body: { code } }))).toBe('ok')
})

test('only members in good standing invite: admitted, not suspended, with a confirmed address', async () => {
  await using club = await openClub({ config: { ...config, emailConfirmation: 'required' } })
  const cases = [
    [await club.member({ isAdmitted: false }), 'not_admitted'],
    [await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' }), 'suspended'],
    [await club.member({ isConfirmed: false }), '42501'],
  ] as const
  for (const [member, code] of cases) {
    expect(codeOf(await club.call(member, createInvitation, { body: {} }))).toBe(code)
    if (code !== 'suspended') expect((await mine(club, member)).left).toBe(0)
  }
  const row = await club.db.row<{ n: number }>(sql`select count(*) as n from invitations`)
  expect(row?.n).toBe(0)
})

test('a member makes twenty invitations a day, however often they take them back', async () => {
  await using club = await openClub({ now: NOW, config })
  const mia = await club.member()
  for (let i = 0; i < 20; i += 1) {
    const { invitation } = await give(club, mia)
    await revoke(club, mia, invitation.id)
  }
  expect(codeOf(await club.call(mia, createInvitation, { body: {} }))).toBe('too_many_attempts')
})

test('a member reads that an invitation was used, and by whom once that member wants it known', async () => {
  await using club = await openClub({ config })
  const mia = await club.member()
  const nora = await club.member({ isAdmitted: false })
  const { code } = await give(club, mia)
  await club.call(nora, redeemInvite, { body: { code } })
  const guest = async () => {
    const { invitations } = await mine(club, mia)
    expect(invitations[0]?.state).toBe('used')
    return invitations[0]?.guest
  }
  expect((await mine(club, nora)).isShownToInviter).toBe(false)
  expect(await guest()).toBe(null)
  for (const isShown of [true, true, false]) {
    expect((await club.call(nora, showToInviter, { body: { isShown } })).ok).toBe(true)
    expect((await mine(club, nora)).isShownToInviter).toBe(isShown)
    expect(await guest()).toBe(isShown ? nora.username : null)
  }
  await club.call(nora, showToInviter, { body: { isShown: true } })
  for (const [who, whom] of [
    [nora, mia],
    [mia, nora],
  ] as const) {
    const params = { memberId: whom.userId }
    expect((await club.call(who, blockMember, { params })).ok).toBe(true)
    expect(await guest()).toBe(null)
    expect((await club.call(who, unblockMember, { params })).ok).toBe(true)
    expect(await guest()).toBe(nora.username)
  }
  await suspend(club.db, nora.userId, '2999-01-01')
  expect(await guest()).toBe(null)
})

test('an account that no member invited has nobody to be shown to', async () => {
  await using club = await openClub({ config })
  const mia = await club.member()
  expect((await mine(club, mia)).isShownToInviter).toBe(null)
  const refused = await club.call(mia, showToInviter, { body: { isShown: true } })
  expect(codeOf(refused)).toBe('PGRST116')
})

test('a member who leaves the club takes their open invitations along', async () => {
  await using club = await openClub({ config })
  const mia = await club.member()
  const { code } = await give(club, mia)
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  expect(codeOf(await club.call(null, checkInvite, { body: { code } }))).toBe('invalid_invite')
})
