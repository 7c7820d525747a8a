import { expect, test } from 'vitest'
import { berlinStamp, wantedEnd } from './declarations.policy.ts'

const receivedAt = new Date('2026-06-14T22:30:05Z')

test('a declaration is stamped by the clock of Berlin, to the second', () => {
  expect(berlinStamp(receivedAt, 'de')).toEqual({ day: '15.06.2026', time: '00:30:05' })
  expect(berlinStamp(receivedAt, 'en')).toEqual({ day: '15 June 2026', time: '00:30:05' })
})

test('a contract ends on the day somebody wants, if that is still to come', () => {
  expect(wantedEnd('2026-06-16', receivedAt)).toBe('2026-06-16')
})

test('a wanted end that is over by then, or none, means as soon as can be', () => {
  expect(wantedEnd('2026-06-15', receivedAt)).toBeNull()
  expect(wantedEnd('2026-06-14', receivedAt)).toBeNull()
  expect(wantedEnd(null, receivedAt)).toBeNull()
})
