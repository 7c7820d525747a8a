import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { openImage } from '#contract/verification/review.ts'
import { prove } from '#contract/accounts/security.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { insertSubmission, readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-06-15T12:00:00Z'
const codeOf = (result: object) => ('code' in result ? result.code : 'ok')
const right = { body: { password: PASSWORD } }
const wrong = { body: { password: 'battery horse correct' } }

async function reviewing(club: Club) {
  const admin = await club.member({ isAdmin: true })
  const { id: submissionId } = await insertSubmission(club, await club.member())
  const open = async (as: { cookie: string }) =>
    codeOf(await club.call(as, openImage, { params: { submissionId }, body: { side: 'front' } }))
  return { admin, open }
}

test('a password typed again is a proof for ten minutes, in this session alone', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open } = await reviewing(club)
  const elsewhere = await club.session(admin)
  expect(await open(admin)).toBe('proof_needed')
  expect(await club.call(admin, prove, right)).toMatchObject({
    answer: { until: '2026-06-15T12:10:00.000Z' },
  })
  expect(await open(admin)).toBe('ok')
  expect(await open(elsewhere)).toBe('proof_needed')
  club.clock.advance({ minutes: 10 })
  expect(await open(admin)).toBe('ok')
  club.clock.advance({ seconds: 1 })
  expect(await open(admin)).toBe('proof_needed')
})

test('a log-in is a proof, and grows old like any other', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open } = await reviewing(club)
  const browser = openBrowser(club)
  await browser.call(logIn, { body: { email: admin.email, password: PASSWORD } })
  expect(await open(browser)).toBe('ok')
  club.clock.advance({ minutes: 11 })
  expect(await open(browser)).toBe('proof_needed')
})

test('a clock that is set back makes no proof last longer', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open } = await reviewing(club)
  await club.call(admin, prove, right)
  club.clock.set('2026-06-15T11:00:00Z')
  expect(await open(admin)).toBe('proof_needed')
})

test('a wrong password proves nothing, and is not tried for ever', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open } = await reviewing(club)
  for (let tries = 0; tries < 9; tries += 1)
    expect(codeOf(await club.call(admin, prove, wrong))).toBe('invalid_credentials')
  // who knows it begins anew
  expect(codeOf(await club.call(admin, prove, right))).toBe('ok')
  for (let tries = 0; tries < 10; tries += 1)
    expect(codeOf(await club.call(admin, prove, wrong))).toBe('invalid_credentials')
  expect(codeOf(await club.call(admin, prove, right))).toBe('too_many_attempts')
  club.clock.advance({ minutes: 12 })
  expect(await open(admin)).toBe('proof_needed')
})

test('a browser that is signed out meanwhile proves nothing', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  let proving: ReturnType<typeof club.call<typeof prove>> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    proving = club.call(mia, prove, right)
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from sessions where id = ${mia.sessionId}`)
  })
  expect(codeOf(await proving!)).toBe('not_signed_in')
})

test("an admin's proof is written down, failed or not, a member's is nobody's business", async () => {
  await using club = await openClub({ now: NOW })
  const { admin } = await reviewing(club)
  const mia = await club.member()
  expect(codeOf(await club.call(mia, prove, wrong))).toBe('invalid_credentials')
  expect(codeOf(await club.call(mia, prove, right))).toBe('ok')
  await club.call(admin, prove, wrong)
  await club.call(admin, prove, right)
  const by = { actorId: admin.userId, subjectId: null }
  expect(await readTraces(club)).toEqual([
    { action: 'admin_refused', ...by, details: { reason: 'invalid_credentials' } },
    { action: 'admin_proved', ...by, details: {} },
  ])
})
