import { expect, test } from 'vitest'
import { retention } from '#contract/privacy/retention.ts'
import { isSlideDue, staffStanding, sessionLifetime } from './sessions.policy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date('2026-06-15T12:00:00Z')
const endingIn = (ms: number) => ({ expiresAt: new Date(now.getTime() + ms).toISOString() })

const members = { idle: retention.loginCookies.amount * DAY, longest: 180 * DAY, write: 5 * MINUTE }
const staff = { idle: 30 * MINUTE, longest: 8 * HOUR, write: MINUTE }

test("a member's session lasts unused as long as a log-in cookie, and half a year in all", () => {
  expect(sessionLifetime({ secure: true }, { isModerator: false })).toEqual(members)
})

test("on https a moderator's session lasts half an hour unused and eight hours in all", () => {
  expect(sessionLifetime({ secure: true }, { isModerator: true })).toEqual(staff)
})

test('who has a role but not yet a second factor is signed out as soon as staff are', () => {
  expect(sessionLifetime({ secure: true }, { isModerator: false, isFactorDue: true })).toEqual(
    staff,
  )
})

test('on this machine staff stay signed in as everybody does', () => {
  expect(sessionLifetime({ secure: false }, { isModerator: true, isFactorDue: true })).toEqual(
    members,
  )
})

const nobody = { isAdmin: false, isModerator: false, isFactorDue: false }

test('a member without a role is no staff, whatever factor they use', () => {
  for (const secure of [true, false])
    for (const hasFactor of [true, false])
      expect(staffStanding({ secure }, { roles: [], hasFactor })).toEqual(nobody)
})

test('an admin with a second factor is an admin and a moderator', () => {
  const admin = staffStanding({ secure: true }, { roles: ['admin'], hasFactor: true })
  expect(admin).toEqual({ isAdmin: true, isModerator: true, isFactorDue: false })
})

test('a moderator with a second factor is a moderator only', () => {
  const moderator = staffStanding({ secure: true }, { roles: ['moderator'], hasFactor: true })
  expect(moderator).toEqual({ isAdmin: false, isModerator: true, isFactorDue: false })
})

test('on https a role without a second factor counts for nothing until there is one', () => {
  const admin = staffStanding({ secure: true }, { roles: ['admin'], hasFactor: false })
  expect(admin).toEqual({ ...nobody, isFactorDue: true })
})

test('on this machine a role needs no second factor', () => {
  const admin = staffStanding({ secure: false }, { roles: ['admin'], hasFactor: false })
  expect(admin).toEqual({ isAdmin: true, isModerator: true, isFactorDue: false })
})

test('an act moves the end of a session on once five minutes of it are used', () => {
  expect(isSlideDue(members, endingIn(members.idle - 5 * MINUTE), now, true)).toBe(false)
  expect(isSlideDue(members, endingIn(members.idle - 5 * MINUTE - 1), now, true)).toBe(true)
})

test('what is no act moves no end on', () => {
  expect(isSlideDue(members, endingIn(DAY), now, false)).toBe(false)
})

test('an end further away than it may be is moved nearer, whatever is done', () => {
  expect(isSlideDue(staff, endingIn(30 * MINUTE), now, false)).toBe(false)
  expect(isSlideDue(staff, endingIn(30 * MINUTE + 1), now, false)).toBe(true)
})
