import { expect, test } from 'vitest'
import { answerDue, answerRefusal } from './appeals.policy.ts'

const open = {
  userId: 'mia',
  aboutId: 'tom',
  hasReported: false,
  hasDecided: false,
  decidedAt: null,
}
const eva = { userId: 'eva' }

test('an appeal is answered within fourteen days of its coming in', () => {
  expect(answerDue(new Date('2026-06-01T10:00:00Z'))).toEqual(new Date('2026-06-15T10:00:00Z'))
})

test('somebody of the staff who had nothing to do with a case answers its appeal', () => {
  expect(answerRefusal(open, eva)).toBeNull()
})

test('nobody answers an appeal of their own, about themselves, or of what they reported', () => {
  expect(answerRefusal(open, { userId: 'mia' })).toBe('own_case')
  expect(answerRefusal(open, { userId: 'tom' })).toBe('own_case')
  expect(answerRefusal({ ...open, hasReported: true }, eva)).toBe('own_case')
})

test('the admin who made a decision does not answer the appeal against it', () => {
  expect(answerRefusal({ ...open, hasDecided: true }, eva)).toBe('same_decider')
})

test('an appeal is answered once', () => {
  const decidedAt = '2026-06-02T10:00:00Z'
  expect(answerRefusal({ ...open, decidedAt }, eva)).toBe('already_decided')
})
