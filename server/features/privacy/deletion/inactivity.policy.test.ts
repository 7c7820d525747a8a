import { expect, test } from 'vitest'
import { inactivityEnd, LAST_NOTICE_DAYS } from './inactivity.policy.ts'

test('an unused account ends three years after it was seen last', () => {
  expect(inactivityEnd('2023-06-15', null)).toBe('2026-06-15')
  expect(inactivityEnd('2023-06-15', '2026-05-15')).toBe('2026-06-15')
})

test('a warning that came late leaves a week', () => {
  expect(LAST_NOTICE_DAYS).toBe(7)
  expect(inactivityEnd('2023-06-15', '2026-06-14')).toBe('2026-06-21')
  expect(inactivityEnd('2023-06-15', '2026-06-28')).toBe('2026-07-05')
})
