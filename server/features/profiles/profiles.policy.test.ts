import { expect, test } from 'vitest'
import { isReserved, mayLookAt, usernameKey } from './profiles.policy.ts'

test.each([
  ['in another case', 'Mia Hansen', 'mIA hANSEN'],
  ['with a sharp s', 'Straße', 'STRASSE'],
  ['in full width', 'Mia', 'Ｍｉａ'],
  ['with a Cyrillic a', 'Mia', 'Mi\u0430'],
  ['with Greek capitals', 'HOPE', '\u0397\u039f\u03a1\u0395'],
  ['with a capital i for an l', 'Lola', 'LoIa'],
  ['with digits', 'Lilo', 'L1l0'],
  ['with rn for m', 'Emma', 'Ernma'],
  ['with a zero-width character', 'Mia', 'M\u200bi\u2060a'],
  ['with a variation selector', 'Mia', 'Mia\ufe0f'],
  ['with a no-break space', 'Mia Hansen', 'Mia\u00a0 Hansen'],
  ['decomposed', 'J\u00f6rg', 'Jo\u0308rg'],
])('a username written %s is the same name', (_, name, other) => {
  expect(usernameKey(other)).toBe(usernameKey(name))
})

test('names that look different stay different', () => {
  const names = ['Jörg', 'Jorg', 'Mia', 'Mio', 'Мир', 'Mia 2', 'Mia 3', '愛', '🌙🌙', '🌙']
  expect(new Set(names.map(usernameKey)).size).toBe(names.length)
})

test.each([
  'Admin',
  'АDМIN',
  '4dmin Support',
  'Mia (Moderation)',
  'sup\u200bport',
  'PARLOUR',
  'Parlour Team',
  'Team-Parlour',
  'Adm1n_Mia',
])('%s would pass for the club, and is nobody’s name', (name) => {
  expect(isReserved(name, 'Parlour')).toBe(true)
})

test.each(['Mia', 'Adminton', 'Supporter', 'Systemisch', 'Parlourmaid', 'Modesta', 'Team Mia'])(
  '%s may be somebody’s name',
  (name) => {
    expect(isReserved(name, 'Parlour')).toBe(false)
  },
)

test('whoever still waits in line sees nobody yet but themselves', () => {
  expect(mayLookAt({ userId: 'mia', isAdmitted: false }, 'mia')).toBe(true)
  expect(mayLookAt({ userId: 'mia', isAdmitted: false }, 'tom')).toBe(false)
  expect(mayLookAt({ userId: 'mia', isAdmitted: true }, 'tom')).toBe(true)
})
