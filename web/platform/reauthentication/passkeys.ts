import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { startPasskey } from '#contract/accounts/secondFactor.ts'
import type { PasskeyAnswer } from '#contract/accounts/security.ts'
import { PasskeyProblem, type PasskeyTrouble } from './passkeyProblem.ts'

// Fetched when somebody wants it (`withPasskeys`): no screen waits for it.

type Challenge = AnswerOf<typeof startPasskey>
type Presented = Parameters<typeof startAuthentication>[0]['optionsJSON']
type Made = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Asks the browser for one of the passkeys it knows; in a field's own suggestions where `isOffered`. */
export async function presentPasskey(
  { challengeId, options }: Challenge,
  { isOffered = false } = {},
): Promise<PasskeyAnswer> {
  const optionsJSON = options as unknown as Presented
  const credential = await runCeremony(
    startAuthentication({ optionsJSON, useBrowserAutofill: isOffered }),
  )
  return { challengeId, credential: { ...credential } }
}

/** Has the browser make a new passkey. */
export async function makePasskey({ challengeId, options }: Challenge): Promise<PasskeyAnswer> {
  const optionsJSON = options as unknown as Made
  const credential = await runCeremony(startRegistration({ optionsJSON }))
  return { challengeId, credential: { ...credential } }
}

export const canOfferPasskeys = browserSupportsWebAuthnAutofill

/** Takes back whatever question the browser still has open. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

/** Browsers say little on purpose; what a person can do about it is one of these. */
async function runCeremony<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    throw new PasskeyProblem(toTrouble(error), { cause: error })
  }
}

function toTrouble(error: unknown): PasskeyTrouble {
  const code = error instanceof WebAuthnError && error.code
  if (code === 'ERROR_CEREMONY_ABORTED') return 'stopped'
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  // what the browser said keeps its name
  return (error as Partial<Error>).name === 'NotAllowedError' ? 'declined' : 'failed'
}
