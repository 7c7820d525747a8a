import { newKey, seal, unseal, type KeyRing, type WrappedKey } from './keyring.ts'
import type { FileStore } from '#server/platform/files/fileStore.ts'

/** What a file is: bound into its encryption, so that it opens nowhere else. */
type Belonging = { userId: string; submissionId: string; side: string }

const VERSION = 'id-upload-1'

/**
 * Keeps identity documents: each file under a key of its own, which is kept (by the caller, in the
 * database) wrapped with the key of its month. A thief of disk and database has nothing
 * without the month's key; forgetting the wrapped key is the deletion.
 */
export class Vault {
  #files: FileStore
  #keys: KeyRing

  constructor(files: FileStore, keys: KeyRing) {
    this.#files = files
    this.#keys = keys
  }

  async put(path: string, bytes: Uint8Array, of: Belonging, now: Date): Promise<WrappedKey> {
    return (await this.lay(path, bytes, of))(now)
  }

  /**
   * Answers how its key is wrapped, which is asked for in the transaction that keeps it: the files may be far
   * away, and no transaction stays open until they have answered.
   */
  async lay(
    path: string,
    bytes: Uint8Array,
    of: Belonging,
  ): Promise<(now: Date) => Promise<WrappedKey>> {
    const key = newKey()
    await this.#files.put(path, seal(key, bytes, bindingBytes(of)))
    return (now) => this.#keys.wrap(key, now)
  }

  /** Throws when the file or its key is gone, was changed, or belongs to another submission. */
  async get(path: string, wrapped: WrappedKey, of: Belonging): Promise<Buffer<ArrayBuffer>> {
    const sealed = await this.#files.get(path)
    if (!sealed) throw new Error('the file is gone')
    return unseal(await this.#keys.unwrap(wrapped), sealed, bindingBytes(of))
  }

  /** The same key, wrapped with this month's. */
  async rewrap(wrapped: WrappedKey, now: Date): Promise<WrappedKey> {
    return this.#keys.wrap(await this.#keys.unwrap(wrapped), now)
  }

  /** The paths of files last written before then: those no row knows are orphans. */
  pathsBefore(time: Date): Promise<string[]> {
    return this.#files.keysBefore(time)
  }

  async remove(path: string): Promise<void> {
    await this.#files.remove(path)
  }

  /** Everything of a member, known to a row or not. */
  async removeFolder(userId: string): Promise<void> {
    await this.#files.removeFolder(userId)
  }
}

/** Each part with its length before it, so that no two belongings read the same. */
function bindingBytes({ userId, submissionId, side }: Belonging): Buffer {
  return Buffer.concat(
    [VERSION, userId, submissionId, side].flatMap((part) => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}
