import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { removePasskey } from '#contract/accounts/secondFactor.ts'
import { listSubmissions } from '#contract/verification/review.ts'
import { prove } from '#contract/accounts/security.ts'
import { createPost } from '#contract/posts/posts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  expectAnswer,
  computeTotpCode,
  resultCode,
  signInWithoutFactor,
  makePasskey,
  proveByPasskey,
  signInBrowser,
  turnOnTotp,
  typeCode,
  usePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { insertSubmission, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-06-15T12:00:00Z'
const https = { now: NOW, config: { secure: true } }

type Browser = ReturnType<typeof openBrowser>
const standing = async (browser: Browser) => {
  const { session } = expectAnswer(await browser.call(getSession, {}))
  const lists = resultCode(await browser.call(listSubmissions, { query: {} }))
  return [session?.isAdmin, session?.isFactorDue, lists]
}
const MEMBER = [true, false, 'ok'] as const
const DUE = [false, true, '42501'] as const

/** An admin with a passkey, and no browser signed in. */
async function adminWithPasskey(club: Club) {
  const admin = await club.member({ isAdmin: true })
  const { authenticator, result } = await makePasskey(club, await signInBrowser(club, admin))
  return { admin, authenticator, passkeyId: expectAnswer(result).passkey.id }
}

test('on https an admin without a second factor is a member, until they have added one', async () => {
  await using club = await openClub(https)
  const browser = await signInBrowser(club, await club.member({ isAdmin: true }))
  expect(await standing(browser)).toEqual(DUE)
  await makePasskey(club, browser)
  expect(await standing(browser)).toEqual(MEMBER)
})

test('on https an admin is one in sessions that used the factor, and in no other', async () => {
  await using club = await openClub(https)
  const admin = await club.member({ isAdmin: true })
  const before = await signInBrowser(club, admin)
  const { secret } = await turnOnTotp(club, await signInBrowser(club, admin))
  expect(await standing(before)).toEqual(DUE)

  club.clock.advance({ minutes: 1 })
  const browser = await signInWithoutFactor(club, admin)
  await typeCode(browser, computeTotpCode(secret, club.app.now()))
  expect(await standing(browser)).toEqual(MEMBER)

  club.clock.advance({ minutes: 1 })
  const refused = { body: { password: admin.password } }
  expect(resultCode(await before.call(prove, refused))).toBe('invalid_credentials')
  expect(await standing(before)).toEqual(DUE)
  await before.call(prove, { body: { code: computeTotpCode(secret, club.app.now()) } })
  expect(await standing(before)).toEqual(MEMBER)
  // twice by a code in the mailbox, before there was a factor
  expect((await readTraces(club)).filter(({ action }) => action === 'admin_proved')).toHaveLength(3)
})

test('a passkey alone makes an admin, and a proof by it in a session that had none', async () => {
  await using club = await openClub(https)
  const { admin, authenticator } = await adminWithPasskey(club)
  const browser = openBrowser(club)
  await usePasskey(browser, authenticator)
  expect(await standing(browser)).toEqual(MEMBER)

  await club.db.run(sql`update sessions set factor_at = null where user_id = ${admin.userId}`)
  expect(await standing(browser)).toEqual(DUE)
  // the cookie is exchanged for what the session may do from now on
  const proved = await proveByPasskey(club, browser, authenticator)
  expect(proved.headers.getSetCookie()[0]).toMatch(/^__Host-session=/)
})

test('without the last factor an admin is a member again, in every session', async () => {
  await using club = await openClub(https)
  const { authenticator, passkeyId } = await adminWithPasskey(club)
  const [one, other] = [openBrowser(club), openBrowser(club)]
  await usePasskey(one, authenticator)
  await usePasskey(other, authenticator)
  await one.call(removePasskey, { params: { passkeyId } })
  expect(await standing(one)).toEqual(DUE)
  expect(await standing(other)).toEqual(DUE)
})

test('an admin whose second factor is due receives no events of submissions, but those of a member', async () => {
  await using club = await openClub(https)
  const { admin, authenticator } = await adminWithPasskey(club)
  const room = await club.room()
  await club.join(admin, room)
  const browser = openBrowser(club)
  await usePasskey(browser, authenticator)
  const stream = await club.follow(browser)
  await stream.next('submissions')
  await club.db.run(sql`update sessions set factor_at = null where user_id = ${admin.userId}`)
  await stream.next('rooms')
  await stream.next('ready')
  const countEvents = () => stream.events.filter(({ type }) => type === 'submissions').length
  const before = countEvents()
  await insertSubmission(club, await club.member())
  const body = { id: uuid(), text: 'good evening' }
  await browser.call(createPost, { params: { slug: room.slug }, body })
  await stream.next('post')
  expect(countEvents()).toBe(before)
})

test('a session whose factor is due is as short as an admin', async () => {
  await using club = await openClub(https)
  const browser = await signInBrowser(club, await club.member({ isAdmin: true }))
  club.clock.advance({ minutes: 31 })
  expect(expectAnswer(await browser.call(getSession, {})).session).toBeNull()
})

test('on http nothing is asked of an admin', async () => {
  await using club = await openClub({ now: NOW })
  expect(await standing(await signInBrowser(club, await club.member({ isAdmin: true })))).toEqual(
    MEMBER,
  )
})
