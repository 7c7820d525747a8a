import { expect, test } from 'vitest'
import type { Viewer } from '#server/platform/context.ts'
import { waveUndoEnd, waveUndoStart, wavingRefusal } from './waves.policy.ts'

const mia = {
  userId: 'mia',
  isAdmitted: true,
  verificationStatus: 'none',
  isSubscriber: false,
  hasContentConsent: true,
  termsDue: null,
} as Viewer
const post = { authorId: 'tom', accessLevel: 'free', isActive: true, isMember: true }

test('a member waves at what others wrote in rooms they are in', () => {
  expect(wavingRefusal(mia, post)).toBeNull()
})

test('a wave can be undone until its end, and is then none of those that can', () => {
  const wavedAt = '2026-06-15T12:00:00.000Z'
  expect(waveUndoStart(waveUndoEnd(wavedAt)).toISOString()).toBe(wavedAt)
  expect(waveUndoStart(new Date(wavedAt)) < new Date(wavedAt)).toBe(true)
})

test('nobody waves at themselves', () => {
  expect(wavingRefusal(mia, { ...post, authorId: 'mia' })).toBe('42501')
})

test('waving waits for the terms in force', () => {
  expect(wavingRefusal({ ...mia, termsDue: '2.0.0' }, post)).toBe('terms_due')
})

test('from outside a room nobody waves into it', () => {
  expect(wavingRefusal(mia, { ...post, isMember: false })).toBe('not_in_room')
  expect(wavingRefusal(mia, { ...post, isActive: false })).toBe('room_not_found')
  expect(wavingRefusal(mia, { ...post, accessLevel: 'club' })).toBe('room_needs_verification')
})

test('a wave can be undone for ten seconds', () => {
  expect(waveUndoEnd('2026-06-15T12:00:00Z')).toEqual(new Date('2026-06-15T12:00:10Z'))
})
