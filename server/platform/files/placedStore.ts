import type { Readable, Transform } from 'node:stream'
import {
  FileStore,
  otherPlace,
  type Doom,
  type ListedFile,
  type PlaceName,
  type Places,
  type StoreName,
} from './fileStore.ts'

/**
 * A store whose files may be on their way from one place to the other, moved by another process: new ones go where
 * the club keeps them at present, and what is there already is found in either.
 */
export class PlacedStore extends FileStore {
  #places: Places
  #name: StoreName

  constructor(places: Places, name: StoreName) {
    super()
    this.#places = places
    this.#name = name
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#at(this.#places.current).put(key, bytes)
  }

  async putStream(key: string, source: Readable, change: Transform): Promise<() => Promise<void>> {
    return this.#at(this.#places.current).putStream(key, source, change)
  }

  getStream(key: string, change: Transform): Promise<Readable | null> {
    return this.#find((store) => store.getStream(key, change))
  }

  get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return this.#find((store) => store.get(key))
  }

  async remove(key: string): Promise<void> {
    for (const place of this.#thrice()) await this.#at(place).remove(key)
  }

  async removeFolder(name: string, isDoomed?: Doom): Promise<void> {
    for (const place of this.#thrice()) await this.#at(place).removeFolder(name, isDoomed)
  }

  async *list(): AsyncGenerator<ListedFile> {
    for (const place of new Set(this.#thrice())) yield* this.#at(place).list()
  }

  async #find<T>(look: (store: FileStore) => Promise<T | null>): Promise<T | null> {
    for (const place of this.#thrice()) {
      const found = await look(this.#at(place))
      if (found !== null) return found
    }
    return null
  }

  /**
   * One place, the other, and the first again: what was moved between the two looks, or was written again after it
   * had been removed there, is met by the third.
   */
  #thrice(): PlaceName[] {
    const { current } = this.#places
    const other = otherPlace(current)
    return this.#places.has(other) ? [current, other, current] : [current]
  }

  #at(place: PlaceName): FileStore {
    return this.#places.storeAt(place, this.#name)
  }
}
