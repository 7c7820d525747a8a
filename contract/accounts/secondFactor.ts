// Setting up and using passkeys, authenticator apps and recovery codes: to sign in or to prove who one is.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { Session } from './session.ts'
import { endpoint, Done } from '../endpoint.ts'
import { LineText } from '../posts/textFields.ts'
import { limits } from '../limits.ts'
import { FactorCode, Passkey, PasskeyAnswer } from './security.ts'

const PasskeyName = LineText(limits.passkeyName)

/** What a browser hands its authenticator (WebAuthn, `PublicKeyCredential.parse…OptionsFromJSON()`); good once, for five minutes. */
const Challenge = z.object({ challengeId: z.uuid(), options: z.looseObject({}) })

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys/challenge',
  access: 'account',
  limits: { member: 'passkeyChallenge' },
  isLimitedByHandler: true,
  response: Challenge,
  errors: ['proof_needed', 'passkey_limit_reached'],
})

/** The first second factor brings recovery codes; they are shown this once. */
const Added = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys',
  access: 'account',
  body: z.object({ ...PasskeyAnswer.shape, name: PasskeyName }),
  response: z.object({ ...Added.shape, passkey: Passkey }),
  errors: ['proof_needed', 'passkey_invalid', 'passkey_limit_reached'],
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/security/passkeys/:passkeyId',
  access: 'account',
  params: z.object({ passkeyId: z.uuid() }),
  body: z.object({ name: PasskeyName }),
  response: Done,
  errors: [codes.notFound],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/security/passkeys/:passkeyId',
  access: 'account',
  params: z.object({ passkeyId: z.uuid() }),
  response: Done,
  errors: ['proof_needed', codes.notFound],
})

/** A secret for an authenticator app; it counts once a code of it was typed. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/api/security/totp',
  access: 'account',
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for the app on this device. */
    uri: z.string(),
    /** The same as a QR code: dark modules, row by row. */
    qr: z.array(z.array(z.boolean())),
  }),
  errors: ['proof_needed', 'totp_on'],
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/security/totp/confirmation',
  access: 'account',
  body: z.object({ code: FactorCode }),
  response: Added,
  errors: ['proof_needed', 'invalid_code', 'totp_on'],
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/security/totp',
  access: 'account',
  response: Done,
  errors: ['proof_needed'],
})

/** Ten new ones; the old ones stop counting. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/security/recovery-codes',
  access: 'account',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['proof_needed', 'no_factor'],
})

/** For signing in by passkey alone; the passkey says which account it is. */
export const startPasskeyLogIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/challenge',
  access: 'visitor',
  limits: { address: ['passkeyChallengePerAddress'] },
  isLimitedByHandler: true,
  response: Challenge,
})

export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'visitor',
  body: PasskeyAnswer,
  response: z.object({ session: Session }),
  errors: ['passkey_invalid', 'email_not_confirmed', 'account_leaving'],
})

/** The second step after a right password (`logIn` answered with `factors`), within ten minutes and in the same browser. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/challenge',
  access: 'visitor',
  response: Challenge,
  errors: ['log_in_expired'],
})

export const logInWithFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'visitor',
  body: z.union([z.object({ code: FactorCode }), z.object({ passkey: PasskeyAnswer })]),
  response: z.object({ session: Session }),
  errors: ['log_in_expired', 'invalid_code', 'passkey_invalid'],
})

/** For a proof by passkey (`prove`). */
export const startPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/auth/proof/challenge',
  access: 'account',
  limits: { member: 'passkeyChallenge' },
  response: Challenge,
  errors: ['no_factor'],
})
