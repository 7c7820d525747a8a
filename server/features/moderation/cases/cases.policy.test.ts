import { expect, test } from 'vitest'
import { caseSource, decisionRefusal, handoverRefusal, needsSecondAdmin } from './cases.policy.ts'

const open = { userId: 'mia', decidedAt: null }
const eva = { userId: 'eva', isAdmin: true }
const noPart = { hasReported: false, wasOverturned: false }

test('somebody of the staff who has no part in a case decides it, once', () => {
  expect(decisionRefusal(open, eva, noPart)).toBeNull()
  const decided = { ...open, decidedAt: '2026-06-15T12:00:00Z' }
  expect(decisionRefusal(decided, eva, noPart)).toBe('already_decided')
})

test('nobody decides a case about themselves, or one they reported', () => {
  expect(decisionRefusal(open, { userId: 'mia' }, noPart)).toBe('own_case')
  expect(decisionRefusal(open, eva, { ...noPart, hasReported: true })).toBe('own_case')
})

test('what an appeal overturned, another decides', () => {
  expect(decisionRefusal(open, eva, { ...noPart, wasOverturned: true })).toBe('same_decider')
})

test('a decision names what drew attention to its case', () => {
  expect(caseSource({ reports: 0, targets: [] })).toBe('own')
  expect(caseSource({ reports: 0, targets: ['a post'] })).toBe('own')
  expect(caseSource({ reports: 1, targets: ['a post'] })).toBe('report')
  expect(caseSource({ reports: 1, targets: [] })).toBe('notice')
})

const proposed = { state: 'proposed', proposerId: 'ada' }

test('what is to go to the authorities is confirmed by a second admin', () => {
  expect(handoverRefusal(proposed, eva, false)).toBeNull()
  expect(handoverRefusal(proposed, { userId: 'ada', isAdmin: true }, false)).toBe('same_decider')
  expect(handoverRefusal(proposed, { ...eva, isAdmin: false }, false)).toBe('42501')
})

test('it is not confirmed by who reported it, nor twice', () => {
  expect(handoverRefusal(proposed, eva, true)).toBe('own_case')
  expect(handoverRefusal({ ...proposed, state: 'confirmed' }, eva, false)).toBe('already_decided')
})

test('a club with one admin has nobody to confirm', () => {
  expect([0, 1, 2].map(needsSecondAdmin)).toEqual([true, true, false])
})
