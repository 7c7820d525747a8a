import { expect, test } from 'vitest'
import { confirmEmail, logIn, resendConfirmation } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { rates } from '#contract/limits.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import { signUp } from '#contract/admission/signup.ts'
import { countInNets } from '#server/platform/limits/nets.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

const NOW = '2026-06-15T12:00:00Z'
const count = async (club: Club, table: 'users' | 'profiles' | 'user_consents' | 'sessions') =>
  (
    await club.db.row<{ n: number }>(
      {
        users: sql`select count(*) as n from users`,
        profiles: sql`select count(*) as n from profiles`,
        user_consents: sql`select count(*) as n from user_consents`,
        sessions: sql`select count(*) as n from sessions`,
      }[table],
    )
  )?.n
const codes = (results: { ok: boolean }[]) =>
  results.map((result) => ('code' in result ? result.code : 'ok'))

test('a visitor signs up and is a member with a session at once', async () => {
  await using club = await openClub({ now: NOW })
  const browser = openBrowser(club)
  const { body } = newcomer({ username: ' Mia  Hansen ', email: ' Mia@Example.org ', city: '' })
  const signedUp = await browser.call(signUp, { body: { ...body, language: 'de' } })

  expect(signedUp).toMatchObject({
    ok: true,
    answer: {
      session: {
        username: 'Mia Hansen',
        email: 'mia@example.org',
        city: null,
        language: 'de',
        isAdmin: false,
        isAdmitted: true,
        verificationStatus: 'none',
        suspension: null,
        expiresAt: '2026-07-15T12:00:00.000Z',
      },
    },
  })
  expect((await browser.call(getSession, {})).ok && browser.has('session')).toBe(true)
})

test('sign-up stores account, profile and the accepted terms, and the password only as Argon2id', async () => {
  await using club = await openClub({ now: NOW })
  const { body } = newcomer({ bio: 'Hello', birthdate: '29.02.2004' })
  await club.call(null, signUp, { body })
  const row = await club.db.row(sql`
    select u.password_hash, p.birthdate, p.bio, v.document, v.version, c.created_at
    from users u join profiles p using (id) join user_consents c on c.user_id = u.id
    join consent_versions v on v.id = c.consent_version_id`)
  expect(row).toEqual({
    passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$/),
    birthdate: '2004-02-29',
    bio: null,
    document: 'terms',
    version: documentVersions.terms,
    createdAt: '2026-06-15T12:00:00.000Z',
  })
})

test('in a club by invitation a new account waits to be admitted', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const signedUp = await club.call(null, signUp, newcomer())
  expect(signedUp).toMatchObject({ answer: { session: { isAdmitted: false } } })
})

test('a taken username, or one that looks like it, is refused and leaves nothing behind', async () => {
  await using club = await openClub()
  await club.call(null, signUp, newcomer({ username: 'Paula' }))
  for (const username of ['Paula', 'PAULA', 'Ｐａｕｌａ', 'P\u0430ula', 'PauIa', 'Pau\u200bla']) {
    const refused = await club.call(null, signUp, newcomer({ username }))
    expect(refused).toMatchObject({ ok: false, status: 409, code: '23505' })
  }
  expect(await count(club, 'users')).toBe(1)
  expect(await count(club, 'user_consents')).toBe(1)
  expect(await count(club, 'sessions')).toBe(1)
})

test('a name of invisible characters is no username', async () => {
  await using club = await openClub()
  const refused = await club.call(null, signUp, newcomer({ username: '\u3164\u3164' }))
  expect(refused).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'username', message: 'username_too_short' }] },
  })
})

test('when the terms cannot be recorded there is no account either', async () => {
  await using club = await openClub()
  await club.db.run(sql`delete from consent_versions`)
  const failed = await club.call(null, signUp, newcomer())
  expect(failed).toMatchObject({ ok: false, code: 'unexpected' })
  expect(failed.headers.getSetCookie()).toEqual([])
  expect(await count(club, 'users')).toBe(0)
  expect(await count(club, 'profiles')).toBe(0)
})

test('nobody signs up to terms they did not see: the version in force is named, and nothing is kept', async () => {
  await using club = await openClub({ now: NOW })
  const request = newcomer()
  for (const termsVersion of ['1.9.0', '9.0.0', ''])
    expect(
      await club.call(null, signUp, newcomer({ ...request.body, termsVersion })),
    ).toMatchObject({
      status: 409,
      code: 'version_outdated',
      body: { version: documentVersions.terms },
    })
  const without = { ...request.body, termsVersion: undefined }
  expect(await club.call(null, signUp, { body: without as never })).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'termsVersion' }] },
  })
  for (const table of ['users', 'profiles', 'user_consents', 'sessions'] as const)
    expect(await count(club, table)).toBe(0)
  expect(await club.db.rows(sql`select from consent_ledger`)).toEqual([])
  // and it cost no try: the same form goes through once it names them
  expect(await club.call(null, signUp, request)).toMatchObject({ ok: true })
})

test('whether an address has an account is not told by the version of the terms', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const refused = await club.call(null, signUp, newcomer({ email, termsVersion: '1.9.0' }))
  expect(refused).toMatchObject({ code: 'version_outdated' })
})

test.each([
  ['on the 18th birthday', '2026-06-15T12:00:00Z', '15.06.2008'],
  ['when it is already the birthday in Berlin', '2026-06-14T22:30:00Z', '15.06.2008'],
  ['born on 29 February, on 1 March', '2026-03-01T12:00:00Z', '29.02.2008'],
])('one is of age: %s', async (_, now, birthdate) => {
  await using club = await openClub({ now })
  expect((await club.call(null, signUp, newcomer({ birthdate }))).ok).toBe(true)
})

test.each([
  ['the day before the birthday', '2026-06-14T12:00:00Z', '15.06.2008', 'birthdate_underage'],
  ['born on 29 February, on the 28th', '2026-02-28T12:00:00Z', '29.02.2008', 'birthdate_underage'],
  ['on a day that does not exist', NOW, '31.02.1990', 'birthdate_invalid'],
  ['in the future', NOW, '16.06.2026', 'birthdate_invalid'],
  ['more than 120 years ago', NOW, '14.06.1905', 'birthdate_invalid'],
])('a birthdate is refused and nothing of it kept: %s', async (_, now, birthdate, message) => {
  await using club = await openClub({ now })
  expect(await club.call(null, signUp, newcomer({ birthdate }))).toMatchObject({
    status: 400,
    code: 'invalid_input',
    body: { errors: [{ path: 'birthdate', message }] },
  })
  const stored = await club.db.row<{ n: number }>(
    sql`select (select count(*) from users) + (select count(*) from attempts) as n`,
  )
  expect(stored?.n).toBe(0)
})

test('age and terms must be confirmed', async () => {
  await using club = await openClub()
  const { body } = newcomer()
  const refused = await club.call(null, signUp, {
    body: { ...body, isAdult: false as never, acceptsTerms: false as never },
  })
  expect(refused).toMatchObject({
    body: {
      errors: [
        { path: 'isAdult', message: 'age_required' },
        { path: 'acceptsTerms', message: 'terms_required' },
      ],
    },
  })
})

test('weak passwords are refused: short, common, and those made of what one is called', async () => {
  await using club = await openClub()
  const weak = async (password: string) => {
    const fields = { password, email: 'nachtfalter@example.org', username: 'Sommerregen' }
    return club.call(null, signUp, newcomer(fields))
  }
  expect(await weak('k3%vQz!')).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'password', message: 'password_too_short' }] },
  })
  for (const password of ['password1', 'nachtfalter1', 'Sommerregen!', 'ParlourClub'])
    expect(await weak(password)).toMatchObject({ status: 422, code: 'weak_password' })
  expect(await count(club, 'users')).toBe(0)
})

test('nobody signs up as an admin, as verified or as somebody else', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const { body } = newcomer()
  const more = { isAdmin: true, role: 'admin', verificationStatus: 'verified', isAdmitted: true }
  const signedUp = await club.call(null, signUp, { body: { ...body, ...more } as never })
  expect(signedUp).toMatchObject({
    answer: { session: { isAdmin: false, verificationStatus: 'none', isAdmitted: false } },
  })
})

test('an address that has an account is told so, in whatever case it is written', async () => {
  await using club = await openClub()
  await club.member({ email: 'mia@example.org' })
  const refused = await club.call(null, signUp, newcomer({ email: 'MIA@example.ORG' }))
  expect(refused).toMatchObject({ ok: false, status: 409, code: 'email_exists' })
})

test.each(['off', 'required'] as const)(
  'double clicks create one account (confirmation %s)',
  async (emailConfirmation) => {
    await using club = await openClub({ config: { emailConfirmation } })
    const request = newcomer()
    const clicks = await Promise.all([1, 2, 3].map(() => club.call(null, signUp, request)))
    expect(codes(clicks)).toEqual(['ok', 'ok', 'ok'])
    expect(await count(club, 'users')).toBe(1)
    const sessions = clicks.map((click) => click.ok && click.answer.session?.email)
    const expected = emailConfirmation === 'off' ? request.body.email : undefined
    expect(sessions).toEqual([expected, expected, expected])
    expect(await club.mails()).toHaveLength(emailConfirmation === 'off' ? 0 : 1)
  },
)

test('a sign-up whose answer was lost can be sent again for ten minutes, with the same password', async () => {
  await using club = await openClub({ now: NOW })
  const request = newcomer()
  await club.call(null, signUp, request)
  club.clock.advance({ minutes: 9 })
  expect(await club.call(null, signUp, request)).toMatchObject({
    answer: { session: { email: request.body.email } },
  })
  const guess = newcomer({ ...request.body, password: 'another long password' })
  expect(await club.call(null, signUp, guess)).toMatchObject({ code: 'email_exists' })
  club.clock.advance({ minutes: 60 })
  expect(await club.call(null, signUp, request)).toMatchObject({ code: 'email_exists' })
})

test('a sign-up sent again under its session is that account, and another makes none', async () => {
  await using club = await openClub({ now: NOW })
  const browser = openBrowser(club)
  const request = newcomer({ email: 'mia@example.org' })
  await browser.call(signUp, request)
  const another = await browser.call(signUp, newcomer({ email: 'tom@example.org' }))
  expect(another).toMatchObject({ status: 403, code: '42501' })
  expect(await count(club, 'users')).toBe(1)
  expect(await browser.call(signUp, request)).toMatchObject({
    answer: { session: { email: 'mia@example.org' } },
  })
  expect(await browser.call(getSession, {})).toMatchObject({
    answer: { session: { email: 'mia@example.org' } },
  })
})

test('an address signs up three times an hour, even if fifty try at once', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => club.call(null, signUp, newcomer({ email }))),
  )
  expect(codes(tries).filter((code) => code === 'email_exists')).toHaveLength(3)
  const refused = tries.find((result) => !result.ok && result.code === 'too_many_attempts')
  expect(refused).toMatchObject({ status: 429, body: { retryAfter: 3600 } })
  expect(refused?.headers.get('retry-after')).toBe('3600')

  club.clock.advance({ minutes: 60 })
  expect(codes([await club.call(null, signUp, newcomer({ email }))])).toEqual(['email_exists'])
})

const STRANGERS = { isLocal: false, trustedProxies: parseNetworks(['127.0.0.1']) }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('a range of addresses learns of ten accounts an hour, then gets the same answer for everybody', async () => {
  await using club = await openClub({ now: NOW, config: STRANGERS })
  const members = await Promise.all(Array.from({ length: 12 }, () => club.member()))
  const probe = (email: string, address: string) =>
    club.call(null, signUp, newcomer({ email }), from(address))

  // honest sign-ups spend nothing
  for (let i = 0; i < 3; i += 1)
    expect((await club.call(null, signUp, newcomer(), from('2001:db8::1'))).ok).toBe(true)
  const parallel = await Promise.all(
    members.map(({ email }, i) => probe(email, `2001:db8::${i + 1}`)),
  )
  expect(codes(parallel).filter((code) => code === 'email_exists')).toHaveLength(10)
  expect(codes(parallel).filter((code) => code === 'too_many_attempts')).toHaveLength(2)

  const known = await probe(members[0]?.email ?? '', '2001:db8:0:0:9::9')
  const unknown = await probe('nobody@example.org', '2001:db8:0:0:9::9')
  expect(known).toMatchObject({ code: 'too_many_attempts' })
  expect(unknown).toMatchObject({ status: known.status, body: 'body' in known ? known.body : {} })

  expect(codes([await probe(members[1]?.email ?? '', '2001:db8:0:1::1')])).toEqual(['email_exists'])
  club.clock.advance({ minutes: 60 })
  expect(codes([await probe(members[0]?.email ?? '', '2001:db8::1')])).toEqual(['email_exists'])
})

test('a range of addresses learns of twenty names an hour, then gets the same answer for every name', async () => {
  await using club = await openClub({ now: NOW, config: STRANGERS })
  await club.member({ username: 'Paula' })
  const ask = (username: string, address: string) =>
    club.call(null, signUp, newcomer({ username }), from(address))
  const tries = await Promise.all(
    Array.from({ length: 22 }, (_, n) => ask('Paula', `2001:db8::${n + 1}`)),
  )
  expect(codes(tries).filter((code) => code === '23505')).toHaveLength(20)
  const refused = { status: 429, code: 'too_many_attempts' }
  expect(await ask('Paula', '2001:db8::1')).toMatchObject(refused)
  expect(await ask('Somebody Else', '2001:db8::1')).toMatchObject(refused)
  expect(codes([await ask('Paula', '2001:db8:0:1::1')])).toEqual(['23505'])
  club.clock.advance({ minutes: 60 })
  expect(codes([await ask('Somebody Else', '2001:db8::1')])).toEqual(['ok'])
})

test('of names tried at once a range learns no more than of one after the other', async () => {
  await using club = await openClub({ now: NOW, config: STRANGERS })
  await club.member({ username: 'Paula' })
  const ask = (username: string) =>
    club.call(null, signUp, newcomer({ username }), from('2001:db8::1'))
  for (let tried = 1; tried < rates.nameTriedPerAddress.max; tried += 1)
    await countInNets({ ...club.app, address: '2001:db8::1' }, club.db, 'nameTriedPerAddress')
  // the last one that is told is held up while the others ask
  const signingUp = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from attempts where action = 'nameTriedPerAddress' for update`)
    const last = ask('Paula')
    await untilSomebodyWaits(club)
    const [taken, free] = [ask('Paula'), ask('Somebody Else')]
    await Promise.race([free, untilSomebodyWaits(club, 3)])
    return [last, taken, free]
  })
  const tooMany = 'too_many_attempts'
  expect(codes(await Promise.all(signingUp))).toEqual(['23505', tooMany, tooMany])
})

test('on this machine the probing budget does not bind', async () => {
  await using club = await openClub()
  for (let i = 0; i < 11; i += 1) {
    const { email } = await club.member()
    const refused = await club.call(null, signUp, newcomer({ email }))
    expect(refused).toMatchObject({ code: 'email_exists' })
  }
})

test('an address range signs up a hundred times an hour, whatever a stranger writes into headers', async () => {
  await using club = await openClub({ config: { isLocal: false } })
  for (let i = 0; i < 100; i += 1)
    await countInNets({ ...club.app, address: '127.0.0.1' }, club.db, 'signUpPerAddress')
  const refused = await club.call(null, signUp, newcomer(), from('203.0.113.9'))
  expect(refused).toMatchObject({ code: 'too_many_attempts' })
})

test('a discreet club answers strangers alike and tells the owner by mail', async () => {
  await using club = await openClub({ config: { ...STRANGERS, discreet: true } })
  const { email } = await club.member()
  const existing = await club.call(null, signUp, newcomer({ email }))
  const fresh = await club.call(null, signUp, newcomer())
  expect(existing).toMatchObject({ ok: true, status: 200, answer: { session: null } })
  expect(fresh).toMatchObject({ ok: true, status: 200, answer: { session: null } })
  expect(existing.headers.getSetCookie()).toEqual(fresh.headers.getSetCookie())

  await club.call(null, signUp, newcomer({ username: 'Paula' }))
  for (const address of [email, 'nobody@example.org']) {
    const taken = newcomer({ email: address, username: 'Paula' })
    expect(await club.call(null, signUp, taken)).toMatchObject({ code: '23505' })
  }
  expect(await count(club, 'users')).toBe(3)

  const mails = await club.mails()
  expect(mails).toHaveLength(3)
  expect(mails.find(({ to }) => to === email)?.subject).toBe('Sie haben bereits ein Konto')
  expect(await club.call(null, getSession, {})).toMatchObject({
    answer: { club: { emailConfirmation: 'required' } },
  })
})

test('the owner is mailed in any other club as well, where the answer says that the address is known', async () => {
  await using club = await openClub({ config: STRANGERS })
  const { email } = await club.member()
  const existing = await club.call(null, signUp, newcomer({ email }))
  expect(existing).toMatchObject({ ok: false, code: 'email_exists' })
  const mails = await club.mails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'Sie haben bereits ein Konto'],
  ])
})

test('an address nobody has confirmed yet is treated as new: another mail, and no word about it', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { email } = newcomer().body
  for (let i = 0; i < 2; i += 1) {
    const signedUp = await club.call(null, signUp, newcomer({ email }))
    expect(signedUp).toMatchObject({ ok: true, answer: { session: null } })
  }
  expect(await count(club, 'users')).toBe(1)
  expect(await club.mails()).toHaveLength(2)
})

test.each([
  ['before', ['of a stranger', 'of the owner']],
  ['after', ['of the owner', 'of a stranger']],
])(
  'a stranger who signs up with an address %s its owner has no way in, whatever the owner opens',
  async (_, passwords) => {
    await using club = await openClub({ config: { emailConfirmation: 'required' } })
    const email = 'mia@example.org'
    for (const password of passwords) {
      const signedUp = await club.call(null, signUp, newcomer({ email, password }))
      expect(signedUp).toMatchObject({ ok: true, answer: { session: null } })
      await club.mails()
    }
    await club.call(null, resendConfirmation, { body: { email } })
    const mails = await club.mails()
    const tokens = (link: RegExp) => mails.flatMap(({ text }) => link.exec(text)?.[1] ?? [])
    const owner = openBrowser(club)
    for (const token of tokens(/#confirm=([\w-]+)/))
      expect(codes([await owner.call(confirmEmail, { body: { token } })])).toEqual(['invalid_link'])
    const [token = '', ...more] = tokens(/\/reset-password#token=([\w-]+)/)
    expect(more).toHaveLength(1)
    expect(codes([await owner.call(openRecovery, { body: { token } })])).toEqual(['ok'])
    await owner.call(setPassword, { body: { password: 'staple battery horse' } })
    const logInWith = async (password: string) =>
      codes([await club.call(null, logIn, { body: { email, password } })])[0]
    expect(await logInWith('of a stranger')).toBe('invalid_credentials')
    expect(await logInWith('staple battery horse')).toBe('ok')
  },
)
