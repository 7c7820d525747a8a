import { expect, test } from 'vitest'
import { confirmEmail, logIn, resendConfirmation } from '#contract/accounts/auth.ts'
import { signUp } from '#contract/admission/signup.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const NOW = '2026-06-15T12:00:00Z'
const REQUIRED = { config: { emailConfirmation: 'required' }, now: NOW } as const
const codes = (results: { ok: boolean }[]) =>
  results.map((result) => ('code' in result ? result.code : 'ok'))

const inMail = (text = '') => ({
  token: /\/#confirm=([\w-]+)/.exec(text)?.[1] ?? '',
  code: /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(text)?.[0] ?? '',
})

/** Signs up and reads the mail: its link's token, and its code. */
async function signedUp(club: Club) {
  const request = newcomer()
  expect(await club.call(null, signUp, request)).toMatchObject({ answer: { session: null } })
  const { email } = request.body
  const logInNow = async () =>
    codes([await club.call(null, logIn, { body: { email, password: PASSWORD } })])[0]
  return { email, logInNow, ...inMail((await club.mails()).at(-1)?.text) }
}

test('a new account is confirmed by the mailed link, once', async () => {
  await using club = await openClub(REQUIRED)
  const { token, logInNow } = await signedUp(club)
  expect(await logInNow()).toBe('email_not_confirmed')
  const confirm = () => club.call(null, confirmEmail, { body: { token } })
  expect(await confirm()).toMatchObject({ answer: { done: true } })
  expect(await logInNow()).toBe('ok')
  expect(await confirm()).toMatchObject({ status: 422, code: 'invalid_link' })
})

test('a new account is confirmed by the code beside the link, however it is typed, once', async () => {
  await using club = await openClub(REQUIRED)
  const { email, code, token, logInNow } = await signedUp(club)
  const typed = ` ${code.toLowerCase().replace('-', ' ')} `
  const confirm = () =>
    club.call(null, confirmEmail, { body: { email: email.toUpperCase(), code: typed } })
  expect((await confirm()).ok).toBe(true)
  expect(await logInNow()).toBe('ok')
  expect(await confirm()).toMatchObject({ status: 422, code: 'invalid_code' })
  expect(codes([await club.call(null, confirmEmail, { body: { token } })])).toEqual([
    'invalid_link',
  ])
})

test('link and code end after a day', async () => {
  await using club = await openClub(REQUIRED)
  const { email, code, token } = await signedUp(club)
  club.clock.advance({ hours: 24 })
  expect(
    codes([
      await club.call(null, confirmEmail, { body: { token } }),
      await club.call(null, confirmEmail, { body: { email, code } }),
    ]),
  ).toEqual(['invalid_link', 'invalid_code'])
})

test('codes are guessed ten times an hour, and unknown addresses answer the same', async () => {
  await using club = await openClub(REQUIRED)
  const { email, code } = await signedUp(club)
  for (const address of [email, 'nobody@example.org']) {
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () =>
        club.call(null, confirmEmail, { body: { email: address, code: 'ZZZZ-ZZZZ' } }),
      ),
    )
    expect(codes(guesses).filter((answer) => answer === 'invalid_code')).toHaveLength(10)
    expect(codes(guesses).filter((answer) => answer === 'too_many_attempts')).toHaveLength(40)
  }
  expect(codes([await club.call(null, confirmEmail, { body: { email, code } })])).toEqual([
    'too_many_attempts',
  ])
})

test('a code belongs to its account', async () => {
  await using club = await openClub(REQUIRED)
  const { code } = await signedUp(club)
  const other = await signedUp(club)
  const confirm = await club.call(null, confirmEmail, { body: { email: other.email, code } })
  expect(confirm).toMatchObject({ code: 'invalid_code' })
})

test('the mail is sent again three times an hour, and every one of them is good', async () => {
  await using club = await openClub(REQUIRED)
  const { email, token } = await signedUp(club)
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => club.call(null, resendConfirmation, { body: { email } })),
  )
  expect(codes(tries).filter((code) => code === 'ok')).toHaveLength(3)
  const mails = await club.mails()
  expect(mails).toHaveLength(4)
  expect(new Set(mails.map(({ text }) => inMail(text).token)).size).toBe(4)
  expect((await club.call(null, confirmEmail, { body: { token } })).ok).toBe(true)
})

test('resending answers the same for every address and mails only who waits for it', async () => {
  await using club = await openClub(REQUIRED)
  const confirmed = await club.member()
  const waiting = await club.member({ isConfirmed: false })
  for (const email of [confirmed.email, waiting.email, 'nobody@example.org'])
    expect(await club.call(null, resendConfirmation, { body: { email } })).toMatchObject({
      status: 200,
      answer: { done: true },
    })
  expect((await club.mails()).map(({ to }) => to)).toEqual([waiting.email])
})

test('neither link nor code can be taken from the database', async () => {
  await using club = await openClub(REQUIRED)
  const { token, code } = await signedUp(club)
  const rows = await club.db.rows(sql`select t::text as row from email_tokens t
    union all select data::text from pgboss.job`)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
})
