import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { setPassword } from '#contract/accounts/recovery.ts'
import { changePassword, listLogIns, prove } from '#contract/accounts/security.ts'
import { limits } from '#contract/limits.ts'
import { cleanUp } from '#server/features/accounts/settings/cleanup.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club, type TestMember } from '#testing/club/club.ts'
import {
  expectAnswer,
  computeTotpCode,
  resultCode,
  signInWithoutFactor,
  makePasskey,
  signInBrowser,
  turnOnTotp,
  typeCode,
  usePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { insertLeaving } from '#testing/privacy/leaving.ts'
import { uuid } from '#testing/random.ts'
import { noteRefusedLogIn } from './logIns.service.ts'

const NOW = '2026-06-15T12:00:00Z'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const WRONG = 'a wrong password'

type As = { cookie: string }
const tryPassword = async (club: Club, email: string, password: string, userAgent = IPHONE) =>
  resultCode(
    await openBrowser(club).call(
      logIn,
      { body: { email, password } },
      { headers: { 'user-agent': userAgent } },
    ),
  )
const listed = async (club: Club, as: As) => {
  await club.app.jobs.drain()
  return expectAnswer(await club.call(as, listLogIns, {})).logIns
}
/** Newest first. */
const listMailed = async (club: Club, as: As) =>
  (await listed(club, as)).map(({ how, isRefused }) => `${how} ${isRefused ? 'refused' : 'in'}`)
const rows = async (club: Club) =>
  (await club.db.row<{ n: number }>(sql`select count(*)::int as n from log_ins`))?.n

test('a member sees when, in what and how somebody came in or was refused, and nobody else does', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  expect(await tryPassword(club, mia.email, PASSWORD, FIREFOX)).toBe('ok')
  for (let i = 0; i < 3; i += 1) {
    club.clock.advance({ minutes: 1 })
    expect(await tryPassword(club, mia.email, WRONG)).toBe('invalid_credentials')
  }
  const refused = (minute: number) => ({
    id: expect.any(String),
    at: `2026-06-15T12:0${minute}:00.000Z`,
    how: 'password',
    isRefused: true,
    browser: 'safari',
    system: 'ios',
  })
  expect(await listed(club, mia)).toEqual([
    refused(3),
    refused(2),
    refused(1),
    {
      id: expect.any(String),
      at: '2026-06-15T12:00:00.000Z',
      how: 'password',
      isRefused: false,
      browser: 'firefox',
      system: 'linux',
    },
  ])
  expect(await listed(club, tom)).toEqual([])
  expect(resultCode(await club.call(null, listLogIns, {}))).toBe('not_signed_in')
})

test('the list shows each log-in: by passkey, with a second factor, and each that was refused', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { authenticator } = await makePasskey(club, browser)
  const { secret } = await turnOnTotp(club, browser)
  const steps = [
    () => usePasskey(openBrowser(club), authenticator),
    () => usePasskey(openBrowser(club), authenticator, { isVerified: false }),
    async () => typeCode(await signInWithoutFactor(club, mia), '000000'),
    async () =>
      typeCode(await signInWithoutFactor(club, mia), computeTotpCode(secret, club.app.now())),
  ]
  for (const step of steps) {
    club.clock.advance({ minutes: 1 })
    await step()
  }
  expect(await listMailed(club, browser)).toEqual([
    'second_factor in',
    'second_factor refused',
    'passkey refused',
    'passkey in',
    'password in',
  ])
})

test('a password without the second factor is listed for the owner, once, and not when the factor follows', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { secret } = await turnOnTotp(club, browser)
  club.clock.advance({ minutes: 1 })
  const stranger = await signInWithoutFactor(club, mia)
  expect(await listMailed(club, browser)).toEqual(['second_factor refused', 'password in'])
  club.clock.advance({ minutes: 1 })
  await typeCode(stranger, '000000')
  await typeCode(stranger, '111111')
  expect((await listMailed(club, browser)).filter((one) => one.endsWith('refused'))).toHaveLength(2)
  club.clock.advance({ minutes: 1 })
  await typeCode(await signInWithoutFactor(club, mia), computeTotpCode(secret, club.app.now()))
  const all = await listMailed(club, browser)
  expect(all[0]).toBe('second_factor in')
  expect(all.filter((one) => one.endsWith('refused'))).toHaveLength(2)
})

test('password guesses in an open session are listed, wherever the password is asked for', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const password = 'another fine staple'
  const answers = [
    await club.call(mia, prove, { body: { password: WRONG } }),
    await club.call(mia, prove, { body: { code: '000000' } }),
    await club.call(mia, changePassword, { body: { currentPassword: WRONG, password } }),
    await club.call(mia, setPassword, { body: { currentPassword: WRONG, password } }),
  ]
  expect(answers.map(resultCode)).not.toContain('ok')
  expect(await listMailed(club, mia)).toEqual(answers.map(() => 'proof refused'))
})

test('the right password of a leaving or unconfirmed account is listed as refused', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'required' } })
  const [mia, ben] = [await club.member(), await club.member({ isConfirmed: false })]
  await insertLeaving(club, mia)
  expect(await tryPassword(club, mia.email, PASSWORD)).toBe('account_leaving')
  expect(await tryPassword(club, ben.email, PASSWORD)).toBe('email_not_confirmed')
  await club.app.jobs.drain()
  expect(
    await club.db.rows(sql`select user_id, how, is_refused from log_ins order by user_id`),
  ).toEqual(
    [mia, ben]
      .map(({ userId }) => ({ userId, how: 'password', isRefused: true }))
      .toSorted((one, other) => (one.userId < other.userId ? -1 : 1)),
  )
})

test('nothing is stored of an address without an account, and a repeated job lists an entry once', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  expect(await tryPassword(club, `x${mia.email}`, WRONG)).toBe('invalid_credentials')
  await club.app.jobs.drain()
  expect(await rows(club)).toBe(0)
  const data = { email: mia.email, at: NOW, browser: 'firefox', system: 'linux' } as const
  const job = { id: uuid(), createdAt: club.app.now(), tries: 0 }
  for (let i = 0; i < 2; i += 1) await noteRefusedLogIn({ ...club.app, job }, data)
  expect(await rows(club)).toBe(1)
})

test('a flood, also at once, leaves so many rows, and takes no log-in out', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 1000 } })
  const mia: TestMember = await club.member()
  expect(await tryPassword(club, mia.email, PASSWORD)).toBe('ok')
  club.clock.advance({ minutes: 1 })
  const guess = () => club.call(mia, prove, { body: { code: '000000' } })
  await Promise.all(Array.from({ length: 2 * limits.logInsKept }, guess))
  await guess()
  expect(await rows(club)).toBe(limits.logInsKept + 1)
  expect((await listMailed(club, mia)).at(-1)).toBe('password in')
})

test('after ninety days it is gone', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await tryPassword(club, mia.email, WRONG)
  await club.app.jobs.drain()
  club.clock.advance({ days: 89 })
  expect((await cleanUp(club.app)).logIns).toBe(0)
  club.clock.advance({ days: 1 })
  expect((await cleanUp(club.app)).logIns).toBe(1)
  expect(await rows(club)).toBe(0)
})
