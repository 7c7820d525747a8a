import { expect, test } from 'vitest'
import {
  subtractDays,
  isKnown,
  mayAskToJoin,
  mayRejoin,
  waitlistLifetimes,
} from './admission.policy.ts'

const DAY = 86_400_000
const now = new Date('2026-06-15T12:00:00Z')
const requested = { state: 'asked', declinedAt: null, userId: null, isMember: false } as const
const declined = { ...requested, state: 'declined', declinedAt: '2026-03-01T12:00:00Z' } as const

test('an address is confirmed within a week, and may leave for longer than it is kept', () => {
  expect(waitlistLifetimes).toEqual({ confirmation: 7 * DAY, leaving: 400 * DAY })
})

test('days before now are whole days', () => {
  expect(subtractDays(now, 2)).toEqual(new Date('2026-06-13T12:00:00Z'))
})

test('a declined address may ask again from its ninetieth day on, by the calendar of Berlin', () => {
  const at = '2026-03-01T12:00:00Z'
  expect(mayRejoin(at, new Date('2026-05-29T21:59:59Z'))).toBe(false)
  expect(mayRejoin(at, new Date('2026-05-29T22:00:00Z'))).toBe(true)
})

test('an address nobody asked with is not known', () => {
  expect(isKnown(undefined)).toBe(false)
  expect(isKnown(requested)).toBe(false)
})

test('an address is known once it is confirmed, of a member, or of an account', () => {
  expect(isKnown({ ...requested, state: 'waiting' })).toBe(true)
  expect(isKnown({ ...requested, isMember: true })).toBe(true)
  expect(isKnown({ ...requested, userId: 'mia' })).toBe(true)
})

test('nobody else learns that an address was declined', () => {
  expect(isKnown(declined)).toBe(false)
  expect(isKnown({ ...declined, userId: 'mia' })).toBe(false)
})

test('a declined address that came in all the same is a member', () => {
  expect(isKnown({ ...declined, isMember: true })).toBe(true)
})

test('an unknown address makes a new entry', () => {
  expect(mayAskToJoin(undefined, now)).toBe(true)
  expect(mayAskToJoin(requested, now)).toBe(true)
  expect(mayAskToJoin({ ...requested, declinedAt: '2026-06-14T12:00:00Z' }, now)).toBe(true)
})

test('a known address makes no new entry', () => {
  expect(mayAskToJoin({ ...requested, state: 'waiting' }, now)).toBe(false)
})

test('a declined address makes a new entry when it may ask again, and no sooner', () => {
  expect(mayAskToJoin(declined, now)).toBe(true)
  expect(mayAskToJoin({ ...declined, declinedAt: '2026-06-14T12:00:00Z' }, now)).toBe(false)
})
