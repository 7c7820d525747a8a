import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { watchSyncs } from '#testing/club/syncing.ts'
import { now } from '#testing/random.ts'
import { FileStore } from './storage.ts'

async function openStores() {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return {
    dataDir,
    documents: new FileStore(dataDir, 'id-uploads'),
    photos: new FileStore(dataDir, 'profile-photos'),
  }
}
const everything = (folder: string) => readdir(folder, { recursive: true })

test('a file is kept whole, readable by the club alone, and gone when removed', async () => {
  const { dataDir, documents } = await openStores()
  const bytes = Buffer.from('good evening')
  await documents.put('mia/front_1', bytes)
  expect(await documents.get('mia/front_1')).toEqual(bytes)
  const path = join(dataDir, 'files', 'id-uploads', 'mia', 'front_1')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(path, '..'))).toEqual(['front_1'])

  await documents.remove('mia/front_1')
  await documents.remove('mia/front_1')
  expect(await documents.get('mia/front_1')).toBeNull()
})

test('a file that is kept outlives a power cut, and so do the folders it is in', async () => {
  const { dataDir, documents } = await openStores()
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

test('nothing of one store is reached through the other', async () => {
  const { documents, photos } = await openStores()
  await documents.put('mia/front_1', Buffer.from('secret'))
  expect(await photos.get('mia/front_1')).toBeNull()
  await photos.remove('mia/front_1')
  expect(await documents.get('mia/front_1')).not.toBeNull()
})

test.each([
  '../profile-photos/mia/1',
  'mia/../../keys/kek',
  'mia/..',
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
])('a key the club would never make, %j, reaches no file', async (key) => {
  const { dataDir, documents } = await openStores()
  await documents.put('mia/front_1', Buffer.from('here'))
  const before = await everything(dataDir)
  await expect(documents.put(key, Buffer.from('x'))).rejects.toThrow()
  await expect(documents.get(key)).rejects.toThrow()
  await expect(documents.remove(key)).rejects.toThrow()
  expect(await everything(dataDir)).toEqual(before)
})

test('old files are found by their age, and what the club did not make is left alone', async () => {
  const { dataDir, documents } = await openStores()
  const since = now().getTime()
  await documents.put('mia/front_1', Buffer.from('old'))
  await documents.put('mia/front_2', Buffer.from('new'))
  const at = (name: string) => join(dataDir, 'files', 'id-uploads', 'mia', name)
  await writeFile(at('.DS_Store'), '')
  await writeFile(at('front_3.1234.part'), 'half')
  const past = new Date(since - 7_200_000)
  for (const name of ['front_1', '.DS_Store', 'front_3.1234.part'])
    await utimes(at(name), past, past)
  const found = await documents.keysBefore(new Date(since - 3_600_000))
  expect(found.sort()).toEqual(['mia/front_1', 'mia/front_3.1234.part'])
  await writeFile(join(dataDir, 'files', 'exports'), '')
  const unreadable = new FileStore(dataDir, 'exports').keysBefore(past)
  await expect(unreadable).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect(await new FileStore(join(dataDir, 'nowhere'), 'id-uploads').keysBefore(past)).toEqual([])
})
