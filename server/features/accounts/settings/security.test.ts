import { expect, test } from 'vitest'
import { getSecurity, prove } from '#contract/accounts/security.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { askToMove } from '#testing/fixtures/emailChange.ts'

const NOW = '2026-06-15T12:00:00Z'
const https = { now: NOW, config: { secure: true } }
const securityOf = async (club: Club, as: { cookie: string }) => {
  const answer = await club.call(as, getSecurity, {})
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer
}

test('a member sees how they sign in', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  expect(await securityOf(club, mia)).toEqual({
    email: mia.email,
    pendingEmail: null,
    passkeys: [],
    totpSince: null,
    recoveryCodesLeft: 0,
    isFactorRequired: false,
    provedUntil: null,
  })
  await askToMove(club, await club.member(), 'tom.new@example.org')
  expect((await securityOf(club, mia)).pendingEmail).toBe(null)
})

test('a proof shows until when it is good, in the session it was given in', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await club.call(mia, prove, { body: { password: PASSWORD } })
  expect((await securityOf(club, mia)).provedUntil).toBe('2026-06-15T12:10:00.000Z')
  expect((await securityOf(club, await club.session(mia))).provedUntil).toBe(null)
  club.clock.advance({ minutes: 10, seconds: 1 })
  expect((await securityOf(club, mia)).provedUntil).toBe(null)
})

test('on https an admin is told that a second factor is needed, a member is not', async () => {
  await using club = await openClub(https)
  expect((await securityOf(club, await club.member({ isAdmin: true }))).isFactorRequired).toBe(true)
  expect((await securityOf(club, await club.member())).isFactorRequired).toBe(false)
  await using local = await openClub({ now: NOW })
  expect((await securityOf(local, await local.member({ isAdmin: true }))).isFactorRequired).toBe(
    false,
  )
})
