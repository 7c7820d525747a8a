// A passkey's authenticator and the browser before it, in software (WebAuthn level 3, ES256).
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { bytes } from '#testing/random.ts'
import { cborOf, type Cbor } from './cbor.ts'

type Options = Record<string, unknown>
/** How an answer differs from what an honest browser and authenticator would send. */
export type Twist = Partial<{
  origin: string
  rpId: string
  type: string
  isVerified: boolean
  isFramed: boolean
  count: number
  challenge: string
  format: string
  userHandle: string
}>

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const KEY_ATTACHED = 0x40

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** One authenticator with one key, unlocked by its owner, at the page of that origin. */
export function openAuthenticator({ origin }: { origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = Buffer.from(bytes(32))
  let userHandle = ''
  let count = 0

  const clientData = (type: string, options: Options, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? options['challenge'],
        origin: twist.origin ?? origin,
        crossOrigin: twist.isFramed ?? false,
      }),
    )
  const head = (rpId: string, flags: number, twist: Twist) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(twist.count ?? (count += 1))
    const verified = twist.isVerified === false ? 0 : USER_VERIFIED
    const flag = Buffer.from([flags | USER_PRESENT | verified])
    return Buffer.concat([sha256(twist.rpId ?? rpId), flag, counter])
  }
  const wrapped = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** What `navigator.credentials.create()` answers, as JSON. */
    create(options: Options, twist: Twist = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      userHandle = (options['user'] as { id: string }).id
      const cose = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const rpId = (options['rp'] as { id: string }).id
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        head(rpId, KEY_ATTACHED, twist),
        Buffer.alloc(16),
        length,
        id,
        cborOf(cose),
      ])
      const attestation = new Map<string, Cbor>([
        ['fmt', twist.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return wrapped({
        clientDataJSON: clientData('webauthn.create', options, twist).toString('base64url'),
        attestationObject: cborOf(attestation).toString('base64url'),
        transports: ['internal', 'made-up'],
      })
    },

    /** What `navigator.credentials.get()` answers, as JSON. */
    get(options: Options, twist: Twist = {}) {
      const data = clientData('webauthn.get', options, twist)
      const authData = head(String(options['rpId']), 0, twist)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return wrapped({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: twist.userHandle ?? userHandle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>
