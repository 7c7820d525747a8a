import { expect, test } from 'vitest'
import {
  firstDaysEnd,
  isNewcomer,
  paceRefusal,
  pacingRefusal,
  sameText,
  roomTurnKey,
} from './contentRules.policy.ts'
import { wordKey } from './words.policy.ts'

const member = {
  admittedAt: '2026-06-01T12:00:00Z',
  verificationStatus: 'verified',
  isStaff: false,
} as const
const onDay = (day: string) => new Date(`2026-06-${day}T12:00:00Z`)

test("a member's first days are seven", () => {
  expect(firstDaysEnd(member)).toBe('2026-06-08T12:00:00.000Z')
  expect(firstDaysEnd({ admittedAt: null })).toBeNull()
})

test('a verified member is new for seven days', () => {
  expect(isNewcomer(member, new Date('2026-06-08T11:59:59.999Z'))).toBe(true)
  expect(isNewcomer(member, onDay('08'))).toBe(false)
})

test('a member who is not verified, or waits to be admitted, is a newcomer however long they are here', () => {
  expect(isNewcomer({ ...member, verificationStatus: 'pending' }, onDay('30'))).toBe(true)
  expect(isNewcomer({ ...member, admittedAt: null }, onDay('30'))).toBe(true)
})

test('staff are never new', () => {
  expect(isNewcomer({ ...member, isStaff: true, admittedAt: null }, onDay('01'))).toBe(false)
})

test('what was said before is refused first, then what comes too soon, then what is a newcomer’s', () => {
  const none = { sameText: null, slowMode: null, newcomerLimit: null }
  expect(paceRefusal(none)).toBeNull()
  const newcomerWaits = { ...none, newcomerLimit: 40 }
  expect(paceRefusal(newcomerWaits)).toEqual({ code: 'newcomer_limit', retryAfter: 40 })
  const slow = { ...newcomerWaits, slowMode: 7 }
  expect(paceRefusal(slow)).toEqual({ code: 'slow_mode', retryAfter: 7 })
  expect(paceRefusal({ ...slow, sameText: 3 })).toEqual({ code: 'same_text' })
})

const here = { isNewcomer: false, isHidden: false }
const newcomer = { ...here, isNewcomer: true }
const blocked = new Set([wordKey('abzocke')])

test('who is hidden writes nothing', () => {
  expect(pacingRefusal({ ...here, isHidden: true }, 'Hello', blocked)).toEqual({
    code: 'hidden_now',
  })
})

test('a blocked word is written by nobody, and it is said where it stands', () => {
  expect(pacingRefusal(here, 'Das ist Abzocke!', blocked)).toEqual({
    code: 'words_blocked',
    found: { from: 8, to: 15 },
  })
})

test('contact data is written by nobody in their first days', () => {
  const text = 'Write to mia@example.org'
  expect(pacingRefusal(newcomer, text, blocked)).toMatchObject({
    code: 'contact_data',
    found: { from: 9, to: 24 },
  })
  expect(pacingRefusal(here, text, blocked)).toBeNull()
})

test('everything else may be said, by newcomers too', () => {
  expect(pacingRefusal(newcomer, 'Good evening', blocked)).toBeNull()
})

test('what is short may be said again', () => {
  expect(sameText('mia', 'Good morning')).toBeNull()
  expect(sameText('mia', 'Good morning!')).not.toBeNull()
})

test('a text is known again from the same member however it is set', () => {
  const key = sameText('mia', 'Who wants to dance?')
  expect(sameText('mia', 'WHO wants … to ｄａｎｃｅ')).toBe(key)
  expect(sameText('mia', 'Who wants to sing?')).not.toBe(key)
  expect(sameText('mia', 'Getrunken wird in Maßen')).not.toBe(
    sameText('mia', 'Getrunken wird in Massen'),
  )
  expect(sameText('tom', 'Who wants to dance?')).not.toBe(key)
})

test('texts of signs alone are compared as they stand, but for spaces', () => {
  const key = sameText('mia', '🌙🌙🌙 🌙🌙🌙 🌙🌙🌙 🌙🌙🌙')
  expect(sameText('mia', '🌙🌙🌙🌙🌙🌙 🌙🌙🌙🌙🌙🌙 ')).toBe(key)
  expect(sameText('mia', '🌙🌙🌙 🌙🌙🌙 🌙🌙🌙 🌙🌙⭐')).not.toBe(key)
})

test('whose turn it is is known for each room by itself', () => {
  const turns = [
    roomTurnKey('salon', 'mia'),
    roomTurnKey('salon', 'tom'),
    roomTurnKey('bar', 'mia'),
  ]
  expect(new Set(turns).size).toBe(3)
  expect(roomTurnKey('salon', 'mia')).toBe(turns[0])
})
