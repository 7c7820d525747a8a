import { expect, test } from 'vitest'
import { isQuiet, UNSAID, waitForMorning } from './settings.policy.ts'

/** In June Berlin is two hours ahead. */
const at = (hour: string) => new Date(`2026-06-15T${hour}:00Z`)

test('until somebody says otherwise nothing is mailed or shown, and nights are quiet', () => {
  expect(UNSAID).toEqual({
    hasDigest: false,
    showsContent: false,
    pushesMessages: false,
    quietFrom: 22,
    quietUntil: 8,
  })
})

test('quiet hours over midnight begin and end by the clock of Berlin', () => {
  expect(isQuiet(UNSAID, at('19:59'))).toBe(false)
  expect(isQuiet(UNSAID, at('20:00'))).toBe(true)
  expect(isQuiet(UNSAID, at('05:59'))).toBe(true)
  expect(isQuiet(UNSAID, at('06:00'))).toBe(false)
})

test('quiet hours by day do, too', () => {
  const noon = { quietFrom: 12, quietUntil: 14 }
  expect(isQuiet(noon, at('09:59'))).toBe(false)
  expect(isQuiet(noon, at('10:00'))).toBe(true)
  expect(isQuiet(noon, at('11:59'))).toBe(true)
  expect(isQuiet(noon, at('12:00'))).toBe(false)
})

test('quiet from an hour until the same hour is never', () => {
  expect(isQuiet({ quietFrom: 12, quietUntil: 12 }, at('10:00'))).toBe(false)
})

test('what is late waits for the morning and no longer', () => {
  expect(() => waitForMorning(UNSAID, at('21:00'))).toThrow('quiet hours')
  expect(() => waitForMorning(UNSAID, at('12:00'))).not.toThrow()
})
