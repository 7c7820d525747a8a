import { expect, test } from 'vitest'
import { needsConfirmation } from './settings.policy.ts'

test('an address is confirmed before log-in where the club says so', () => {
  expect(needsConfirmation({ emailConfirmation: 'required', discreet: false })).toBe(true)
  expect(needsConfirmation({ emailConfirmation: 'off', discreet: false })).toBe(false)
})

test('a discreet club has every address confirmed: it could not hide its members otherwise', () => {
  expect(needsConfirmation({ emailConfirmation: 'off', discreet: true })).toBe(true)
})
