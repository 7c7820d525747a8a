import { expect, test } from 'vitest'
import { checklist } from '#contract/verification/review.ts'
import { neededSides } from '#contract/verification/verification.ts'
import { approvalRefusal, decisionRefusal, ownRefusal, viewPurpose } from './review.policy.ts'

const now = new Date('2026-06-14T22:30:00Z')
const files = neededSides.map((side) => ({ side }) as Asking['files'][number])
type Asking = Parameters<typeof approvalRefusal>[0]
const adult: Asking = { userId: 'mia', birthdate: '2008-06-15', files, seen: neededSides }

const everything = Object.fromEntries(checklist.map((point) => [point, true])) as Record<
  (typeof checklist)[number],
  boolean
>

test('nobody looks at what they handed in themselves', () => {
  expect(ownRefusal({ userId: 'mia' }, { userId: 'mia' })).toBe('own_submission')
  expect(ownRefusal({ userId: 'mia' }, { userId: 'tom' })).toBeNull()
  expect(ownRefusal({ userId: 'mia' }, { userId: null })).toBeNull()
})

test('a rejection says why', () => {
  expect(decisionRefusal({ decision: 'rejected' })).toBe('note_missing')
  expect(decisionRefusal({ decision: 'rejected', note: 'not readable' })).toBeNull()
})

test('an approval says that every point was looked at', () => {
  expect(decisionRefusal({ decision: 'verified', checklist: everything })).toBeNull()
  expect(decisionRefusal({ decision: 'verified' })).toBe('checklist_missing')
  for (const point of checklist)
    expect(
      decisionRefusal({ decision: 'verified', checklist: { ...everything, [point]: false } }),
    ).toBe('checklist_missing')
})

test('who came of age today, by the calendar of Berlin, can be verified', () => {
  expect(approvalRefusal(adult, now)).toBeNull()
})

test('a minor is not verified, whatever was ticked', () => {
  expect(approvalRefusal({ ...adult, birthdate: '2008-06-16' }, now)).toBe('checklist_missing')
})

test('nobody is verified who is gone', () => {
  expect(approvalRefusal({ ...adult, userId: null }, now)).toBe('PGRST116')
  expect(approvalRefusal({ ...adult, birthdate: null }, now)).toBe('PGRST116')
})

test('nobody is verified by documents of which a side is missing', () => {
  for (const side of neededSides) {
    const without = files.filter((file) => file.side !== side)
    expect(approvalRefusal({ ...adult, files: without }, now)).toBe('PGRST116')
    const back = { side: 'back' } as Asking['files'][number]
    expect(approvalRefusal({ ...adult, files: [...without, back] }, now)).toBe('PGRST116')
  }
})

test('nobody is verified by documents the reviewer did not look at', () => {
  expect(approvalRefusal({ ...adult, seen: [] }, now)).toBe('images_unseen')
  for (const side of neededSides)
    expect(approvalRefusal({ ...adult, seen: [side, 'back'] }, now)).toBe('images_unseen')
})

test('decided images open for a declared second look, waiting ones only for the review', () => {
  expect(viewPurpose({ status: 'pending' }, undefined)).toBe('review')
  expect(viewPurpose({ status: 'pending' }, 'second_look')).toBe('review')
  for (const status of ['verified', 'rejected'] as const) {
    expect(viewPurpose({ status }, undefined)).toBeNull()
    expect(viewPurpose({ status }, 'review')).toBeNull()
    expect(viewPurpose({ status }, 'second_look')).toBe('second_look')
  }
})
