import { expect, test } from 'vitest'
import { attemptRefusal, isTypeAllowed, documentMark, STAGED_MS } from './verification.policy.ts'

test('a file waits an hour to be submitted', () => {
  expect(STAGED_MS).toBe(60 * 60 * 1000)
})

test('a member who is neither verified nor waiting for it may start, and start again', () => {
  expect(attemptRefusal('none', { suspension: null })).toBeNull()
  expect(attemptRefusal('rejected', { suspension: null })).toBeNull()
})

test('a member who waits for a decision, or is verified, may not', () => {
  expect(attemptRefusal('pending', { suspension: null })).toBe('already_pending')
  expect(attemptRefusal('verified', { suspension: null })).toBe('already_verified')
})

test('a member asked for proof of age may start again, also when verified before', () => {
  const until = '2027-05-04T18:00:00.000Z'
  const suspended = { suspension: { until, reason: '', ageProofBy: until } }
  expect(attemptRefusal('verified', suspended)).toBeNull()
  expect(attemptRefusal('verified', { suspension: { until, reason: '' } })).toBe('already_verified')
})

test('a file is what its name says it is', () => {
  for (const type of ['jpeg', 'png', 'pdf'] as const)
    expect(isTypeAllowed({ side: 'front', type }, type)).toBe(true)
  expect(isTypeAllowed({ side: 'front', type: 'jpeg' }, 'png')).toBe(false)
  expect(isTypeAllowed({ side: 'front', type: 'jpeg' }, null)).toBe(false)
})

test('a selfie is a picture', () => {
  expect(isTypeAllowed({ side: 'selfie', type: 'jpeg' }, 'jpeg')).toBe(true)
  expect(isTypeAllowed({ side: 'selfie', type: 'pdf' }, 'pdf')).toBe(false)
})

test('every copy says that it is one, what for, for whom, and of which day in Berlin', () => {
  expect(documentMark('Parlour', new Date('2026-06-14T22:30:00Z'))).toBe(
    'KOPIE – nur zur Altersprüfung – Parlour – 15.06.2026',
  )
})
