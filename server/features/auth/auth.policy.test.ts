import { expect, test } from 'vitest'
import { passwordRefusal } from './auth.policy.ts'

const mia = { email: 'mia.hansen@example.org', username: 'Nachtfalter', clubName: 'Parlour' }

test.each([
  ['seven characters', 'k3%vQz!'],
  ['a common one', 'password1'],
  ['a common German one', 'Passwort123'],
  ['a common one in capitals', 'SUNSHINE'],
  ['a common one with a year', 'Sunshine2026!'],
  ['the own address', 'mia.hansen@example.org'],
  ['the own address in capitals', 'MIA.HANSEN@EXAMPLE.ORG'],
  ['the part before the @', 'mia.hansen'],
  ['the part before the @ with a tail', 'mia.hansen12'],
  ['the own username', 'nachtfalter'],
  ['the own username with a tail', 'Nachtfalter!1'],
  ['the club', 'Parlour1'],
  ['the club with its kind', 'ParlourClub99'],
])('%s is too weak', (_, password) => {
  expect(passwordRefusal(password, mia)).toBe('weak_password')
})

test.each([
  ['eight unusual characters', 'k3%vQz!w'],
  ['a few words', 'correct horse battery'],
  ['a hundred times the same emoji', '🌙'.repeat(100)],
  ['own words among others', 'parlour games at nachtfalter'],
  ['letters of any script', 'Ночной мотылёк'],
])('%s will do', (_, password) => {
  expect(passwordRefusal(password, mia)).toBeNull()
})
