import { expect, test } from 'vitest'
import {
  caseDueDate,
  deadlineHours,
  misuse,
  misuseMeasure,
  remainingUrgency,
  toOutcome,
  toUrgency,
} from './reports.policy.ts'

test('children and threats are decided on within an hour, what was private within four', () => {
  expect(['minor', 'threat', 'intimate', 'doxxing'].map(deadlineHours)).toEqual([1, 1, 4, 4])
})

test('everything else is decided on within three days', () => {
  expect(deadlineHours('spam')).toBe(72)
  expect(caseDueDate(72, new Date('2026-06-15T12:00:00Z'))).toEqual(
    new Date('2026-06-18T12:00:00Z'),
  )
})

test('how urgent a case is follows from its hours', () => {
  expect([1, 4, 72].map(toUrgency)).toEqual(['hour', 'hours', 'days'])
})

test('a case whose age waits for proof waits with nothing else that is in it', () => {
  const receivedAt = '2026-06-15T12:00:00Z'
  const proofDueAt = new Date('2026-06-17T12:00:00Z')
  expect(remainingUrgency([], proofDueAt)).toEqual({ hours: 72, dueAt: proofDueAt })
  const other = { reason: 'doxxing', receivedAt }
  const within = new Date('2026-06-15T16:00:00Z')
  expect(remainingUrgency([other], proofDueAt)).toEqual({ hours: 4, dueAt: within })
  expect(remainingUrgency([other, { reason: 'threat', receivedAt }], proofDueAt)).toEqual({
    hours: 1,
    dueAt: new Date('2026-06-15T13:00:00Z'),
  })
  const slow = { reason: 'spam', receivedAt }
  expect(remainingUrgency([slow], proofDueAt)).toEqual({ hours: 72, dueAt: proofDueAt })
})

test('the reporter reads what came of it, and not how severe the measure was', () => {
  expect(toOutcome(null, false)).toBeNull()
  expect(toOutcome('no_breach', false)).toBe('no_breach')
  expect(toOutcome('remove', false)).toBe('removed')
  expect(toOutcome('warn', false)).toBe('acted')
})

test('a manifestly unfounded report is shown to its reporter as no breach', () => {
  expect(toOutcome('remove', true)).toBe('no_breach')
})

const counts = { unfounded: 0, unfoundedSinceWarning: 0, isWarned: false, isLimited: false }

test('a member is warned after three unfounded reports', () => {
  expect(misuseMeasure({ ...counts, unfounded: 2 })).toBeNull()
  expect(misuseMeasure({ ...counts, unfounded: 3 })).toBe('reporting_warning')
})

test('a warned member cannot report after two more, for thirty days', () => {
  const warned = { ...counts, unfounded: 9, isWarned: true }
  expect(misuseMeasure({ ...warned, unfoundedSinceWarning: 1 })).toBeNull()
  expect(misuseMeasure({ ...warned, unfoundedSinceWarning: 2 })).toBe('reporting_limit')
  expect(misuse).toMatchObject({ days: 30, within: 365 })
})

test('who cannot report now is not limited once more', () => {
  const limited = { ...counts, unfoundedSinceWarning: 5, isWarned: true, isLimited: true }
  expect(misuseMeasure(limited)).toBeNull()
})
