import { createHmac, hkdfSync } from 'node:crypto'
import { makeKey, readKey, seal, unseal } from './keyring.ts'

/**
 * Seals small secrets the club itself has to read again, so that the database alone gives none
 * away. Its key lies beside those of the months and, unlike them, stays.
 */
export type Strongbox = {
  /** Opens only for the same use and the same owner. */
  seal(use: string, ownerId: string, secret: Uint8Array): Promise<Buffer>
  /** Throws when a bit was changed, it belongs to somebody else, or the key is not the one. */
  open(use: string, ownerId: string, sealed: Buffer): Promise<Buffer>
  /** 32 bytes for one use, always the same. */
  derive(use: string): Promise<Buffer>
  /** By what a text is known again for one use; whoever has the database alone can try no text against it. */
  mark(use: string, text: string): Promise<Buffer>
  /** False in a club that is being restored, until its key is back. */
  hasKey(): Promise<boolean>
}

/**
 * `keyPath` is where the months' keys lie; this one is `<keyPath>.lasting`. Without one the first is
 * made, unless the club is being restored: its own comes later, and what another made is of no use.
 */
export function openStrongbox(keyPath: string, { isRestoring = false } = {}): Strongbox {
  const path = `${keyPath}.lasting`
  let known: Buffer | null = null
  const derived = new Map<string, Buffer>()
  const keyFor = async (use: string) => {
    const before = derived.get(use)
    if (before) return before
    known ??= (await readKey(path)) ?? (isRestoring ? null : await makeKey(path))
    if (!known) throw new Error('the lasting key is not back yet')
    const key = Buffer.from(hkdfSync('sha256', known, '', use, 32))
    derived.set(use, key)
    return key
  }
  return {
    derive: async (use) => Buffer.from(await keyFor(`derived ${use}`)),
    mark: async (use, text) =>
      createHmac('sha256', await keyFor(`marked ${use}`))
        .update(text)
        .digest(),
    seal: async (use, ownerId, secret) => seal(await keyFor(use), secret, Buffer.from(ownerId)),
    open: async (use, ownerId, sealed) => unseal(await keyFor(use), sealed, Buffer.from(ownerId)),
    hasKey: async () => !isRestoring || (await readKey(path)) !== null,
  }
}
