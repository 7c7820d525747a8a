// Seals small secrets and makes marks with the club's lasting key: the database alone gives none away.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { destroyKey, readKey, seal, unseal } from './keyring.ts'
import { keepMarksOnly, keyForUse, listOlderKeys, type OlderKey } from './lastingKey.ts'

/**
 * Everything that is sealed, and where it lies: when the key turns it is sealed again there. Null:
 * outside of the club, where older keys go on opening it.
 */
export const SEALED = {
  totp: { table: 'totp_secrets', owner: 'user_id', column: 'sealed' },
  evidence: { table: 'evidence', owner: 'id', column: 'sealed' },
  'evidence-photo': { table: 'evidence', owner: 'id', column: 'sealed_photo' },
  'taken-away': { table: 'taken_away', owner: 'statement_id', column: 'sealed' },
  'taken-away-small': { table: 'taken_away', owner: 'statement_id', column: 'sealed_small' },
  'photo-key': { table: 'installation', owner: 'id', column: 'photo_key' },
  'private-note': { table: 'private_notes', owner: 'id', column: 'sealed' },
  digest: null,
} as const satisfies Record<string, { table: string; owner: string; column: string } | null>

export type SealedUse = keyof typeof SEALED

/**
 * Seals small secrets the club itself has to read again, so that the database alone gives none
 * away. Its key lies beside those of the months and stays until the operator turns it; older ones
 * lie beside it for as long as something asks for them.
 */
export type Strongbox = {
  /** Opens only for the same use and the same owner. */
  seal(use: SealedUse, ownerId: string, secret: Uint8Array): Promise<Buffer>
  /** Throws when a bit was changed, it belongs to somebody else, or no key is the one. */
  open(use: SealedUse, ownerId: string, sealed: Buffer): Promise<Buffer>
  /** Sealed with the present key; null when it is already. Throws as `open`. */
  reseal(use: SealedUse, ownerId: string, sealed: Buffer): Promise<Buffer | null>
  /** 32 bytes for one use, the same until the key turns. */
  derive(use: string): Promise<Buffer>
  /** A keyed hash of a text for one use; with the database alone no text can be tested against it. */
  mark(use: string, text: string): Promise<Buffer>
  /** That mark, and those that keys of before may have made of it. */
  marks(use: string, text: string): Promise<Buffer[]>
  /** False in a club that is being restored, until its key is back. */
  hasKey(): Promise<boolean>
  /** The keys of before, oldest first. */
  older(): Promise<OlderKey[]>
  /** From now on it opens nothing, and only compares. */
  keepMarksOnly(older: OlderKey): Promise<void>
  /** It is gone. */
  destroy(older: OlderKey): Promise<void>
}

/**
 * `keyPath` is where the months' keys lie; this one is `<keyPath>.lasting`. It is made by the first start
 * of the club alone: what another made is of no use.
 */
export function openStrongbox(keyPath: string): Strongbox {
  const path = `${keyPath}.lasting`
  let known: Buffer[] | null = null
  const derived = new Map<string, [Buffer, ...Buffer[]]>()
  const marking = new Map<string, KeyObject[]>()

  async function readKeys(): Promise<Buffer[] | null> {
    const present = await readKey(path)
    const older = await listOlderKeys(keyPath)
    // the newest first: it is the likeliest to be asked for
    return present && [present, ...older.reverse().map(({ bytes }) => bytes)]
  }

  /** The present key's first. */
  const keysFor = async (use: string) => {
    const before = derived.get(use)
    if (before) return before
    known ??= await readKeys()
    if (!known) throw new Error('the lasting key is not there')
    const keys = known.map((bytes) => keyForUse(bytes, use)).filter((key) => key !== null)
    const [present, ...older] = keys
    if (!present) throw new Error('there is no lasting key')
    derived.set(use, [present, ...older])
    return derived.get(use)!
  }

  /** A key made once: made anew of bytes for every mark it takes six times as long. */
  const markingKeysFor = async (use: string) => {
    const keys = marking.get(use) ?? (await keysFor(`marked ${use}`)).map(createSecretKey)
    marking.set(use, keys)
    return keys
  }
  const markWith = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()

  return {
    derive: async (use) => Buffer.from((await keysFor(`derived ${use}`))[0]),
    mark: async (use, text) => markWith((await markingKeysFor(use))[0]!, text),
    marks: async (use, text) => (await markingKeysFor(use)).map((key) => markWith(key, text)),
    seal: async (use, ownerId, secret) =>
      seal((await keysFor(use))[0], secret, Buffer.from(ownerId)),
    open: async (use, ownerId, sealed) => tryKeys(await keysFor(use), ownerId, sealed).secret,
    async reseal(use, ownerId, sealed) {
      const keys = await keysFor(use)
      const { secret, key } = tryKeys(keys, ownerId, sealed)
      return key === keys[0] ? null : seal(keys[0], secret, Buffer.from(ownerId))
    },
    hasKey: async () => known !== null || (await readKey(path)) !== null,
    older: () => listOlderKeys(keyPath),
    keepMarksOnly,
    destroy: ({ path: file }) => destroyKey(file),
  }
}

/** With the first key that opens it. Throws what the present key, the first, has against it. */
function tryKeys([present, ...older]: [Buffer, ...Buffer[]], ownerId: string, sealed: Buffer) {
  const bound = Buffer.from(ownerId)
  try {
    return { key: present, secret: unseal(present, sealed, bound) }
  } catch (error) {
    for (const key of older)
      try {
        return { key, secret: unseal(key, sealed, bound) }
      } catch {
        // the next may be the one
      }
    throw error
  }
}
