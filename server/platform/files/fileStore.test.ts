import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { watchSyncs } from '#testing/club/syncing.ts'
import { proveFileStore, type FilePlace } from '#testing/objects/fileStores.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { now } from '#testing/random.ts'
import { Bucket } from './bucket.ts'
import { BucketStore } from './bucketStore.ts'
import type { StoreName } from './fileStore.ts'
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

/** Where a file can be made as old as if it had been written an hour earlier. */
type AgedPlace = FilePlace & { age(store: StoreName, key: string): Promise<void> }

const KINDS: [string, () => Promise<AgedPlace>][] = [
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

for (const [kind, open] of KINDS) proveFileStore(kind, open)

test.each(KINDS)('in %s old files are found by their age', async (_, open) => {
  const { documents, age } = await open()
  for (const name of ['front_1', 'front_2']) await documents.put(`mia/${name}`, Buffer.from(name))
  await age('id-uploads', 'mia/front_1')
  expect(await documents.keysBefore(new Date(now().getTime() - HOUR_MS / 2))).toEqual([
    'mia/front_1',
  ])
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
