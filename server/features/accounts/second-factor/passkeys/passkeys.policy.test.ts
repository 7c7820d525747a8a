import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import { encodeCbor, type Cbor } from '#testing/fixtures/cbor.ts'
import { isPlainAttestation, userHandle } from './passkeys.policy.ts'

test('a passkey knows its account by the sixteen bytes of its id', () => {
  expect(Buffer.from(userHandle('01234567-89ab-4cde-8f01-23456789abcd')).toString('hex')).toBe(
    '0123456789ab4cde8f0123456789abcd',
  )
})

test.each([
  ['that says nothing of its maker', 'none', false, true],
  ['that signs for itself', 'packed', false, true],
  ['with a certificate of its maker', 'packed', true, false],
  ['of an old key', 'fido-u2f', true, false],
  ['of no kind that was asked for', 'fido-u2f', false, false],
])('a new passkey %s', async (_, format, hasCertificate, isTaken) => {
  const statement = new Map<string, Cbor>(hasCertificate ? [['x5c', Buffer.from('any')]] : [])
  const attestation = new Map<string, Cbor>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', Buffer.alloc(37)],
  ])
  const attestationObject = encodeCbor(attestation).toString('base64url')
  const answer = { response: { attestationObject } } as RegistrationResponseJSON
  expect(await isPlainAttestation(answer)).toBe(isTaken)
})
