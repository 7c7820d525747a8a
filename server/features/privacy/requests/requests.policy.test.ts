import { expect, test } from 'vitest'
import {
  requestDueDate,
  isBirthdate,
  isUrgent,
  dateOfMajority,
  MONTHS,
  ownRefusal,
} from './requests.policy.ts'

test('a month is given, and two more where they are needed', () => {
  expect(MONTHS).toEqual({ given: 1, extended: 3 })
})

test('a request is due at the end of the day with the same number, in Berlin', () => {
  // summer time
  expect(requestDueDate(new Date('2026-05-10T12:00:00Z'), 1)).toEqual(
    new Date('2026-06-10T21:59:59Z'),
  )
  // winter time
  expect(requestDueDate(new Date('2026-11-10T12:00:00Z'), 1)).toEqual(
    new Date('2026-12-10T22:59:59Z'),
  )
  expect(requestDueDate(new Date('2026-10-10T12:00:00Z'), 3)).toEqual(
    new Date('2027-01-10T22:59:59Z'),
  )
})

test('the day on which it came in is the one in Berlin', () => {
  expect(requestDueDate(new Date('2026-05-10T22:30:00Z'), 1)).toEqual(
    new Date('2026-06-11T21:59:59Z'),
  )
})

test('where a month has no such day, it is due on its last', () => {
  expect(requestDueDate(new Date('2026-01-31T12:00:00Z'), 1)).toEqual(
    new Date('2026-02-28T22:59:59Z'),
  )
  expect(requestDueDate(new Date('2028-01-31T12:00:00Z'), 1)).toEqual(
    new Date('2028-02-29T22:59:59Z'),
  )
  expect(requestDueDate(new Date('2026-05-31T12:00:00Z'), 1)).toEqual(
    new Date('2026-06-30T21:59:59Z'),
  )
})

const now = new Date('2026-06-22T12:00:00Z')

const waiting = {
  receivedAt: '2026-06-01T12:00:00Z',
  dueAt: '2026-07-01T21:59:59Z',
  extensionReason: null,
  closedAt: null,
}

test('a request that is open after three weeks is urgent', () => {
  expect(isUrgent(waiting, now)).toBe(true)
  expect(isUrgent({ ...waiting, receivedAt: '2026-06-01T12:00:01Z' }, now)).toBe(false)
})

test('one whose time was extended is urgent in its last nine days', () => {
  const extended = { ...waiting, extensionReason: 'It takes long.' }
  expect(isUrgent({ ...extended, dueAt: '2026-07-01T12:00:00Z' }, now)).toBe(true)
  expect(isUrgent({ ...extended, dueAt: '2026-07-01T12:00:01Z' }, now)).toBe(false)
})

test('a closed request is urgent no more', () => {
  expect(isUrgent({ ...waiting, closedAt: '2026-06-02T12:00:00Z' }, now)).toBe(false)
})

test('nobody decides on what they asked for themselves', () => {
  expect(ownRefusal({ userId: 'mia' }, { userId: 'mia' })).toBe('own_submission')
  expect(ownRefusal({ userId: 'mia' }, { userId: 'tom' })).toBeNull()
  expect(ownRefusal({ userId: 'mia' }, { userId: null })).toBeNull()
})

test('a minor is one until midnight in Berlin before the eighteenth birthday', () => {
  expect(dateOfMajority('2008-06-24', now)).toEqual(new Date('2026-06-23T22:00:00Z'))
  expect(dateOfMajority('2009-01-15', now)).toEqual(new Date('2027-01-14T23:00:00Z'))
})

test('who is of age is no minor, from the birthday on', () => {
  expect(dateOfMajority('2008-06-22', now)).toBeNull()
  expect(dateOfMajority('1990-04-01', now)).toBeNull()
})

test('a birthdate is not still to come, and of somebody who may be alive', () => {
  expect(isBirthdate('2026-06-22', now)).toBe(true)
  expect(isBirthdate('2026-06-23', now)).toBe(false)
  expect(isBirthdate('1905-06-23', now)).toBe(true)
  expect(isBirthdate('1905-06-22', now)).toBe(false)
})
