// The keys of the months as files: they wrap other keys, and once one is destroyed nothing it wrapped opens.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeOnce } from '#server/platform/files/durableFile.ts'
import { nullIfMissing } from '#server/platform/files/nullIfMissing.ts'

/** A file's key as it is kept: useless without the key of its month. */
export type WrappedKey = { epoch: string; wrapped: Buffer }

/** Wraps keys. The seam for a key management service: nothing else ever sees a month's key. */
export type KeyRing = {
  /** With the key of this month, made if it is the first. */
  wrap(key: Buffer, now: Date): Promise<WrappedKey>
  /**
   * Makes the key of this month where there is none. Before a transaction that wraps: it writes to a disk that may be
   * slow, and nothing of the database is held for it.
   */
  prepare(now: Date): Promise<void>
  /** Throws when the month's key was destroyed, or does not fit. */
  unwrap(wrapped: WrappedKey): Promise<Buffer>
  /** A code for a text that only the key of that month makes; null when there is no such key. */
  codeFor(text: string, epoch: string): Promise<Buffer | null>
  /** The months whose keys still exist, oldest first. */
  epochs(): Promise<string[]>
  /** From now on nothing wrapped in that month can be opened, wherever a copy of it may lie. */
  destroy(epoch: string): Promise<void>
}

export const keyMonth = (now: Date): string => now.toISOString().slice(0, 7)

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Months' keys as files beside each other: `path.2026-11`, readable by the server's user only. */
export function fileKeyRing(path: string): KeyRing {
  const folder = dirname(path)
  const fileOf = (epoch: string) => join(folder, `${basename(path)}.${epoch}`)

  const keyOf = (epoch: string) => readKey(fileOf(epoch))
  const haveKey = async (epoch: string) => (await keyOf(epoch)) ?? makeKey(fileOf(epoch))

  return {
    async wrap(key, now) {
      const epoch = keyMonth(now)
      return { epoch, wrapped: seal(await haveKey(epoch), key, Buffer.from(epoch)) }
    },
    async prepare(now) {
      await haveKey(keyMonth(now))
    },
    async unwrap({ epoch, wrapped }) {
      const kek = await keyOf(epoch)
      if (!kek) throw new Error(`the key of ${epoch} no longer exists`)
      return unseal(kek, wrapped, Buffer.from(epoch))
    },
    async codeFor(text, epoch) {
      const kek = await keyOf(epoch)
      return (
        kek &&
        createHmac('sha256', Buffer.from(codeKey(kek)))
          .update(text)
          .digest()
      )
    },
    async epochs() {
      const names = (await nullIfMissing(readdir(folder))) ?? []
      const start = `${basename(path)}.`
      return names
        .filter((name) => name.startsWith(start) && /^\d{4}-\d{2}$/.test(name.slice(start.length)))
        .map((name) => name.slice(start.length))
        .sort()
    },
    destroy: (epoch) => destroyKey(fileOf(epoch)),
  }
}

/** Null when there is none. */
export const readKey = (path: string): Promise<Buffer | null> => nullIfMissing(readFile(path))

/** A new key in a file the server's user alone can read; of two processes at once one makes it, and both use it. */
export const makeKey = (path: string): Promise<Buffer> => writeOnce(path, newKey())

/** Written over before it is removed; one that is gone stays gone. */
export async function destroyKey(path: string): Promise<void> {
  const file = await nullIfMissing(open(path, 'r+'))
  if (!file) return
  // what a disk keeps of it is beyond a program; what it shows is gone
  const { size } = await file.stat()
  await file.write(randomBytes(size), 0, size, 0)
  await file.sync()
  await file.close()
  await rm(path, { force: true })
}

/** A key of its own for each use: what one gives away says nothing of the other. */
const codeKey = (kek: Buffer) => hkdfSync('sha256', kek, '', 'codes', KEY_BYTES)

export const newKey = (): Buffer => randomBytes(KEY_BYTES)

/** AES-256-GCM: nonce, ciphertext, tag. `bound` must be the same to open it again. */
export function seal(key: Buffer, bytes: Uint8Array, bound: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Throws when a bit was changed, or it belongs elsewhere. */
export function unseal(key: Buffer, sealed: Buffer, bound: Buffer): Buffer<ArrayBuffer> {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ])
}
