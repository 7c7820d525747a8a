import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { decline } from '#contract/admission/admission.ts'
import { getOwnPlace } from '#contract/admission/ownPlace.ts'
import { setPassword } from '#contract/accounts/recovery.ts'
import { signUp } from '#contract/admission/signup.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { getSecurity, undoEmailChange } from '#contract/accounts/security.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import {
  askToMove,
  confirmMove,
  readMailedToken,
  move,
  undoMove,
} from '#testing/fixtures/emailChange.ts'
import { insertEntry } from '#testing/fixtures/admission.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const NOW = '2026-06-15T12:00:00Z'
const THIEF = 'thief@example.org'
const NEXT = 'staple battery horse'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')
const logInAs = async (club: Club, email: string, password = PASSWORD) =>
  codeOf(await club.call(null, logIn, { body: { email, password } }))
const emailOf = async (club: Club, { userId }: { userId: string }) =>
  (await club.db.row<{ email: string }>(sql`select email from users where id = ${userId}`))?.email

test('the old address takes the account back: every session ends and the password is no longer good', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const thief = await club.session(mia)
  const live = await club.follow(thief)
  const undo = await move(club, mia, THIEF)

  const browser = openBrowser(club)
  expect(await browser.call(undoEmailChange, { body: { token: undo } })).toMatchObject({
    answer: { done: true },
  })
  await live.closed
  for (const as of [mia, thief])
    expect(codeOf(await club.call(as, listRooms, {}))).toBe('not_signed_in')
  expect([await logInAs(club, mia.email), await logInAs(club, THIEF)]).toEqual([
    'invalid_credentials',
    'invalid_credentials',
  ])

  // the person who clicked chooses the new password at once
  expect(await browser.call(getSession, {})).toMatchObject({
    answer: { recovery: true, session: null },
  })
  expect(codeOf(await browser.call(setPassword, { body: { password: NEXT } }))).toBe('ok')
  expect(await logInAs(club, mia.email, NEXT)).toBe('ok')
  const toMia = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(toMia.map(({ subject }) => subject)).toContain('Your email address is in use again')
})

test('the way back is open for 48 hours, once, and of two at once one counts', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const undo = await move(club, mia, THIEF)
  const late = await move(club, tom, 'late@example.org')
  club.clock.advance({ hours: 47, minutes: 59 })
  const both = await Promise.all([undoMove(club, undo), undoMove(club, undo)])
  expect(both.map(codeOf).toSorted()).toEqual(['invalid_link', 'ok'])
  expect(await undoMove(club, undo)).toMatchObject({ status: 422, code: 'invalid_link' })
  club.clock.advance({ minutes: 1 })
  expect(codeOf(await undoMove(club, late))).toBe('invalid_link')
  expect(await emailOf(club, tom)).toBe('late@example.org')
})

test('links of the two mails cannot stand in for each other', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await askToMove(club, mia, THIEF)
  const token = await readMailedToken(club, THIEF, 'email')
  expect(codeOf(await undoMove(club, token))).toBe('invalid_link')
  await confirmMove(club, token)
  const undo = await readMailedToken(club, mia.email, 'email-undo')
  expect(codeOf(await confirmMove(club, undo))).toBe('invalid_link')
  expect(codeOf(await undoMove(club, undo))).toBe('ok')
})

test('a second change does not cut off the first owner, and is over with the undo', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const first = await move(club, mia, THIEF)
  club.clock.advance({ minutes: 1 })
  const second = await move(club, { ...mia, email: THIEF }, 'thief.too@example.org')
  await askToMove(club, mia, 'third@example.org')
  const waiting = await readMailedToken(club, 'third@example.org', 'email')
  expect(codeOf(await undoMove(club, first))).toBe('ok')
  expect(await emailOf(club, mia)).toBe(mia.email)
  expect(codeOf(await undoMove(club, second))).toBe('invalid_link')
  expect(codeOf(await confirmMove(club, waiting))).toBe('invalid_link')
})

test('undone step by step, the first owner still has the last word', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const first = await move(club, mia, THIEF)
  club.clock.advance({ minutes: 1 })
  const second = await move(club, { ...mia, email: THIEF }, 'thief.too@example.org')
  expect(codeOf(await undoMove(club, second))).toBe('ok')
  expect(await emailOf(club, mia)).toBe(THIEF)
  expect(codeOf(await undoMove(club, first))).toBe('ok')
  expect(await emailOf(club, mia)).toBe(mia.email)
})

test('undo and a further change at once leave the first owner in charge', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const undo = await move(club, mia, THIEF)
  club.clock.advance({ minutes: 1 })
  await askToMove(club, mia, 'thief.too@example.org')
  const next = await readMailedToken(club, 'thief.too@example.org', 'email')
  const [undone] = await Promise.all([undoMove(club, undo), confirmMove(club, next)])
  expect(codeOf(undone)).toBe('ok')
  expect(await emailOf(club, mia)).toBe(mia.email)
  expect(await readMailedToken(club, THIEF, 'email-undo')).toBe('')
})

test('a log-in under way with what the thief knows does not outlive the undo', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const undo = await move(club, mia, THIEF)
  const tries = Array.from({ length: 6 }, () => openBrowser(club))
  const body = { email: THIEF, password: PASSWORD }
  const [undone] = await Promise.all([
    undoMove(club, undo),
    ...tries.map((browser) => browser.call(logIn, { body })),
  ])
  expect(codeOf(undone)).toBe('ok')
  for (const browser of tries)
    expect(codeOf(await browser.call(listRooms, {}))).toBe('not_signed_in')
})

test('nobody else can have the old address while the way back is open', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const undo = await move(club, mia, THIEF)
  const signUpAs = async (email: string) =>
    codeOf(await club.call(null, signUp, newcomer({ email })))
  expect(await signUpAs(mia.email)).toBe('email_exists')
  const tom = await club.member()
  await askToMove(club, tom, mia.email)
  expect(await readMailedToken(club, mia.email, 'email')).toBe('')

  // its owner may go back the usual way, too
  club.clock.advance({ minutes: 1 })
  await move(club, { ...mia, email: THIEF }, mia.email)
  expect(await emailOf(club, mia)).toBe(mia.email)
  expect(codeOf(await undoMove(club, undo))).toBe('ok')

  const ada = await club.member()
  await move(club, ada, 'ada.new@example.org')
  club.clock.advance({ hours: 48 })
  expect(await signUpAs(ada.email)).toBe('ok')
})

test('a discreet club says nothing of an address that may come back', async () => {
  await using club = await openClub({
    now: NOW,
    config: { discreet: true, emailConfirmation: 'required' },
  })
  const mia = await club.member()
  await move(club, mia, THIEF)
  const before = (await club.mails()).length
  expect(await club.call(null, signUp, newcomer({ email: mia.email }))).toMatchObject({
    answer: { session: null },
  })
  expect(await club.mails()).toHaveLength(before)
  expect(await club.db.rows(sql`select from users where email = ${mia.email}`)).toEqual([])
})

test('a way to sign in that was added lately goes with the undo, an old one stays', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const add = (name: string) =>
    club.db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
      values (gen_random_uuid(), ${mia.userId}, ${Buffer.from(name)}, '\\x01', 0, '{}', ${name},
        ${club.app.now().toISOString()})`)
  await add('mine')
  club.clock.advance({ days: 3 })
  await add('his')
  await club.db.run(sql`
    insert into totp_secrets (user_id, sealed, confirmed_at, created_at)
    values (${mia.userId}, '\\x01', ${club.app.now().toISOString()}, ${club.app.now().toISOString()})`)
  await club.db.run(sql`insert into recovery_codes values (${mia.userId}, '\\x01')`)
  const undo = await move(club, mia, THIEF)
  await undoMove(club, undo)
  expect(await club.call(await club.session(mia), getSecurity, {})).toMatchObject({
    answer: { passkeys: [{ name: 'mine' }], totpSince: null, recoveryCodesLeft: 1 },
  })
})

test('an address nobody ever confirmed has no way back where the club asks for confirmation', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const mia = await club.member({ isConfirmed: false })
  expect(await move(club, mia, THIEF)).toBe('')
  expect(await emailOf(club, mia)).toBe(THIEF)
  expect(await logInAs(club, THIEF)).toBe('ok')
})

test('a leaving member can take the address back, and change to no other', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const undo = await move(club, mia, THIEF)
  club.clock.advance({ minutes: 1 })
  await askToMove(club, mia, 'other@example.org')
  const token = await readMailedToken(club, 'other@example.org', 'email')
  await club.db.run(sql`
    insert into account_deletions (user_id, requested_at, purge_at, reason)
    values (${mia.userId}, ${NOW}, ${'2026-07-15T12:00:00Z'}, 'asked')`)
  expect(codeOf(await confirmMove(club, token))).toBe('invalid_link')
  expect(codeOf(await undoMove(club, undo))).toBe('ok')
})

test('a place on the waitlist comes back with the address', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const mia = await club.member({ isAdmitted: false })
  const at = new Date('2026-06-14T12:00:00Z')
  await insertEntry(club, { email: mia.email, at })
  const entries = () => club.db.rows(sql`select email, confirmed_at from waitlist`)
  const confirmedAt = at.toISOString()
  const undo = await move(club, mia, THIEF)
  expect(await entries()).toEqual([{ email: THIEF, confirmedAt }])
  await undoMove(club, undo)
  expect(await entries()).toEqual([{ email: mia.email, confirmedAt }])
})

test.each([
  { isEntered: true, more: false },
  { isEntered: true, more: true },
  { isEntered: false, more: false },
])('nobody is left with the refusal of another address (%o)', async ({ isEntered, more }) => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member({ isAdmitted: false })
  if (isEntered) await insertEntry(club, { email: mia.email, at: new Date('2026-06-14T12:00:00Z') })
  const { id } = await insertEntry(club, { email: THIEF, at: new Date('2026-06-13T12:00:00Z') })
  await club.call(admin, decline, { body: { id, reason: 'Of the thief.' } })
  const entries = () => club.db.rows(sql`select * from waitlist order by email`)
  const before = await entries()
  const undo = await move(club, mia, THIEF)
  club.clock.advance({ minutes: 1 })
  if (more) await move(club, { ...mia, email: THIEF }, 'thief.too@example.org')
  expect(await entries()).toMatchObject([{ declinedReason: 'Of the thief.' }])
  expect(codeOf(await undoMove(club, undo))).toBe('ok')
  expect(await entries()).toEqual(before)
  expect(await club.call(await club.session(mia), getOwnPlace, {})).toMatchObject({
    answer: { place: { position: 1 }, declined: null },
  })
})

test('a refusal spoken while the account had another address stays with the account', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member({ isAdmitted: false })
  await insertEntry(club, { email: mia.email, at: new Date('2026-06-14T12:00:00Z') })
  const undo = await move(club, mia, THIEF)
  club.clock.advance({ minutes: 1 })
  await club.call(admin, decline, { body: { id: mia.userId, reason: 'Nein.' } })
  expect(codeOf(await undoMove(club, undo))).toBe('ok')
  expect(await club.call(await club.session(mia), getOwnPlace, {})).toMatchObject({
    answer: { place: null, declined: { reason: 'Nein.' } },
  })
})

test('what has run out is forgotten: former addresses are kept as long as the way back', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await move(club, mia, THIEF)
  await askToMove(club, tom, 'tom.new@example.org')
  const left = async () => {
    await club.app.jobs.send(club.db, 'clean_up', {})
    await club.app.jobs.drain()
    return (await club.db.rows(sql`select from email_changes`)).length
  }
  expect(await left()).toBe(2)
  club.clock.advance({ hours: 24 })
  expect(await left()).toBe(1)
  club.clock.advance({ hours: 23, minutes: 59 })
  expect(await left()).toBe(1)
  club.clock.advance({ minutes: 1 })
  expect(await left()).toBe(0)
})
