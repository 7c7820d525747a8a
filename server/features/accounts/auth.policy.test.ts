import { expect, test } from 'vitest'
import { retention } from '#contract/privacy/retention.ts'
import { isSameSignUp, authLifetimes, passwordRefusal } from './auth.policy.ts'

const mia = { email: 'mia.hansen@example.org', username: 'Nachtfalter', clubName: 'Parlour' }

test.each([
  ['eight unusual characters', 'k3%vQz!w'],
  ['digits and signs alone', '84-62!917'],
  [
    'a line about the list of common ones',
    '# a copy of this software and associated documentation files (the',
  ],
  ['a few words', 'correct horse battery'],
  ['a hundred emojis that are not all the same', `${'🌙'.repeat(99)}🌞`],
  ['own words among others', 'parlour games at nachtfalter'],
  ['letters of any script', 'Ночной мотылёк'],
  ['a common one with something in the middle', 'sun9shine'],
  ['the club and four characters of its own', 'parlourkx7q'],
])('%s will do', (_, password) => {
  expect(passwordRefusal(password, mia)).toBeNull()
})

test.each([
  ['seven characters', 'k3%vQz!'],
  ['a common one', 'password1'],
  ['a common German one', 'Passwort123'],
  ['a common one in capitals', 'SUNSHINE'],
  ['a common one with a year', 'Sunshine2026!'],
  ['a common one in full-width letters', 'ｐａｓｓｗｏｒｄ１'],
  ['the own address', 'mia.hansen@example.org'],
  ['the own address in capitals', 'MIA.HANSEN@EXAMPLE.ORG'],
  ['the part before the @', 'mia.hansen'],
  ['the part before the @ with a tail', 'mia.hansen12'],
  ['the own username', 'nachtfalter'],
  ['the own username with a tail', 'Nachtfalter!1'],
  ['the club', 'Parlour1'],
  ['the club with its kind', 'ParlourClub99'],
  ['eight blanks', ' '.repeat(8)],
  ['blanks nobody knows by name', '\u3000\u2800\u200b\u00a0\u3164 \t\u00ad'.repeat(2)],
  ['three signs among blanks', 'k 3 % '.padEnd(12)],
  ['one sign over and over', '-'.repeat(12)],
  ['a hundred times the same emoji', '🌙'.repeat(100)],
])('%s is too weak', (_, password) => {
  expect(passwordRefusal(password, mia)).toBe('weak_password')
})

test('what the club hands out is good for as long as is said', () => {
  const minutes = Object.entries(authLifetimes).map(([what, ms]) => [what, ms / 60_000])
  expect(Object.fromEntries(minutes)).toEqual({
    session: 30 * 24 * 60,
    adminIdle: 30,
    adminSession: 480,
    token: 1_440,
    reset: 60,
    recovery: 60,
    confirmation: 1_440,
    proof: 10,
    mailedProof: 15,
    totpSetUp: 60,
    device: 259_200,
    repeatedSignUp: 10,
  })
})

test('a word of the club’s name is guessed as the whole name is', () => {
  const club = { ...mia, clubName: 'Blue Parlour' }
  expect(passwordRefusal('parlour999', club)).toBe('weak_password')
})

test('of words that are part of one another the longest is taken out first', () => {
  const hans = { email: 'hans@example.org', username: 'Hansenberg', clubName: 'Hans' }
  expect(passwordRefusal('hansenberg12', hans)).toBe('weak_password')
})

test('a space around a name makes it no harder to guess', () => {
  expect(passwordRefusal('nachtfalter12', { ...mia, username: ' Nachtfalter ' })).toBe(
    'weak_password',
  )
})

test('a name of three letters may be part of a good password', () => {
  expect(passwordRefusal('miamiamia77', { ...mia, username: 'Mia' })).toBeNull()
})

test('sessions, proofs and links end when the club says they do', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
  expect(authLifetimes).toEqual({
    session: retention.loginCookies.amount * day,
    adminIdle: 30 * minute,
    adminSession: 8 * hour,
    token: day,
    reset: hour,
    recovery: hour,
    confirmation: day,
    proof: 10 * minute,
    totpSetUp: hour,
    device: 180 * day,
    repeatedSignUp: 10 * minute,
    mailedProof: 15 * minute,
  })
})

const signUp = { username: 'Nachtfalter', city: 'Hamburg', birthdate: '01.04.1990' }
const account = { ...signUp, birthdate: '1990-04-01', createdAt: '2026-06-15T12:00:00Z' }

test('the same sign-up within ten minutes is a double click', () => {
  expect(isSameSignUp(account, signUp, new Date('2026-06-15T12:10:00Z'))).toBe(true)
  expect(isSameSignUp(account, signUp, new Date('2026-06-15T12:10:00.001Z'))).toBe(false)
})

test.each([
  ['username', { username: 'Tagfalter' }],
  ['city', { city: null }],
  ['birthdate', { birthdate: '02.04.1990' }],
])('a sign-up with another %s is another one', (_, other) => {
  const now = new Date('2026-06-15T12:00:00Z')
  expect(isSameSignUp(account, { ...signUp, ...other }, now)).toBe(false)
})
