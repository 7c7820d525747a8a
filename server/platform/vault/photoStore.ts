// Keeps members' photos sealed, so that neither the files nor the database alone show a picture.
import { createHash } from 'node:crypto'
import type { Sql } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/files/fileStore.ts'
import { readPhotoKey } from './installation.ts'
import { seal, unseal } from './keyring.ts'
import type { Strongbox } from './strongbox.ts'

/** What a sealed photo begins with; then comes by what its key is known. */
export const SEALED_MARK = Buffer.from('club-photo-1\n')
const KEY_ID_BYTES = 8

const idOfKey = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)

type Deps = {
  files: FileStore
  /** Photos from before they were sealed lie in the folder of the club, and nowhere else. */
  folder: FileStore
  db: Sql
  strongbox: Strongbox
}

/**
 * Photos, sealed on their way to wherever files lie, each for its own name. One key does for all: it is kept in the
 * database, sealed with the lasting key, so that neither files nor database show a picture.
 */
export class PhotoStore {
  #deps: Deps
  #key: Promise<Buffer> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#deps.files.put(name, sealPhoto(await this.#readKey(), name, bytes))
  }

  /**
   * Null when there is no such photo, or it was sealed with a key the club has lost. Throws when it is not as it was
   * written.
   */
  async get(name: string): Promise<Buffer<ArrayBuffer> | null> {
    const { files, folder } = this.#deps
    const bytes = await files.get(name)
    if (!bytes) return null
    if (!isSealedPhoto(bytes)) {
      // in a bucket nobody puts a picture in the place of another
      if ((await folder.get(name))?.equals(bytes)) return bytes
      throw new Error('a photo is not as it was written')
    }
    const key = await this.#readKey()
    const rest = bytes.subarray(SEALED_MARK.length)
    if (!rest.subarray(0, KEY_ID_BYTES).equals(idOfKey(key))) return null
    return unseal(key, rest.subarray(KEY_ID_BYTES), Buffer.from(name))
  }

  remove(name: string): Promise<void> {
    return this.#deps.files.remove(name)
  }

  removeFolder(userId: string): Promise<void> {
    return this.#deps.files.removeFolder(userId)
  }

  /** The names of photos last written before then: those no profile lists are orphans. */
  namesBefore(time: Date): Promise<string[]> {
    return this.#deps.files.keysBefore(time)
  }

  /** Seals one that lies in the folder from before photos were sealed. */
  async sealPlain(name: string): Promise<void> {
    const { folder } = this.#deps
    const bytes = await folder.get(name)
    if (bytes && !isSealedPhoto(bytes))
      await folder.put(name, sealPhoto(await this.#readKey(), name, bytes))
  }

  #readKey(): Promise<Buffer> {
    const { db, strongbox } = this.#deps
    this.#key ??= readPhotoKey(db, strongbox).catch((error: unknown) => {
      this.#key = null
      throw error
    })
    return this.#key
  }
}

export const isSealedPhoto = (bytes: Buffer): boolean =>
  bytes.subarray(0, SEALED_MARK.length).equals(SEALED_MARK)

const sealPhoto = (key: Buffer, name: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([SEALED_MARK, idOfKey(key), seal(key, bytes, Buffer.from(name))])
