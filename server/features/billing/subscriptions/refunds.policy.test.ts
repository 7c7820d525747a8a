import { expect, test } from 'vitest'
import { repeatAlarmCutoff, alarmCutoff, refundDueDate, nextTry } from './refunds.policy.ts'

const MINUTE = 60_000
const now = new Date('2026-06-15T12:00:00Z')
const waits = (tries: number) => (nextTry(tries, now).getTime() - now.getTime()) / MINUTE

test('money goes back within fourteen days', () => {
  expect(refundDueDate(now)).toEqual(new Date('2026-06-29T12:00:00Z'))
})

test('what is due within three days should be looked at, and is told again a day later', () => {
  expect(alarmCutoff(now)).toEqual(new Date('2026-06-18T12:00:00Z'))
  expect(repeatAlarmCutoff(now)).toEqual(new Date('2026-06-14T12:00:00Z'))
})

test('a refund is tried again after a minute, and each time after twice as long', () => {
  expect([0, 1, 2, 3, 8].map(waits)).toEqual([1, 2, 4, 8, 256])
})

test('at last it is tried every six hours, however often it failed', () => {
  expect([9, 20, 5000].map(waits)).toEqual([360, 360, 360])
})
