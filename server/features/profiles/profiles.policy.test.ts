import { expect, test } from 'vitest'
import { mayLookAt, usernameKey } from './profiles.policy.ts'
import { isReserved } from './reserved.policy.ts'

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
  'Admín',
  'aḍmin',
  'Moderatör',
  'Modératoren',
  'Parlóur',
  'A d m i n',
  'A.d.m.i.n',
  'Ad-min',
  'A_d_m_i_n 7',
  'Support1',
  'Admin2',
  '007 Admin',
  '4dmin',
  '@dmin',
  '$upport',
  'M0d3r4t0r',
  'SupportTeam',
  'supportteam',
  'ParlourTeam',
  'Parlour-Hilfe 24',
  'Club-Team',
  'Clubteam',
  'Team Club',
  'AdminMia',
  'Chefadmin',
  'Chef-Admin',
  'Moderatorenteam',
  'Moderator*in',
  'ModTeam',
  'Mod Mia',
  'ModMia',
  'Mod',
  'Mods',
  'Security',
  'Hilfe',
  'Die Hilfe',
  'Moderatoren',
  'Inhaberin',
  'Betreiber',
  'Geschäftsführung',
  'Helpdesk',
  'Kundenservice',
  'Offizieller Support',
  'Das Team',
  'Club',
  'Club Service',
  'Unser Club-Team',
  'P a r l o u r',
])('%s would pass for the club, and is nobody’s name', (name) => {
  expect(isReserved(name, 'Parlour')).toBe(true)
})

test.each([
  'Mia',
  'Adminton',
  'Supporter',
  'Systemisch',
  'Parlourmaid',
  'Modesta',
  'Modest',
  'Modersohn',
  'Modric',
  'Modi',
  'Team Mia',
  'Mia im Team',
  'Adminka',
  'Badminton',
  'Jadmina',
  'Ad Minerva',
  'Clubert',
  'Clubmaus',
  'Club der Dichter',
  'Stafford',
  'Staffan',
  'Systematik',
  'Hilfiger',
  'Hilferuf',
  'Erste Hilfe',
  'Helpert',
  'Serviceberg',
  'Rooter',
  'Teamo',
  'Chefkoch',
  'Chef',
  'Joe Root',
  'Robert Service',
  'Infante',
  'Botticelli',
  'Officer Ben',
  'Moderow',
  'Der Mia',
  'In',
  'Kontaktfreude',
  'Securius',
  'Inhabergeführt',
  'Comodo',
  'Mia 2',
  '1990',
  'Parl',
])('%s may be somebody’s name', (name) => {
  expect(isReserved(name, 'Parlour')).toBe(false)
})

test.each([
  ['Ina', 'Carina', false],
  ['Ina', 'Ina', true],
  ['Ina', 'Team Ina', true],
  ['Rot & Blau', 'Rot-Blau Team', true],
  ['Rot & Blau', 'rotblau2', true],
  ['Rot & Blau', 'Rot wie Blau', false],
  ['Bar', 'Barbara', false],
])('a club called %s: %s', (club, name, is) => {
  expect(isReserved(name, club)).toBe(is)
})

test('whoever still waits in line sees nobody yet but themselves', () => {
  expect(mayLookAt({ userId: 'mia', isAdmitted: false }, 'mia')).toBe(true)
  expect(mayLookAt({ userId: 'mia', isAdmitted: false }, 'tom')).toBe(false)
  expect(mayLookAt({ userId: 'mia', isAdmitted: true }, 'tom')).toBe(true)
})
