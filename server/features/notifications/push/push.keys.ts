import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { App } from '#server/platform/context.ts'

/** The pair by which push services know the club (RFC 8292). */
type PushKey = { publicKey: Buffer; privateKey: KeyObject }

const HALF = 32

/** A pair on P-256 from 32 secret bytes. */
function toKeyPair(secret: Buffer): PushKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const publicKey = curve.getPublicKey()
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: publicKey.subarray(1, 1 + HALF).toString('base64url'),
      y: publicKey.subarray(1 + HALF).toString('base64url'),
    },
  })
  return { publicKey, privateKey }
}

/** The same until the club's lasting key is replaced; browsers subscribe with it, and have to subscribe again after that. */
export const readPushKey = async ({ strongbox }: Pick<App, 'strongbox'>): Promise<PushKey> =>
  toKeyPair(await strongbox.derive('push'))

/** Half of the longest a push service accepts. */
const GOOD_FOR_SECONDS = 12 * 3600

const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The header that shows a push service who sends, good for that service alone. */
export function authorization(
  { publicKey, privateKey }: PushKey,
  { origin, contact, now }: { origin: string; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + GOOD_FOR_SECONDS
  const signingInput = `${encodePart({ typ: 'JWT', alg: 'ES256' })}.${encodePart({ aud: origin, exp, sub: contact })}`
  const signature = sign('sha256', Buffer.from(signingInput), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${signingInput}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}
