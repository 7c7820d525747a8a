import { expect, test } from 'vitest'
import { appealRefusal, appealDeadline } from './statements.policy.ts'

const statement = { startsAt: '2026-06-15T12:00:00Z', liftedAt: null, appeal: null }
const last = new Date('2026-12-15T22:59:59.999Z')

test('one may object for six months, to the end of the last day in Berlin', () => {
  expect(appealDeadline(new Date(statement.startsAt)).getTime()).toBeLessThanOrEqual(last.getTime())
  expect(appealDeadline(new Date(statement.startsAt)).getTime()).toBeGreaterThan(
    new Date('2026-12-15T22:59:58Z').getTime(),
  )
  const until = appealDeadline(new Date(statement.startsAt))
  expect(appealRefusal(statement, until)).toBeNull()
  expect(appealRefusal(statement, new Date(until.getTime() + 1))).toBe('appeal_closed')
})

test('one objects once', () => {
  const appeal = { id: 'one' }
  expect(appealRefusal({ ...statement, appeal }, new Date(statement.startsAt))).toBe(
    'already_appealed',
  )
})

test('to what was taken back nobody objects any more', () => {
  const lifted = { ...statement, liftedAt: '2026-06-16T12:00:00Z' }
  expect(appealRefusal(lifted, new Date(statement.startsAt))).toBe('appeal_closed')
})
