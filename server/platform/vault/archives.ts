// Seals copies of one's data on their way to the file store, each try with a key and a file of its own.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { newKey, type KeyRing, type WrappedKey } from './keyring.ts'
import { sealing, unsealing } from './sealedStream.ts'
import type { FileStore } from '#server/platform/files/fileStore.ts'

/** Whose archive it is, and which: bound into its encryption, so that it opens nowhere else. */
type ArchiveOf = { userId: string; archiveId: string }

/** An archive on its way. */
type WrittenArchive = {
  key: Buffer
  keep(): Promise<void>
  /** It is not wanted any more. */
  drop(): Promise<void>
  /** What else was written for it, to its end or not, is nobody's any more. */
  dropOthers(): Promise<void>
}

const VERSION = 'archive-1'
/**
 * Each try has its own key, and a file named after it: no try overwrites the file of another, and the key
 * tells which file it opens.
 */
const archiveFile = ({ archiveId }: ArchiveOf, key: Buffer) =>
  `${archiveId}/${createHash('sha256').update(VERSION).update(key).digest('hex').slice(0, 32)}`
/** How every try’s file was called before. */
const formerFile = ({ archiveId }: ArchiveOf) => `${archiveId}/archive`
/** Ids have one length each, so no two belongings read the same. */
const bindingBytes = ({ userId, archiveId }: ArchiveOf) =>
  Buffer.from([VERSION, userId, archiveId].join('\n'))

/**
 * Keeps what is too long to be held in memory: each archive under a key of its own, which is kept
 * (by the caller, in the database) wrapped with the key of its month, like a document's.
 */
export class Archives {
  #files: FileStore
  #keys: KeyRing

  constructor(files: FileStore, keys: KeyRing) {
    this.#files = files
    this.#keys = keys
  }

  /** Sealed on the way to the disk, in a part; `keep` makes it the archive. */
  async write(of: ArchiveOf, source: Readable): Promise<WrittenArchive> {
    const key = newKey()
    const name = archiveFile(of, key)
    const keep = await this.#files.putStream(name, source, sealing(key, bindingBytes(of)))
    return {
      key,
      keep,
      drop: () => this.#files.remove(name),
      dropOthers: () => this.#files.removeFolder(of.archiveId, (file) => file.key !== name),
    }
  }

  wrap(key: Buffer, now: Date): Promise<WrappedKey> {
    return this.#keys.wrap(key, now)
  }

  /** Null when the file is gone. Throws when its key is. */
  async read(of: ArchiveOf, wrapped: WrappedKey): Promise<Readable | null> {
    const key = await this.#keys.unwrap(wrapped)
    for (const file of [archiveFile(of, key), formerFile(of)]) {
      const archive = await this.#files.getStream(file, unsealing(key, bindingBytes(of)))
      if (archive) return archive
    }
    return null
  }

  /** The same key, wrapped with this month's. */
  async rewrap(wrapped: WrappedKey, now: Date): Promise<WrappedKey> {
    return this.wrap(await this.#keys.unwrap(wrapped), now)
  }

  /** With whatever parts a crash left of it. */
  remove(archiveId: string): Promise<void> {
    return this.#files.removeFolder(archiveId)
  }

  /** Removes what interrupted tries left half written; a try that is still writing one of these fails. */
  removeParts(archiveId: string): Promise<void> {
    return this.#files.removeFolder(archiveId, ({ isWhole }) => !isWhole)
  }

  /** Of every archive, or part of one, last written before then. */
  async idsBefore(time: Date): Promise<string[]> {
    const keys = await this.#files.keysBefore(time)
    return [...new Set(keys.map((key) => key.split('/')[0] ?? ''))]
  }
}
