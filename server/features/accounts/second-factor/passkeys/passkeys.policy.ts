import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '#server/config.ts'

/** Read with the first passkey and not at the start, which it would make a quarter of a second longer. */
export const webauthn = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Whom passkeys are made for: this club at this address, and no other page. */
export const relyingParty = ({ publicUrl, clubName }: Pick<Config, 'publicUrl' | 'clubName'>) => ({
  rpId: new URL(publicUrl).hostname,
  rpName: clubName,
  origin: publicUrl,
})

/** What a passkey knows its account by: the id, which says nothing to anybody else. */
export const userHandle = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** The club is never shown in another page's frame, so an answer from one is none of ours. */
export const isOwnFrame = async ({
  response,
}: RegistrationResponseJSON | AuthenticationResponseJSON): Promise<boolean> =>
  (await helpers()).decodeClientDataJSON(response.clientDataJSON).crossOrigin !== true

/**
 * Which make an authenticator is was not asked, and certificates that come all the same are not
 * looked at: checking them would mean asking addresses that strangers wrote into them.
 */
export async function isPlainAttestation({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const object = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  )
  const format = object.get('fmt')
  return format === 'none' || (format === 'packed' && !object.get('attStmt').get('x5c'))
}
