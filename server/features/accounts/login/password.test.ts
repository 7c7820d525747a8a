import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { changePassword, getSecurity } from '#contract/accounts/security.ts'
import { sql } from '#server/platform/database/database.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { askToMove, confirmMove, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-06-15T12:00:00Z'
const NEXT = 'staple battery horse'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')
const sorted = (results: object[]) => results.map(codeOf).toSorted()

const change = (club: Club, as: { cookie: string } | null, password = NEXT, current = PASSWORD) =>
  club.call(as, changePassword, { body: { currentPassword: current, password } })
const logInWith = async (club: Club, email: string, password: string) =>
  codeOf(await club.call(null, logIn, { body: { email, password } }))

test('the password is changed with the current one: this browser stays, every other is signed out', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const phone = await club.session(mia)
  const tom = await club.member()
  const { url } = await club.secondServer()
  const streams = [await club.follow(phone), await club.follow(phone, url)]
  expect(await change(club, mia)).toMatchObject({ answer: { done: true } })
  await Promise.all(streams.map(({ closed }) => closed))
  expect(codeOf(await club.call(mia, listRooms, {}))).toBe('ok')
  expect(codeOf(await club.call(phone, listRooms, {}))).toBe('not_signed_in')
  expect(codeOf(await club.call(tom, listRooms, {}))).toBe('ok')
  expect(await logInWith(club, mia.email, PASSWORD)).toBe('invalid_credentials')
  expect(await logInWith(club, mia.email, NEXT)).toBe('ok')
})

test('a password is the same on every keyboard, and blanks at its ends count', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { email } = mia
  const typed = 'Übergröße é 한국어 ＡＢＣ１ '
  expect(codeOf(await change(club, mia, typed.normalize('NFD')))).toBe('ok')
  const same = [
    typed,
    typed.normalize('NFD'),
    typed.normalize('NFKC'),
    typed.replaceAll(' ', '\u00A0'),
  ]
  for (const one of same) expect(await logInWith(club, email, one), one).toBe('ok')
  for (const other of [typed.trim(), ` ${typed}`, typed.replace('é', 'e')])
    expect(await logInWith(club, email, other), other).toBe('invalid_credentials')
  // as one was kept before widths were made even
  const before = await hash(typed)
  await club.db.run(sql`update users set password_hash = ${before} where id = ${mia.userId}`)
  expect(await logInWith(club, email, typed)).toBe('ok')
})

test('the owner is told by mail, in words that fit, and the act is on record', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await change(club, mia)
  const [mail, ...more] = await club.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: mia.email, subject: 'Your password was changed' })
  expect(mail?.text).toContain('All other devices were logged out.')
  expect(await readTraces(club)).toEqual([
    { action: 'password_changed', actorId: mia.userId, subjectId: mia.userId, details: {} },
  ])
})

test('a wrong current password, a weak new one and nobody at all change nothing', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const phone = await club.session(mia)
  expect(await change(club, mia, NEXT, 'a wrong password')).toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  })
  expect(codeOf(await change(club, mia, 'password1'))).toBe('weak_password')
  expect(codeOf(await change(club, mia, `${mia.username}!`))).toBe('weak_password')
  expect(await change(club, mia, 'short12')).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'password', message: 'password_too_short' }] },
  })
  expect(codeOf(await change(club, mia, NEXT, ''))).toBe('invalid_input')
  expect(codeOf(await change(club, null))).toBe('not_signed_in')
  expect(codeOf(await club.call(phone, listRooms, {}))).toBe('ok')
  expect(await logInWith(club, mia.email, PASSWORD)).toBe('ok')
  expect(await club.mails()).toEqual([])
})

test('of two changes at once from two browsers one counts, and signs the other out', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const browsers = [mia, await club.session(mia)]
  const passwords = [`${NEXT} one`, `${NEXT} two`]
  const results = await Promise.all(
    await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for update`)
      const changing = browsers.map((as, i) => change(club, as, passwords[i]))
      await untilSomebodyWaits(club, 2)
      return changing
    }),
  )
  expect(sorted(results)).toEqual(['invalid_credentials', 'ok'])
  const winner = results.findIndex(({ ok }) => ok)
  expect(codeOf(await club.call(browsers[1 - winner]!, listRooms, {}))).toBe('not_signed_in')
  expect(await logInWith(club, mia.email, passwords[winner]!)).toBe('ok')
})

test('a browser that is signed out meanwhile changes no password', async () => {
  await using club = await openClub()
  const mia = await club.member()
  let changing: ReturnType<typeof change> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    changing = change(club, mia)
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from sessions where id = ${mia.sessionId}`)
  })
  expect(codeOf(await changing!)).toBe('not_signed_in')
  expect(await logInWith(club, mia.email, PASSWORD)).toBe('ok')
})

test('after a change the owner’s browser is known and none else is, and no mail calls it new', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  club.clock.advance({ days: 20 })
  const thief = openBrowser(club)
  await thief.call(logIn, { body: { email: mia.email, password: PASSWORD } })
  const own = openBrowser(club, mia.cookie)
  await own.call(changePassword, { body: { currentPassword: PASSWORD, password: NEXT } })
  expect((await club.mails()).map(({ subject }) => subject).toSorted()).toEqual([
    'New login',
    'Your password was changed',
  ])
  for (let i = 0; i < 10; i += 1)
    await countAttempt(club.app, club.db, 'logInPerAccount', mia.email)
  const body = { email: mia.email, password: NEXT }
  expect(codeOf(await thief.call(logIn, { body }))).toBe('too_many_attempts')
  expect(codeOf(await own.call(logIn, { body }))).toBe('ok')
})

test('a log-in under way with the old password does not outlive the change', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const attempts = Array.from({ length: 6 }, () => openBrowser(club))
  const body = { email: mia.email, password: PASSWORD }
  const [changed] = await Promise.all([
    change(club, mia),
    ...attempts.map((browser) => browser.call(logIn, { body })),
  ])
  expect(changed.ok).toBe(true)
  for (const browser of attempts)
    expect(codeOf(await browser.call(listRooms, {}))).toBe('not_signed_in')
})

test('a stolen session guesses the current password ten times in fifteen minutes', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const tries = await Promise.all(
    Array.from({ length: 15 }, (_, i) => change(club, mia, NEXT, `a wrong password ${i}`)),
  )
  expect(tries.filter((one) => codeOf(one) === 'invalid_credentials')).toHaveLength(10)
  expect(codeOf(await change(club, mia))).toBe('too_many_attempts')
  club.clock.advance({ minutes: 15, seconds: 1 })
  expect(codeOf(await change(club, mia))).toBe('ok')
})

test('what a thief began ends with the old password: links to reset it, and a new address', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  const reset = (await club.mails()).at(-1)?.text.match(/#token=([\w-]+)/)?.[1] ?? ''
  const thief = openBrowser(club)
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  const opened = (await club.mails()).at(-1)?.text.match(/#token=([\w-]+)/)?.[1] ?? ''
  expect(codeOf(await thief.call(openRecovery, { body: { token: opened } }))).toBe('ok')
  await askToMove(club, mia, 'thief@example.org')
  const token = await readMailedToken(club, 'thief@example.org', 'email')
  expect(token).not.toBe('')
  await change(club, mia)
  expect(codeOf(await club.call(null, openRecovery, { body: { token: reset } }))).toBe(
    'invalid_link',
  )
  const other = { body: { password: 'burglar crowbar night' } }
  expect(codeOf(await thief.call(setPassword, other))).toBe('not_signed_in')
  expect(codeOf(await confirmMove(club, token))).toBe('invalid_link')
  expect(await club.call(mia, getSecurity, {})).toMatchObject({ answer: { pendingEmail: null } })
})

test('somebody suspended may still keep their account safe', async () => {
  await using club = await openClub()
  const mia = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  expect(codeOf(await change(club, mia))).toBe('ok')
})
