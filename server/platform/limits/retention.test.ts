import { expect, test } from 'vitest'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openClub } from '#testing/club/club.ts'
import {
  PART,
  proving,
  removeEach,
  removeInParts,
  restMs,
  retentionCutoff,
  retentionMs,
} from './retention.ts'

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

test('what goes in parts goes on for as long as a part is full', async () => {
  const parts = [PART, PART, 3]
  const limits: number[] = []
  const remove = (many: number) => {
    limits.push(many)
    return Promise.resolve(parts.shift() ?? 0)
  }
  expect(await removeInParts(remove)).toBe(2 * PART + 3)
  expect(limits).toEqual([PART, PART, PART])
})

test('after a part nothing is removed for as long as it took, and never for more than half a second', () => {
  expect([0, 40, 500, 20_000].map(restMs)).toEqual([0, 40, 500, 500])
})

test('of what failed in part nothing is said to be removed, and everything else had its turn', async () => {
  const away = new Error('the first')
  const removed = (count: number) => () => Promise.resolve(count)
  const failing = (error: Error) => () => Promise.reject(error)
  const failed: unknown = await removeEach({ log: silentLog }, [
    ['notices', removed(2)],
    ['notices', failing(away)],
    [null, failing(new Error('the second'))],
    ['messages', removed(3)],
  ]).catch((error) => error)
  expect(failed).toMatchObject({
    name: 'Unkept',
    message: 'not everything could be removed',
    cause: away,
  })
  expect(failed).toHaveProperty('removed', { messages: 3 })
})

test('a job that could do nothing fails as it failed, and writes nothing down', async () => {
  await using club = await openClub()
  const away = new Error('the disk is away')
  await expect(proving(() => Promise.reject(away))(club.app)).rejects.toBe(away)
})
