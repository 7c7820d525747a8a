// Keeps the club's files in an S3 bucket; long ones go up in parts and appear only once they are whole.
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from './bucket.ts'
import {
  checkKey,
  FileStore,
  isFileKey,
  type Doom,
  type ListedFile,
  type StoreName,
} from './fileStore.ts'

/** Longer files go in parts of this size, so that none has to be held in memory whole. */
const PART_BYTES = 8 * 1024 * 1024

/** Files in a bucket, below the name of their store. */
export class BucketStore extends FileStore {
  #bucket: Bucket
  #start: string

  constructor(bucket: Bucket, name: StoreName) {
    super()
    this.#bucket = bucket
    this.#start = `${name}/`
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put(this.#name(key), bytes)
  }

  async putStream(key: string, source: Readable, change: Transform): Promise<() => Promise<void>> {
    const name = this.#name(key)
    let parts: Awaited<ReturnType<Bucket['beginParts']>> | null = null
    let rest = Buffer.alloc(0)
    try {
      await pipeline(source, change, async (chunks: AsyncIterable<Buffer>) => {
        let waiting: Buffer[] = []
        let bytes = 0
        for await (const chunk of chunks) {
          waiting.push(chunk)
          bytes += chunk.length
          if (bytes < PART_BYTES) continue
          parts ??= await this.#bucket.beginParts(name)
          await parts.add(Buffer.concat(waiting))
          waiting = []
          bytes = 0
        }
        rest = Buffer.concat(waiting)
        if (parts && bytes > 0) await parts.add(rest)
      })
    } catch (error) {
      // what stays all the same is swept like a file of which only a part was written
      await abandon(parts)
      throw error
    }
    const begun = parts as Awaited<ReturnType<Bucket['beginParts']>> | null
    return begun ? () => begun.finish() : () => this.#bucket.put(name, rest)
  }

  async getStream(key: string, change: Transform): Promise<Readable | null> {
    const body = await this.#bucket.open(this.#name(key))
    if (!body) return null
    // the reader gets the error from the stream itself
    pipeline(body, change).catch(() => {})
    return change
  }

  async get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return this.#bucket.get(this.#name(key))
  }

  async remove(key: string): Promise<void> {
    await this.#bucket.remove(this.#name(key))
  }

  async removeFolder(name: string, isDoomed: Doom = () => true): Promise<void> {
    const start = this.#name(`${name}/all`).slice(0, -'all'.length)
    const keyOf = (one: string) => one.slice(this.#start.length)
    for await (const { name: one } of this.#bucket.list(start))
      if (isDoomed({ key: keyOf(one), isWhole: true })) await this.#bucket.remove(one)
    for await (const { name: one, id } of this.#bucket.listUnfinished(start))
      if (isDoomed({ key: keyOf(one), isWhole: false })) await this.#bucket.abandon(one, id)
  }

  async *list(): AsyncGenerator<ListedFile> {
    for await (const { name, at } of this.#bucket.list(this.#start)) {
      const key = name.slice(this.#start.length)
      if (isFileKey(key)) yield { key, at, isWhole: true }
    }
    for await (const { name, at } of this.#bucket.listUnfinished(this.#start)) {
      const key = name.slice(this.#start.length)
      if (isFileKey(key)) yield { key, at, isWhole: false }
    }
  }

  #name(key: string): string {
    return this.#start + checkKey(key)
  }
}

const abandon = (parts: { abandon(): Promise<void> } | null): Promise<void> =>
  parts?.abandon().catch(() => {}) ?? Promise.resolve()
