import { expect, test } from 'vitest'
import { addDays, givingRefusal } from './invitations.policy.ts'

const confirmed = { isConfirmed: true, mustConfirm: true }

test('an admitted member with an address known to be theirs invites', () => {
  expect(givingRefusal({ isAdmitted: true }, confirmed)).toBeNull()
})

test('a member who waits to be admitted invites nobody', () => {
  expect(givingRefusal({ isAdmitted: false }, confirmed)).toBe('not_admitted')
})

test('where addresses are confirmed, who has not confirmed theirs invites nobody', () => {
  const unconfirmed = { ...confirmed, isConfirmed: false }
  expect(givingRefusal({ isAdmitted: true }, unconfirmed)).toBe('42501')
  expect(givingRefusal({ isAdmitted: true }, { ...unconfirmed, mustConfirm: false })).toBeNull()
})

test('days after now are whole days', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  expect(addDays(now, 14)).toEqual(new Date('2026-06-29T12:00:00Z'))
})
