import { expect, test } from 'vitest'
import { confirmEmail, logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { openRecovery } from '#contract/accounts/recovery.ts'
import { signUp } from '#contract/admission/signup.ts'
import {
  abandonEmailChange,
  confirmEmailChange,
  getSecurity,
  requestEmailChange,
} from '#contract/accounts/security.ts'
import { decline, listWaiting } from '#contract/admission/admission.ts'
import { getOwnPlace } from '#contract/admission/ownPlace.ts'
import { leaveWaitlist } from '#contract/admission/waitlist.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { askToMove, confirmMove, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { insertEntry, insertEntryLink } from '#testing/fixtures/admission.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const NOW = '2026-06-15T12:00:00Z'
const NEW = 'mia.new@example.org'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')
const logInAs = async (club: Club, email: string) =>
  codeOf(await club.call(null, logIn, { body: { email, password: PASSWORD } }))
const emailOf = async (club: Club, { userId }: { userId: string }) =>
  (await club.db.row<{ email: string }>(sql`select email from users where id = ${userId}`))?.email
const entryOf = async (club: Club, email: string) =>
  (await club.db.row<{ id: string }>(sql`select id from waitlist where email = ${email}`))!.id
const waitingOf = async (club: Club, as: { cookie: string }) => {
  const security = await club.call(as, getSecurity, {})
  return security.ok && security.answer.pendingEmail
}

test('an address changes when it is confirmed from the new one, and not before', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const live = await club.follow(mia)
  expect(await askToMove(club, mia, NEW.toUpperCase())).toMatchObject({ answer: { done: true } })
  expect(await waitingOf(club, mia)).toBe(NEW)
  expect([await logInAs(club, mia.email), await logInAs(club, NEW)]).toEqual([
    'ok',
    'invalid_credentials',
  ])
  const token = await readMailedToken(club, NEW, 'email')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await confirmMove(club, token)).toMatchObject({ answer: { done: true } })
  expect([await logInAs(club, mia.email), await logInAs(club, NEW)]).toEqual([
    'invalid_credentials',
    'ok',
  ])
  // who is signed in stays so
  expect(await club.call(mia, getSecurity, {})).toMatchObject({
    answer: { email: NEW, pendingEmail: null },
  })
  live.close()
})

test('the old address is told twice: that it was asked, and that it was done', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await askToMove(club, mia, NEW)
  await confirmMove(club, await readMailedToken(club, NEW, 'email'))
  const mails = await club.mails()
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual(
    [
      `${NEW}: Please confirm your new email address`,
      `${mia.email}: Your email address is to be changed`,
      `${mia.email}: Your email address was changed`,
    ].toSorted(),
  )
  const toOld = mails.filter(({ to }) => to === mia.email).map(({ text }) => text)
  expect(toOld.join()).not.toContain(NEW)
  expect(toOld.join().match(/#email-undo=/g)).toHaveLength(1)
  expect(toOld.join()).toContain(`${club.url}/settings/account`)
})

test('asking takes a proof no older than ten minutes, and confirming takes none', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const ask = () => club.call(mia, requestEmailChange, { body: { email: NEW } })
  expect(await ask()).toMatchObject({ status: 403, code: 'proof_needed' })
  await askToMove(club, mia, NEW)
  club.clock.advance({ minutes: 11 })
  expect(codeOf(await ask())).toBe('proof_needed')
  expect(codeOf(await confirmMove(club, await readMailedToken(club, NEW, 'email')))).toBe('ok')
})

test('the link is good once, for a day, and of two at once one counts', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await askToMove(club, mia, NEW)
  const token = await readMailedToken(club, NEW, 'email')
  const both = await Promise.all([confirmMove(club, token), confirmMove(club, token)])
  expect(both.map(codeOf).toSorted()).toEqual(['invalid_link', 'ok'])
  expect(await confirmMove(club, token)).toMatchObject({ status: 422, code: 'invalid_link' })
  expect(codeOf(await confirmMove(club, 'a'.repeat(43)))).toBe('invalid_link')

  const tom = await club.member()
  await askToMove(club, tom, 'tom.new@example.org')
  const late = await readMailedToken(club, 'tom.new@example.org', 'email')
  club.clock.advance({ hours: 24 })
  expect(await waitingOf(club, tom)).toBe(null)
  expect(codeOf(await confirmMove(club, late))).toBe('invalid_link')
  expect(await emailOf(club, tom)).toBe(tom.email)
})

test('the last address asked for is the one that waits', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await askToMove(club, mia, 'first@example.org')
  const first = await readMailedToken(club, 'first@example.org', 'email')
  await askToMove(club, mia, NEW)
  expect(codeOf(await confirmMove(club, first))).toBe('invalid_link')
  const requests = await Promise.all(
    ['b@example.org', 'c@example.org', 'd@example.org'].map((to) => askToMove(club, mia, to)),
  )
  expect(requests.map(codeOf)).toEqual(['ok', 'ok', 'ok'])
  const waiting = await club.db.rows<{ newEmail: string }>(sql`select new_email from email_changes`)
  expect(waiting.map(({ newEmail }) => newEmail)).toEqual([await waitingOf(club, mia)])
})

test('who thinks better of it takes it back, and the link is worth nothing', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const tom = await club.member()
  await askToMove(club, mia, NEW)
  const token = await readMailedToken(club, NEW, 'email')
  const abandon = (as: { cookie: string }) => club.call(as, abandonEmailChange, {})
  await abandon(tom)
  expect(await waitingOf(club, mia)).toBe(NEW)
  expect(await abandon(mia)).toMatchObject({ answer: { done: true } })
  expect(await waitingOf(club, mia)).toBe(null)
  expect(codeOf(await confirmMove(club, token))).toBe('invalid_link')
  expect(codeOf(await abandon(mia))).toBe('ok')
})

test('an address that has an account is answered alike, and its owner alone learns of it', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const tom = await club.member()
  const free = await askToMove(club, mia, NEW)
  expect(await waitingOf(club, mia)).toBe(NEW)
  const taken = await askToMove(club, mia, tom.email)
  expect(await waitingOf(club, mia)).toBe(tom.email)
  expect([free.status, free.ok && free.answer]).toEqual([taken.status, taken.ok && taken.answer])
  const toTom = (await club.mails()).filter(({ to }) => to === tom.email)
  expect(toTom.map(({ subject }) => subject)).toEqual(['You already have an account'])
  expect(await readMailedToken(club, tom.email, 'email')).toBe('')
})

test('an account that has the address by the time it is confirmed keeps it', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await askToMove(club, mia, NEW)
  await askToMove(club, tom, NEW)
  const tokens = (await club.mails())
    .filter(({ to }) => to === NEW)
    .map(({ text }) => /#email=([\w-]+)/.exec(text)?.[1] ?? '')
  expect(tokens).toHaveLength(2)
  const both = await Promise.all(tokens.map((token) => confirmMove(club, token)))
  expect(both.map(codeOf).toSorted()).toEqual(['invalid_link', 'ok'])

  const ada = await club.member()
  await askToMove(club, ada, 'ada.new@example.org')
  const token = await readMailedToken(club, 'ada.new@example.org', 'email')
  await club.call(null, signUp, newcomer({ email: 'ada.new@example.org' }))
  expect(codeOf(await confirmMove(club, token))).toBe('invalid_link')
  expect(await emailOf(club, ada)).toBe(ada.email)
})

test('where addresses are confirmed, a sign-up with it that nobody confirmed keeps no member from it', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'required' } })
  const [mia, tom] = [await club.member(), await club.member()]
  await club.call(null, signUp, newcomer({ email: NEW }))
  const confirming = await readMailedToken(club, NEW, 'confirm')
  await askToMove(club, mia, NEW)
  expect(codeOf(await confirmMove(club, await readMailedToken(club, NEW, 'email')))).toBe('ok')
  expect(await emailOf(club, mia)).toBe(NEW)
  // what was signed up with it is gone
  const late = await club.call(null, confirmEmail, { body: { token: confirming } })
  expect(codeOf(late)).toBe('invalid_link')
  expect(await club.db.rows(sql`select from users`)).toHaveLength(2)

  // and the other way round: the sign-up was confirmed first
  const other = 'other@example.org'
  await club.call(null, signUp, newcomer({ email: other }))
  await askToMove(club, tom, other)
  const token = await readMailedToken(club, other, 'email')
  const body = { token: await readMailedToken(club, other, 'confirm') }
  expect(codeOf(await club.call(null, confirmEmail, { body }))).toBe('ok')
  expect(codeOf(await confirmMove(club, token))).toBe('invalid_link')
  expect(await emailOf(club, tom)).toBe(tom.email)
})

test('of a sign-up and a change confirmed at once one has the address', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'required' } })
  for (let times = 0; times < 5; times += 1) {
    const mia = await club.member()
    const email = `${times}@example.org`
    await club.call(null, signUp, newcomer({ email }))
    await askToMove(club, mia, email)
    const token = await readMailedToken(club, email, 'email')
    const body = { token: await readMailedToken(club, email, 'confirm') }
    const both = await Promise.all([
      confirmMove(club, token),
      club.call(null, confirmEmail, { body }),
    ])
    expect(both.map(codeOf).toSorted()).toEqual(['invalid_link', 'ok'])
  }
})

test('what was mailed to the old address opens nothing once the new one counts', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  const reset = (await club.mails()).at(-1)?.text.match(/#token=([\w-]+)/)?.[1] ?? ''
  await askToMove(club, mia, NEW)
  await confirmMove(club, await readMailedToken(club, NEW, 'email'))
  expect(codeOf(await club.call(null, openRecovery, { body: { token: reset } }))).toBe(
    'invalid_link',
  )
})

test('it is asked five times a day, by one account and for one address', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, i) => askToMove(club, mia, `mia${i}@example.org`)),
  )
  expect(tries.filter((one) => codeOf(one) === 'too_many_attempts')).toHaveLength(3)
  for (let i = 0; i < 5; i += 1) await askToMove(club, await club.member(), NEW)
  expect(codeOf(await askToMove(club, await club.member(), NEW))).toBe('too_many_attempts')
  club.clock.advance({ hours: 24, seconds: 1 })
  expect(codeOf(await askToMove(club, mia, NEW))).toBe('ok')
})

test('the own address, and what is none, are wrong input', async () => {
  await using club = await openClub()
  const mia = await club.member()
  expect(await askToMove(club, mia, mia.email.toUpperCase())).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'email', message: 'invalid' }] },
  })
  expect(codeOf(await askToMove(club, mia, 'nowhere'))).toBe('invalid_input')
  expect(codeOf(await club.call(null, confirmEmailChange, { body: { token: '' } }))).toBe(
    'invalid_input',
  )
  expect(await club.mails()).toEqual([])
})

/** Nora waits with an address that was in line first; somebody else stands between. */
async function queue() {
  const club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false })
  await insertEntry(club, { email: nora.email, at: new Date('2026-06-14T12:00:00Z') })
  const between = await insertEntry(club, { at: new Date('2026-06-14T18:00:00Z') })
  const stands = async () => {
    const own = await club.call(nora, getOwnPlace, {})
    return own.ok && { position: own.answer.place?.position, declined: own.answer.declined?.reason }
  }
  const line = async () => {
    const listed = await club.call(admin, listWaiting, { query: {} })
    return listed.ok && listed.answer.waiting.map(({ email }) => email)
  }
  const refuse = (id: string, reason: string) => club.call(admin, decline, { body: { id, reason } })
  const moved = async () => {
    await askToMove(club, nora, NEW)
    expect(codeOf(await confirmMove(club, await readMailedToken(club, NEW, 'email')))).toBe('ok')
  }
  return { club, nora, between, stands, line, refuse, moved }
}

test('a place on the waitlist moves along with the address', async () => {
  const { club, nora, between, stands, line, moved } = await queue()
  await using _ = club
  const link = await insertEntryLink(
    club,
    { id: await entryOf(club, nora.email), email: '' },
    'leave',
  )
  expect(await stands()).toEqual({ position: 1, declined: undefined })
  await moved()
  expect(await stands()).toEqual({ position: 1, declined: undefined })
  expect(await line()).toEqual([NEW, between.email])
  // nor does what was mailed to the old address give the place away
  expect(codeOf(await club.call(null, leaveWaitlist, { body: { token: link } }))).toBe(
    'invalid_link',
  )
})

test('of two addresses on the waitlist the earlier place counts, once', async () => {
  const { club, between, stands, line, moved } = await queue()
  await using _ = club
  await club.db.run(sql`update waitlist set confirmed_at = '2026-06-14T19:00:00Z'
    where email <> ${between.email}`)
  await insertEntry(club, { email: NEW, at: new Date('2026-06-14T10:00:00Z') })
  expect(await stands()).toEqual({ position: 3, declined: undefined })
  await moved()
  expect(await stands()).toEqual({ position: 1, declined: undefined })
  expect(await line()).toEqual([NEW, between.email])
})

test.each(['the former', 'the new'] as const)(
  'a refusal of %s address stands after the change',
  async (which) => {
    const { club, nora, between, stands, line, refuse, moved } = await queue()
    await using _ = club
    const other = await insertEntry(club, { email: NEW, at: new Date('2026-06-14T10:00:00Z') })
    await refuse(which === 'the new' ? other.id : nora.userId, 'Nein.')
    // asked for by the other address only afterwards
    const later = which === 'the new' ? nora.email : NEW
    club.clock.advance({ hours: 1 })
    await club.db.run(
      sql`update waitlist set confirmed_at = ${club.app.now()} where email = ${later}`,
    )
    await moved()
    expect(await stands()).toEqual({ position: undefined, declined: 'Nein.' })
    expect(await line()).toEqual([between.email])
  },
)

test('no link of a change can be taken from the database', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await askToMove(club, mia, NEW)
  const token = await readMailedToken(club, NEW, 'email')
  const rows = async () =>
    JSON.stringify(
      await club.db.rows(sql`select t::text as row from email_changes t
        union all select data::text from pgboss.job`),
    )
  expect(await rows()).not.toContain(token)
  await confirmMove(club, token)
  const undo = await readMailedToken(club, mia.email, 'email-undo')
  expect(undo).toMatch(/^[\w-]{43}$/)
  expect(await rows()).not.toContain(undo)
})
