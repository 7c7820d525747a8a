import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave to be written to: nobody between it and the club can read it. */
export type BrowserKeys = { publicKey: Buffer; authKey: Buffer }

/** One record holds all of it: what push services take at least is 4,096 bytes. */
const RECORD_BYTES = 4096
const LAST_RECORD = Buffer.from([2])
const INFO = 'WebPush: info\0'

const deriveKey = (
  secret: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array | string,
  bytes: number,
) => Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** A message for one browser (RFC 8291, `aes128gcm` of RFC 8188). `fixed` is for its test vector. */
export function encryptMessage(
  message: Buffer,
  { publicKey, authKey }: BrowserKeys,
  fixed?: { secret: Buffer; salt: Buffer },
): Buffer {
  const curve = createECDH('prime256v1')
  if (fixed) curve.setPrivateKey(fixed.secret)
  else curve.generateKeys()
  const own = curve.getPublicKey()
  const salt = fixed?.salt ?? randomBytes(16)

  const both = Buffer.concat([Buffer.from(INFO), publicKey, own])
  const secret = deriveKey(curve.computeSecret(publicKey), authKey, both, 32)
  const key = deriveKey(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = deriveKey(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)

  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(own.length, 4)
  return Buffer.concat([
    salt,
    head,
    own,
    cipher.update(Buffer.concat([message, LAST_RECORD])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Whether the club could write to a browser that gives this as its public key. */
export function isPoint(publicKey: Buffer): boolean {
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(publicKey)
    return publicKey.length === 65
  } catch {
    return false
  }
}
