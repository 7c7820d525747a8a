import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { watchSyncs } from '#testing/club/syncing.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { bytes, now } from '#testing/random.ts'
import { Bucket } from './bucket.ts'
import { BucketStore } from './bucketStore.ts'
import type { FileStore, StoreName } from './fileStore.ts'
import { FolderStore } from './folderStore.ts'

const HOUR_MS = 3_600_000

async function openFolders() {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return {
    dataDir,
    documents: new FolderStore(dataDir, 'id-uploads'),
    photos: new FolderStore(dataDir, 'profile-photos'),
  }
}

async function openBuckets() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const bucket = new Bucket({ ...objects.address, prefix: 'salon/' })
  return {
    objects,
    documents: new BucketStore(bucket, 'id-uploads'),
    photos: new BucketStore(bucket, 'profile-photos'),
  }
}

type Place = {
  documents: FileStore
  photos: FileStore
  /** Everything there, by its name. */
  all(): Promise<string[]>
  /** As if it had been written an hour earlier. */
  age(store: StoreName, key: string): Promise<void>
}

const KINDS: [string, () => Promise<Place>][] = [
  [
    'a folder',
    async () => {
      const { dataDir, ...stores } = await openFolders()
      return {
        ...stores,
        all: () => readdir(dataDir, { recursive: true }),
        async age(store, key) {
          const past = new Date(now().getTime() - HOUR_MS)
          await utimes(join(dataDir, 'files', store, key), past, past)
        },
      }
    },
  ],
  [
    'a bucket',
    async () => {
      const { objects, ...stores } = await openBuckets()
      return {
        ...stores,
        all: async () => [...objects.objects.keys()],
        async age(store, key) {
          const kept = objects.objects.get(`salon/${store}/${key}`)!
          kept.at = new Date(now().getTime() - HOUR_MS)
        },
      }
    },
  ],
]

test.each(KINDS)('in %s a file is kept whole, and gone when removed', async (_, open) => {
  const { documents } = await open()
  const sent = Buffer.from(bytes(70_000))
  expect(await documents.get('mia/front_1')).toBeNull()
  await documents.put('mia/front_1', sent)
  expect(await documents.get('mia/front_1')).toEqual(sent)
  await documents.put('mia/front_1', Buffer.from('anew'))
  expect(String(await documents.get('mia/front_1'))).toBe('anew')

  await documents.remove('mia/front_1')
  await documents.remove('mia/front_1')
  expect(await documents.get('mia/front_1')).toBeNull()
  expect(await documents.getStream('mia/front_1', new PassThrough())).toBeNull()
})

test.each(KINDS)(
  'in %s a stream is a file once it is said to be one, of whatever length',
  async (_, open) => {
    const { documents } = await open()
    for (const length of [0, 5, 20 * 1024 * 1024]) {
      const sent = Buffer.from(bytes(length))
      const key = `mia/all_${length}`
      const source = Readable.from(pieces(sent))
      const keep = await documents.putStream(key, source, new PassThrough())
      expect(await documents.get(key)).toBeNull()
      await keep()
      const read = await documents.getStream(key, new PassThrough())
      expect(Buffer.concat(await read!.toArray()).equals(sent)).toBe(true)
    }
  },
)

test.each(KINDS)('in %s nothing is left of a stream that broke off', async (_, open) => {
  const { documents, all } = await open()
  const before = await all()
  async function* half() {
    yield* pieces(bytes(9 * 1024 * 1024))
    throw new Error('the source is gone')
  }
  const written = documents.putStream('mia/all', Readable.from(half()), new PassThrough())
  await expect(written).rejects.toThrow('the source is gone')
  const kept = (await all()).filter((name) => name.includes('all'))
  expect([before.length, kept]).toEqual([before.length, []])
})

test.each(KINDS)('in %s nothing of one store is reached through the other', async (_, open) => {
  const { documents, photos } = await open()
  await documents.put('mia/front_1', Buffer.from('secret'))
  expect(await photos.get('mia/front_1')).toBeNull()
  await photos.remove('mia/front_1')
  await photos.removeFolder('mia')
  expect(await documents.get('mia/front_1')).not.toBeNull()
})

test.each(KINDS)('in %s a folder goes whole, and no other', async (_, open) => {
  const { documents } = await open()
  for (const key of ['mia/front_1', 'mia/selfie_1', 'mia-2/front_1', 'ben/front_1'])
    await documents.put(key, Buffer.from(key))
  await documents.putStream('mia/all', Readable.from([bytes(9 * 1024 * 1024)]), new PassThrough())
  await documents.removeFolder('mia')
  await documents.removeFolder('mia')
  const left = (await documents.keysBefore(new Date(now().getTime() + HOUR_MS))).sort()
  expect(left).toEqual(['ben/front_1', 'mia-2/front_1'])
})

test.each(KINDS)('in %s old files are found by their age', async (_, open) => {
  const { documents, age } = await open()
  for (const name of ['front_1', 'front_2']) await documents.put(`mia/${name}`, Buffer.from(name))
  await age('id-uploads', 'mia/front_1')
  expect(await documents.keysBefore(new Date(now().getTime() - HOUR_MS / 2))).toEqual([
    'mia/front_1',
  ])
})

const STRANGE = [
  '../profile-photos/mia/1',
  'mia/../../keys/kek',
  'mia/..',
  'mia/front..1',
  '..',
  '.',
  '',
  'mia',
  '/etc/passwd',
  'mia//front',
  'mia/./front',
  'mia\\..\\front',
  'mia/..\\..\\keys',
  'mia/%2e%2e/keys',
  'mia/front\0.jpg',
  'mia/\u202egpj.front',
  'Mia/front',
  'mia/front:stream',
  'C:/windows/win.ini',
  'mia/fr ont',
  'mia/front\n',
]

test.each(KINDS)('in %s a key the club would never make reaches no file', async (_, open) => {
  const { documents, all } = await open()
  await documents.put('mia/front_1', Buffer.from('here'))
  const before = await all()
  for (const key of STRANGE) {
    await expect(documents.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(documents.get(key)).rejects.toThrow('not a key')
    await expect(documents.remove(key)).rejects.toThrow('not a key')
  }
  expect(await all()).toEqual(before)
})

test('a folder and a file in it are readable by the club alone', async () => {
  const { dataDir, documents } = await openFolders()
  await documents.put('mia/front_1', Buffer.from('good evening'))
  const path = join(dataDir, 'files', 'id-uploads', 'mia', 'front_1')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(path, '..'))).toEqual(['front_1'])
})

test('a file that is kept outlives a power cut, and so do the folders it is in', async () => {
  const { dataDir, documents } = await openFolders()
  const kept = await watchSyncs(dataDir)
  await documents.put('mia/front_1', Buffer.from('good evening'))
  const files = join('files', 'id-uploads')
  expect(kept).toEqual({
    '': ['files'],
    files: ['id-uploads'],
    [files]: ['mia'],
    [join(files, 'mia')]: ['front_1'],
  })

  const keep = await documents.putStream('mia/all', Readable.from(['x']), new PassThrough())
  await keep()
  expect(kept[join(files, 'mia')]).toEqual(['all', 'front_1'])
})

test('parts in a folder are found, and what the club did not make is left alone', async () => {
  const { dataDir, documents } = await openFolders()
  await documents.put('mia/front_1', Buffer.from('old'))
  const at = (name: string) => join(dataDir, 'files', 'id-uploads', 'mia', name)
  await writeFile(at('.DS_Store'), '')
  await writeFile(at('front_3.1234.part'), 'half')
  const found = await documents.keysBefore(new Date(now().getTime() + HOUR_MS))
  expect(found.sort()).toEqual(['mia/front_1', 'mia/front_3.1234.part'])
  await writeFile(join(dataDir, 'files', 'exports'), '')
  const unreadable = new FolderStore(dataDir, 'exports').keysBefore(now())
  await expect(unreadable).rejects.toMatchObject({ code: 'ENOTDIR' })
  const nowhere = new FolderStore(join(dataDir, 'nowhere'), 'id-uploads')
  expect(await nowhere.keysBefore(now())).toEqual([])
})

test('a bucket lists a thousand at a time, and all of them are found', async () => {
  const { objects, photos } = await openBuckets()
  for (let at = 0; at < 2_500; at += 1)
    objects.objects.set(`salon/profile-photos/mia/${at}`, { bytes: Buffer.alloc(0), at: now() })
  expect(await photos.keysBefore(new Date(now().getTime() + HOUR_MS))).toHaveLength(2_500)
})

function* pieces(all: Uint8Array) {
  for (let at = 0; at < all.length; at += 60_000) yield all.subarray(at, at + 60_000)
}
