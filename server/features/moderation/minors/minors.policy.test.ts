import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { suspendsAtOnce } from './minors.policy.ts'

const reported = { isOpen: false, wasAdult: false, isStaff: false, waiting: 0 }

test('on a report somebody is suspended at once, while few of the same reporter’s wait', () => {
  const waiting = limits.agesWaitingPerReporter
  expect(suspendsAtOnce({ ...reported, waiting: waiting - 1 }, false)).toBe(true)
  expect(suspendsAtOnce({ ...reported, waiting }, false)).toBe(false)
  expect(suspendsAtOnce({ ...reported, waiting }, true)).toBe(true)
})

test('whom a person found to be of age is suspended by a person alone', () => {
  expect(suspendsAtOnce({ ...reported, wasAdult: true }, false)).toBe(false)
  expect(suspendsAtOnce({ ...reported, wasAdult: true }, true)).toBe(true)
})

test('staff are not, nor is a member who already is', () => {
  for (const isFoundByStaff of [true, false]) {
    expect(suspendsAtOnce({ ...reported, isStaff: true }, isFoundByStaff)).toBe(false)
    expect(suspendsAtOnce({ ...reported, isOpen: true }, isFoundByStaff)).toBe(false)
  }
})
