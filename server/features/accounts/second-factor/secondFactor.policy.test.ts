import { expect, test } from 'vitest'
import { listUsableFactors, hasFactor } from './secondFactor.policy.ts'

const none = { passkeys: 0, totpSince: null, recoveryCodesLeft: 0 }
const app = { ...none, totpSince: '2026-06-01T10:00:00Z' }

test('a passkey or an authenticator app is a second factor', () => {
  expect(hasFactor(none)).toBe(false)
  expect(hasFactor({ ...none, passkeys: 1 })).toBe(true)
  expect(hasFactor(app)).toBe(true)
})

test('recovery codes alone are no second factor, and none is asked for after the password', () => {
  const codes = { ...none, recoveryCodesLeft: 10 }
  expect(hasFactor(codes)).toBe(false)
  expect(listUsableFactors(codes)).toEqual([])
  expect(listUsableFactors(none)).toEqual([])
})

test('what somebody has is asked for after the password, the app first', () => {
  expect(listUsableFactors(app)).toEqual(['totp'])
  expect(listUsableFactors({ ...none, passkeys: 1 })).toEqual(['passkey'])
  expect(listUsableFactors({ ...app, passkeys: 1, recoveryCodesLeft: 1 })).toEqual([
    'totp',
    'passkey',
    'recovery_code',
  ])
})
