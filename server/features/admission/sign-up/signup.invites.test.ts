import { expect, test } from 'vitest'
import { confirmEmail, logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { listInvitations } from '#contract/admission/invitations.ts'
import { cleanUp } from '#server/features/accounts/accounts.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { insertInvite } from '#testing/fixtures/admission.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { leaveForGood } from '#testing/privacy/leaving.ts'

const config = { admission: 'invitation' } as const
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')
const counts = ({ db }: Club) =>
  db.row(sql`
    select (select count(*) from users) as users, (select count(*) from profiles) as profiles,
      (select count(*) from invitation_uses) as used,
      (select coalesce(sum(uses), 0) from invitations) as uses`)

test.each(['invitation', 'open'] as const)(
  'a good code admits the member who signs up with it (admission %s), and the tree knows who invited them',
  async (admission) => {
    await using club = await openClub({ config: { admission } })
    const mia = await club.member()
    const { code } = await insertInvite(club, { inviterId: mia.userId })
    const signedUp = await club.call(null, signUp, newcomer({ inviteCode: code.toLowerCase() }))
    expect(signedUp).toMatchObject({ answer: { session: { isAdmitted: true } } })
    const listed = await club.call(mia, listInvitations, {})
    expect(listed).toMatchObject({ answer: { invitations: [{ state: 'used' }] } })
    const row = await club.db.row(sql`
      select u.email <> ${mia.email} as is_new from invitation_uses t join users u on u.id = t.user_id`)
    expect(row).toEqual({ isNew: true })
  },
)

test('a code is good as the whole link in which it came', async () => {
  await using club = await openClub({ config })
  const { code } = await insertInvite(club)
  const inviteCode = ` ${club.url}/invite#code=${code} `
  const signedUp = await club.call(null, signUp, newcomer({ inviteCode }))
  expect(signedUp).toMatchObject({ answer: { session: { isAdmitted: true } } })
})

const bad: Record<string, (club: Club) => Promise<string>> = {
  unknown: async () => '0123456789ABCDEFGHJKMNPQRS',
  'used up': async (club) => {
    const { id, code } = await insertInvite(club)
    await club.db.run(sql`update invitations set uses = 1 where id = ${id}`)
    return code
  },
  expired: async (club) => (await insertInvite(club, { days: 0 })).code,
  revoked: async (club) => {
    const { id, code } = await insertInvite(club)
    await club.db.run(sql`update invitations set revoked_at = now() where id = ${id}`)
    return code
  },
  'bound to another address': async (club) =>
    (await insertInvite(club, { email: 'somebody@example.org' })).code,
}
const modes = [{}, { emailConfirmation: 'required' }, { discreet: true }] as const

test.each(Object.keys(bad).flatMap((name) => modes.map((mode) => [name, mode] as const)))(
  'a code that is %s stops the sign-up before there is an account (%o)',
  async (name, mode) => {
    await using club = await openClub({ config: { admission: 'open', ...mode } })
    const inviteCode = await bad[name]!(club)
    const before = await counts(club)
    const refused = await club.call(null, signUp, newcomer({ inviteCode }))
    expect(refused).toMatchObject({ status: 422, code: 'invalid_invite' })
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await counts(club)).toEqual(before)
    expect(await club.mails()).toEqual([])
  },
)

test(
  'fifty who sign up with one code at once: one has an account, the others have nothing',
  { timeout: 90_000 },
  async () => {
    await using club = await openClub({ config })
    const { code } = await insertInvite(club)
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => club.call(null, signUp, newcomer({ inviteCode: code }))),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await counts(club)).toEqual({ users: 1, profiles: 1, used: 1, uses: 1 })
    const others = new Set(tries.filter(({ ok }) => !ok).map(codeOf))
    // ten wrong ones an hour are heard, and by then it is one
    expect([...others].filter((code_) => code_ !== 'too_many_attempts')).toEqual(['invalid_invite'])
  },
)

test('a sign-up sent twice with its single-use code creates one account and is not refused', async () => {
  await using club = await openClub({ config })
  const { code } = await insertInvite(club)
  const request = newcomer({ inviteCode: code })
  const clicks = await Promise.all([1, 2].map(() => club.call(null, signUp, request)))
  expect(clicks.map(codeOf)).toEqual(['ok', 'ok'])
  expect(codeOf(await club.call(null, signUp, request))).toBe('ok')
  expect(await counts(club)).toEqual({ users: 1, profiles: 1, used: 1, uses: 1 })
})

test('what stops a sign-up for another reason does not spend its code', async () => {
  await using club = await openClub({ config })
  const { username, email } = await club.member()
  const { code } = await insertInvite(club)
  for (const fields of [{ username }, { email }, { password: 'password1' }]) {
    const refused = await club.call(null, signUp, newcomer({ ...fields, inviteCode: code }))
    expect(refused.ok).toBe(false)
  }
  expect(await counts(club)).toMatchObject({ used: 0, uses: 0 })
  expect(codeOf(await club.call(null, signUp, newcomer({ inviteCode: code })))).toBe('ok')
})

test('without a good code nobody learns whether an address has an account', async () => {
  await using club = await openClub({ config })
  const { email } = await club.member()
  const inviteCode = '0123456789ABCDEFGHJKMNPQRS'
  for (const fields of [{ email }, {}])
    expect(codeOf(await club.call(null, signUp, newcomer({ ...fields, inviteCode })))).toBe(
      'invalid_invite',
    )
})

test.each(modes)('a code that is used up does not tell whom it let in (%o)', async (mode) => {
  await using club = await openClub({ config: { ...config, ...mode } })
  const { code: inviteCode } = await insertInvite(club)
  const first = newcomer({ inviteCode })
  expect(codeOf(await club.call(null, signUp, first))).toBe('ok')
  const { email } = first.body
  for (const fields of [{ email }, {}]) {
    const asked = newcomer({ ...fields, inviteCode, password: 'what a stranger would type' })
    expect(codeOf(await club.call(null, signUp, asked))).toBe('invalid_invite')
  }
  // the member with that password was admitted by it, and may have missed the answer
  expect(codeOf(await club.call(null, signUp, first))).toBe('ok')
})

test('wrong codes at sign-up count as wrong codes', async () => {
  await using club = await openClub({
    config: { ...config, isLocal: false, trustedProxies: parseNetworks(['127.0.0.1']) },
  })
  const { code } = await insertInvite(club)
  const from = { headers: { 'x-forwarded-for': '203.0.113.9' } }
  const attempt = (inviteCode: string) =>
    club.call(null, signUp, newcomer({ inviteCode }), from).then(codeOf)
  for (let i = 0; i < 10; i += 1) expect(await attempt('WRONG-CODE')).toBe('invalid_invite')
  expect(await attempt('WRONG-CODE')).toBe('too_many_attempts')
  expect(await attempt(code)).toBe('too_many_attempts')
})

test('in a club that confirms addresses, a member with a code is admitted once they have', async () => {
  await using club = await openClub({ config: { ...config, emailConfirmation: 'required' } })
  const { code } = await insertInvite(club)
  const { body } = newcomer({ inviteCode: code })
  expect(await club.call(null, signUp, { body })).toMatchObject({ answer: { session: null } })
  const [mail] = await club.mails()
  const token = /#confirm=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await club.call(null, confirmEmail, { body: { token } })
  const loggedIn = await club.call(null, logIn, { body: { email: body.email, password: PASSWORD } })
  expect(loggedIn).toMatchObject({ answer: { session: { isAdmitted: true } } })
})

test('a code that was spent on a mistyped address is good again once that account is gone', async () => {
  await using club = await openClub({
    now: '2026-06-15T12:00:00Z',
    config: { ...config, emailConfirmation: 'required' },
  })
  const mia = await club.member()
  const { code } = await insertInvite(club, { inviterId: mia.userId })
  const comes = async () => codeOf(await club.call(null, signUp, newcomer({ inviteCode: code })))
  expect(await comes()).toBe('ok')
  expect(await comes()).toBe('invalid_invite')
  club.clock.advance({ days: 7 })
  await cleanUp(club.app)
  expect(await counts(club)).toMatchObject({ users: 1, used: 0, uses: 0 })
  expect(await comes()).toBe('ok')
})

test('a code stays used when the member who came by it is gone', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z', config })
  const { code } = await insertInvite(club)
  const guest = newcomer({ inviteCode: code })
  const came = await club.call(null, signUp, guest)
  if (!came.ok) throw new Error(came.code)
  const { userId } = came.answer.session!
  await leaveForGood(club, { userId, ...(await club.session({ userId })) })
  expect(await counts(club)).toMatchObject({ users: 0, used: 0, uses: 1 })
  const again = await club.call(null, signUp, newcomer({ inviteCode: code }))
  expect(codeOf(again)).toBe('invalid_invite')
})

test('a discreet club does not spend a code on an address that has an account', async () => {
  await using club = await openClub({ config: { ...config, discreet: true } })
  const { email } = await club.member()
  const { code } = await insertInvite(club)
  const taken = await club.call(null, signUp, newcomer({ email, inviteCode: code }))
  expect(await counts(club)).toMatchObject({ users: 1, used: 0, uses: 0 })
  const fresh = await club.call(null, signUp, newcomer({ inviteCode: code }))
  expect(taken).toMatchObject({ ok: true, answer: { session: null } })
  expect(fresh).toMatchObject({ ok: true, answer: { session: null } })
  expect(await counts(club)).toMatchObject({ users: 2, used: 1, uses: 1 })
  expect(await club.call(null, getSession, {})).toMatchObject({ answer: { session: null } })
})
