import { expect, test } from 'vitest'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { retentionCutoff, retentionMs } from './retention.ts'

test.each<[RetentionRule, string, string]>([
  ['mailTokens', '2026-03-29T03:30:00.000Z', '2026-03-28T03:30:00.000Z'],
  ['identityApproved', '2026-03-01T12:00:00.000Z', '2026-01-30T12:00:00.000Z'],
  ['messages', '2026-05-04T20:00:00.000Z', '2025-05-04T20:00:00.000Z'],
  // there was no 29 February a year before: nothing is kept a day too long for it
  ['messages', '2028-02-29T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
  ['auditLog', '2028-02-29T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
  ['consents', '2026-01-01T00:00:00.000Z', '2023-01-01T00:00:00.000Z'],
])('%s at %s reaches back to %s', (rule, now, since) => {
  expect(retentionCutoff(rule, new Date(now)).toISOString()).toBe(since)
})

test('only hours and days have a length of their own', () => {
  expect(retentionMs('loginCookies')).toBe(retention.loginCookies.amount * 86_400_000)
  expect(retentionMs('mailTokens')).toBe(retention.mailTokens.amount * 3_600_000)
  expect(() => retentionMs('messages')).toThrow('no fixed length')
})
