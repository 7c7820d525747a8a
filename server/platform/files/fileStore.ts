import type { Readable, Transform } from 'node:stream'

/** The stores, each a place of its own: nothing of one is ever reached through another. */
export const STORES = ['profile-photos', 'id-uploads', 'exports'] as const
export type StoreName = (typeof STORES)[number]

/** Where files lie: below `DATA_DIR/files`, or in the bucket of `FILES_URL`. */
export type PlaceName = 'folder' | 's3'

export const otherPlace = (place: PlaceName): PlaceName => (place === 's3' ? 'folder' : 's3')

/** The stores in either place, and which of them is the club's at present. */
export type Places = {
  current: PlaceName
  has(place: PlaceName): boolean
  storeAt(place: PlaceName, name: StoreName): FileStore
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9][a-z0-9_.-]*)+$/

/** Whether the club makes keys like this: what an operator's tools leave there is none of ours. */
export const isFileKey = (key: string): boolean => KEY.test(key) && !key.includes('..')

/** `isWhole`: not a part of something that is being written, or never was to its end. */
export type ListedFile = { key: string; at: Date; isWhole: boolean }
export type Doom = (file: Pick<ListedFile, 'key' | 'isWhole'>) => boolean

/**
 * Files by a key the server made, in a folder or in a bucket: the code above does not know which. A file is there
 * whole or not at all. Throws `StoreAway` while the store cannot answer.
 */
export abstract class FileStore {
  /** Durable when it resolves. */
  abstract put(key: string, bytes: Uint8Array): Promise<void>

  /**
   * Writes what comes in, through a change of it, beside the file, durably. Answers the function that makes it the
   * file; until then there is none, or the one from before.
   */
  abstract putStream(key: string, source: Readable, change: Transform): Promise<() => Promise<void>>

  /** Through a change of it; an error on the way ends the stream with it. Null when there is no such file. */
  abstract getStream(key: string, change: Transform): Promise<Readable | null>

  /** Null when there is no such file. */
  abstract get(key: string): Promise<Buffer<ArrayBuffer> | null>

  /** Without complaint when it is gone already. */
  abstract remove(key: string): Promise<void>

  /** Everything below the first part of its keys, whole or not; or, of that, what is doomed. */
  abstract removeFolder(name: string, isDoomed?: Doom): Promise<void>

  abstract list(): AsyncIterable<ListedFile>

  /** The keys of files last written before then: those no row knows are orphans. */
  async keysBefore(time: Date): Promise<string[]> {
    const keys: string[] = []
    for await (const { key, at } of this.list()) if (at < time) keys.push(key)
    return keys
  }
}

/** Throws for a key the club would never make. */
export function checkKey(key: string): string {
  if (!isFileKey(key)) throw new Error('not a key the club makes')
  return key
}

/** The file store cannot be reached or fails: worth another try. Does not say where it is. */
export class StoreAway extends Error {
  override name = 'StoreAway'
  readonly code = 'STORE_AWAY'
  readonly reason: string

  constructor(reason: string) {
    super(`the file store is away (${reason})`)
    this.reason = reason
  }
}
