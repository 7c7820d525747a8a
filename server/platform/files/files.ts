// The files of a club, wherever they are at present, folder or bucket, and the id of each of these places.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Bucket, type BucketAddress, type Patience } from './bucket.ts'
import { BucketStore } from './bucketStore.ts'
import {
  StoreAway,
  STORES,
  type FileStore,
  type PlaceName,
  type Places,
  type StoreName,
} from './fileStore.ts'
import { FolderStore } from './folderStore.ts'
import { FolderWatch } from './folderWatch.ts'
import { PlacedStore } from './placedStore.ts'
import { makeStoreId, readStoreId, storeIdPath } from './storeId.ts'

const BUCKET_ID = 'store-id'

type Settings = { dataDir: string; bucket: BucketAddress | null }
type Options = { patience?: Patience; onAway?: (reason: string) => void }

export class Files implements Places {
  readonly dataDir: string
  readonly folderWatch: FolderWatch
  /** Where new ones go; what is on record counts, which another process may change. */
  current: PlaceName
  #bucket: Bucket | null

  constructor({ dataDir, bucket }: Settings, { patience, onAway }: Options = {}) {
    this.dataDir = dataDir
    this.#bucket = bucket && new Bucket(bucket, { ...patience, ...(onAway && { onAway }) })
    this.current = this.preferred
    this.folderWatch = new FolderWatch(dataDir, () => this.current === 'folder')
  }

  /** Where a club begins that has no files yet. */
  get preferred(): PlaceName {
    return this.#bucket ? 's3' : 'folder'
  }

  /** To list a bucket takes a request for each thousand files: it is done at night, and a folder whenever it helps. */
  get isListedOften(): boolean {
    return this.current === 'folder'
  }

  has(place: PlaceName): boolean {
    return place === 'folder' || this.#bucket !== null
  }

  /** The files of one store, in whichever place they are. */
  store(name: StoreName): FileStore {
    return new PlacedStore(this, name)
  }

  /** The store in one place. Throws `StoreAway` where this process is not configured for it. */
  storeAt(place: PlaceName, name: StoreName): FileStore {
    return place === 'folder'
      ? new FolderStore(this.dataDir, name, this.folderWatch)
      : new BucketStore(this.#known(), name)
  }

  /** By what a place is known; null when it has none yet. */
  async readId(place: PlaceName): Promise<string | null> {
    if (place === 'folder') return readStoreId(this.dataDir)
    return (await this.#known().get(BUCKET_ID))?.toString().trim() ?? null
  }

  /** Gives a place its id; the caller holds the lock of the first start. */
  async makeId(place: PlaceName, id: string = randomUUID()): Promise<string> {
    if (place === 'folder') return makeStoreId(this.dataDir, id)
    await this.#known().put(BUCKET_ID, Buffer.from(`${id}\n`))
    return (await this.readId(place))!
  }

  /** Whether no file lies in a place; what was never written to its end counts for none. */
  async isBare(place: PlaceName): Promise<boolean> {
    for (const name of STORES)
      for await (const { isWhole } of this.storeAt(place, name).list()) if (isWhole) return false
    return true
  }

  async dropId(place: PlaceName): Promise<void> {
    if (place === 'folder') await rm(storeIdPath(this.dataDir), { force: true })
    else await this.#known().remove(BUCKET_ID)
  }

  /** Whether the bucket, where there is one, has nothing in it yet. */
  async isUnused(): Promise<boolean> {
    for await (const _ of this.#bucket?.list('') ?? []) return false
    return true
  }

  #known(): Bucket {
    if (!this.#bucket) throw new StoreAway('FILES_URL')
    return this.#bucket
  }
}
