// Makes the challenges a browser answers with a passkey, and checks the answer; a challenge is good once.
import { randomBytes, randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { limits } from '#contract/limits.ts'
import type { PasskeyAnswer } from '#contract/accounts/security.ts'
import type { App } from '#server/platform/context.ts'
import { insertChallenge, takeChallenge, type ChallengePurpose } from './challenges.queries.ts'
import {
  isOwnFrame,
  isPlainAttestation,
  relyingParty,
  userHandle,
  webauthn,
} from './passkeys.policy.ts'
import {
  listDescriptors,
  passkeyByCredential,
  type Descriptor,
  type StoredPasskey,
} from './passkeys.queries.ts'

type Challenge = { challengeId: string; options: Record<string, unknown> }
type Member = { userId: string; email: string; username: string }
type Core = Pick<App, 'config' | 'db' | 'now'>

/** EdDSA, ES256, RS256: what authenticators can, and this server checks without anything more. */
const ALGORITHMS = [-8, -7, -257]
/** Bytes (WebAuthn, credential id). */
const LONGEST_ID = 1023
const CHALLENGE_MS = limits.challengeMinutes * 60_000

/** The options a browser gets to create a passkey. */
export async function askToAdd(app: Core, { userId, email, username }: Member): Promise<Challenge> {
  const { rpId, rpName } = relyingParty(app.config)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: rpId,
    userID: userHandle(userId),
    userName: email,
    userDisplayName: username,
    challenge: newChallenge(),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: (await listDescriptors(app.db, userId)).map(describeCredential),
    // found without a name being typed, and opened by whom it belongs to
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return keep(app, { purpose: 'add', userId }, { ...options })
}

/** The options a browser gets to use a passkey: one of that account, or whichever its owner picks. */
export async function askForPasskey(app: Core, purpose: ChallengePurpose): Promise<Challenge> {
  const known = purpose.userId ? await listDescriptors(app.db, purpose.userId) : []
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(app.config).rpId,
    challenge: newChallenge(),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: known.map(describeCredential),
  })
  return keep(app, purpose, { ...options })
}

async function keep(
  { db, now }: Core,
  purpose: ChallengePurpose,
  options: Record<string, unknown> & { challenge: string },
): Promise<Challenge> {
  const challengeId = randomUUID()
  const challenge = Buffer.from(options.challenge, 'base64url')
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
  await insertChallenge(db, { ...purpose, id: challengeId, challenge, expiresAt })
  return { challengeId, options }
}

/** The new passkey an authenticator made, or null when it did not answer that challenge here. */
export async function newPasskey(
  app: Core,
  userId: string,
  { challengeId, credential }: PasskeyAnswer,
): Promise<StoredPasskey | null> {
  const challenge = await takeChallenge(app.db, challengeId, { purpose: 'add', userId }, app.now())
  if (!challenge) return null
  const { rpId, origin } = relyingParty(app.config)
  try {
    const response = credential as unknown as RegistrationResponseJSON
    if (!(await isOwnFrame(response)) || !(await isPlainAttestation(response))) return null
    const { registrationInfo } = await (
      await webauthn()
    ).verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    const credentialId = Buffer.from(id, 'base64url')
    if (credentialId.length > LONGEST_ID) return null
    return {
      id: randomUUID(),
      userId,
      credentialId,
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports: knownTransports(transports),
    }
  } catch {
    // whatever an answer is wrong in, its sender learns that it is wrong
    return null
  }
}

/** The passkey that answered a challenge and what it counts now, or null when none did. */
export async function answeringPasskey(
  app: Core,
  purpose: ChallengePurpose,
  given: PasskeyAnswer,
): Promise<{ passkey: StoredPasskey; signCount: number } | null> {
  const named = await parsePasskey(app, purpose, given)
  return named && named.signCount !== null ? { ...named, signCount: named.signCount } : null
}

/** The passkey an answer to a challenge names, and what it counts now; null where it did not answer itself. */
export async function parsePasskey(
  app: Core,
  purpose: ChallengePurpose,
  { challengeId, credential }: PasskeyAnswer,
): Promise<{ passkey: StoredPasskey; signCount: number | null } | null> {
  const challenge = await takeChallenge(app.db, challengeId, purpose, app.now())
  if (!challenge) return null
  const response = credential as unknown as AuthenticationResponseJSON
  // of what a stranger sends not everything can be made into a text
  if (typeof credential.id !== 'string') return null
  const passkey = await passkeyByCredential(app.db, Buffer.from(credential.id, 'base64url'))
  if (!passkey || (purpose.userId && passkey.userId !== purpose.userId)) return null
  const { rpId, origin } = relyingParty(app.config)
  try {
    const { userHandle: handle } = response.response
    if (handle && handle !== Buffer.from(userHandle(passkey.userId)).toString('base64url'))
      return { passkey, signCount: null }
    if (!(await isOwnFrame(response))) return { passkey, signCount: null }
    const { verified, authenticationInfo } = await (
      await webauthn()
    ).verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
    })
    return { passkey, signCount: verified ? authenticationInfo.newCounter : null }
  } catch {
    return { passkey, signCount: null }
  }
}

const newChallenge = () => new Uint8Array(randomBytes(32))

const describeCredential = ({ credentialId, transports }: Descriptor) => ({
  id: credentialId.toString('base64url'),
  transports,
})

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** What a browser says of itself is kept only as far as browsers understand it. */
const knownTransports = (value: unknown): string[] =>
  Array.isArray(value) ? TRANSPORTS.filter((transport) => value.includes(transport)) : []
