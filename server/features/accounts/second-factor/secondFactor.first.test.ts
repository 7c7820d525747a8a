import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { confirmTotp, startPasskey, startTotp } from '#contract/accounts/secondFactor.ts'
import { getHealth } from '#contract/admin/admin.ts'
import { confirmRoleChange, requestRoleChange } from '#contract/admin/members.ts'
import { blockMember, listBlocks } from '#contract/members/blocks.ts'
import { muteMember } from '#contract/members/mutes.ts'
import { saveNote } from '#contract/members/notes.ts'
import { getMember } from '#contract/members/profiles.ts'
import { mailProof, prove, requestEmailChange } from '#contract/accounts/security.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { confirmMove, move, readMailedToken } from '#testing/fixtures/emailChange.ts'
import {
  expectAnswer,
  computeTotpCode,
  resultCode,
  mailedCode,
  signInBrowser,
  turnOnTotp,
} from '#testing/fixtures/secondFactor.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

const https = { now: '2026-06-15T12:00:00Z', config: { secure: true } }

/** A browser in which somebody typed the right password of the account, and has nothing else. */
async function byPassword(club: Club, { email }: { email: string }) {
  const browser = openBrowser(club)
  expectAnswer(await browser.call(logIn, { body: { email, password: PASSWORD } }))
  return browser
}

test.each(['admin', 'moderator'])('the password alone makes nobody an %s', async (role) => {
  await using club = await openClub(https)
  const staff = await club.member({ isAdmin: role === 'admin', isModerator: role === 'moderator' })
  const thief = await byPassword(club, staff)
  const again = { body: { password: PASSWORD } }
  expect(resultCode(await thief.call(prove, again))).toBe('invalid_credentials')
  expect(resultCode(await thief.call(startTotp, {}))).toBe('proof_needed')
  expect(resultCode(await thief.call(startPasskey, {}))).toBe('proof_needed')
  expect(resultCode(await thief.call(confirmTotp, { body: { code: '123456' } }))).toBe(
    'proof_needed',
  )
  // nor does it bring the codes to another mailbox
  const elsewhere = { body: { email: 'elsewhere@example.org' } }
  expect(resultCode(await thief.call(requestEmailChange, elsewhere))).toBe('proof_needed')
  expect(resultCode(await thief.call(getHealth, {}))).toBe('42501')
  // nor does it show who waits to be admitted
  const { userId: memberId } = await club.member({ isAdmitted: false })
  const params = { memberId }
  expect(resultCode(await thief.call(getMember, { params }))).toBe('PGRST116')
  const note = { params, body: { text: 'who is that?' } }
  expect(resultCode(await thief.call(saveNote, note))).toBe('PGRST116')
  for (const putAway of [blockMember, muteMember]) await thief.call(putAway, { params })
  expect(expectAnswer(await thief.call(listBlocks, {}))).toMatchObject({ blocks: [], mutes: [] })
})

test('a code from the mailbox adds the first factor, once, and is none itself', async () => {
  await using club = await openClub(https)
  const admin = await club.member({ isAdmin: true })
  const browser = await byPassword(club, admin)
  const code = await mailedCode(club, browser, admin.email)
  expect(resultCode(await browser.call(prove, { body: { code } }))).toBe('ok')
  const due = expectAnswer(await browser.call(getSession, {})).session
  expect(due).toMatchObject({ isAdmin: false, isFactorDue: true })
  await turnOnTotp(club, browser)
  expect(resultCode(await browser.call(getHealth, {}))).toBe('ok')

  const other = await byPassword(club, await club.member({ isAdmin: true }))
  expect(resultCode(await other.call(prove, { body: { code } }))).toBe('invalid_code')
})

test('of mailed codes the newest counts, for a quarter of an hour, and is not guessed for ever', async () => {
  await using club = await openClub(https)
  const admin = await club.member({ isAdmin: true })
  const browser = await byPassword(club, admin)
  const first = await mailedCode(club, browser, admin.email)
  const second = await mailedCode(club, browser, admin.email)
  const proveBy = async (code: string) => resultCode(await browser.call(prove, { body: { code } }))
  expect(await proveBy(first)).toBe('invalid_code')
  club.clock.advance({ minutes: 15 })
  expect(await proveBy(second)).toBe('invalid_code')
  const third = await mailedCode(club, browser, admin.email)
  for (let tries = 0; tries < 9; tries += 1) await proveBy('BBBB-BBBB')
  expect(await proveBy(third)).toBe('too_many_attempts')
})

test('a code that went to the mailbox of before shows nothing of who has another one by now', async () => {
  await using club = await openClub(https)
  const admin = await club.member({ isAdmin: true })
  const thief = await byPassword(club, admin)
  const code = await mailedCode(club, thief, admin.email)
  await move(club, admin, 'elsewhere@example.org')
  expect(resultCode(await thief.call(prove, { body: { code } }))).toBe('invalid_code')
  const newer = await mailedCode(club, thief, 'elsewhere@example.org')
  expect(resultCode(await thief.call(prove, { body: { code: newer } }))).toBe('ok')
})

test('a member with a factor has to use it, and only staff are mailed a code', async () => {
  await using club = await openClub(https)
  const admin = await club.member({ isAdmin: true })
  const { secret } = await turnOnTotp(club, await signInBrowser(club, admin))
  const other = await club.session(admin)
  expect(resultCode(await club.call(other, mailProof, {}))).toBe('42501')
  club.clock.advance({ minutes: 1 })
  const code = computeTotpCode(secret, club.app.now())
  expect(resultCode(await club.call(other, prove, { body: { code } }))).toBe('ok')
  const mia = await signInBrowser(club, await club.member())
  expect(resultCode(await mia.call(mailProof, {}))).toBe('42501')
  // their password stays what it was
  await turnOnTotp(club, mia)
})

/** Two admins make somebody an admin. */
async function promote(club: Club, { userId: memberId }: { userId: string }): Promise<void> {
  const [anna, bert] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  for (const admin of [anna, bert]) await proveSession(club, admin)
  const body = { role: 'admin', isGrant: true } as const
  const asked = await club.call(anna, requestRoleChange, { params: { memberId }, body })
  const params = { changeId: expectAnswer(asked).id }
  expectAnswer(await club.call(bert, confirmRoleChange, { params }))
}

test('who typed the password before a role was given adds no factor to it, and moves no mailbox', async () => {
  await using club = await openClub(https)
  const mia = await club.member()
  const thief = await byPassword(club, mia)
  const { secret } = expectAnswer(await thief.call(startTotp, {}))
  const elsewhere = 'elsewhere@example.org'
  expectAnswer(await thief.call(requestEmailChange, { body: { email: elsewhere } }))
  const link = await readMailedToken(club, elsewhere, 'email')
  await promote(club, mia)
  const code = computeTotpCode(secret, club.app.now())
  expect(resultCode(await thief.call(confirmTotp, { body: { code } }))).toBe('proof_needed')
  expect(resultCode(await thief.call(startPasskey, {}))).toBe('proof_needed')
  expect(resultCode(await confirmMove(club, link))).toBe('invalid_link')
  // she herself has the mailbox
  const browser = await byPassword(club, mia)
  await club.mails()
  const mailed = await mailedCode(club, browser, mia.email)
  expect(resultCode(await browser.call(prove, { body: { code: mailed } }))).toBe('ok')
  await turnOnTotp(club, browser)
  expect(resultCode(await browser.call(getHealth, {}))).toBe('ok')
})

test('a password that is being checked while a role is given proves nothing either', async () => {
  await using club = await openClub(https)
  const mia = await club.member()
  const thief = await byPassword(club, mia)
  const [proving] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
    const asked = thief.call(prove, { body: { password: PASSWORD } })
    await untilSomebodyWaits(club)
    await tx.run(sql`insert into user_roles values (${mia.userId}, 'admin')`)
    return [asked]
  })
  expect(resultCode(await proving)).toBe('invalid_credentials')
})

test('an address that is asked for while a role is given does not wait to take its place', async () => {
  await using club = await openClub(https)
  const mia = await club.member()
  const thief = await byPassword(club, mia)
  const [asking] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const asked = thief.call(requestEmailChange, { body: { email: 'elsewhere@example.org' } })
    await untilSomebodyWaits(club)
    await tx.run(sql`update sessions set proved_at = null where user_id = ${mia.userId}`)
    return [asked]
  })
  expect(resultCode(await asking)).toBe('proof_needed')
})
