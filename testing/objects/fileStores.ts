import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { FileStore } from '#server/platform/files/fileStore.ts'
import { bytes, now } from '#testing/random.ts'

const HOUR_MS = 3_600_000

/** Somewhere with two stores, empty. */
export type FilePlace = {
  documents: FileStore
  photos: FileStore
  /** Everything there, by its name. */
  all(): Promise<string[]>
}

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

function* pieces(all: Uint8Array) {
  for (let at = 0; at < all.length; at += 60_000) yield all.subarray(at, at + 60_000)
}

/** What holds of a store of files, wherever they lie. */
export function proveFileStore(kind: string, open: () => Promise<FilePlace>): void {
  test(`in ${kind} a file is kept whole, and gone when removed`, async () => {
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

  test(`in ${kind} a stream is a file once it is said to be one, of whatever length`, async () => {
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
  })

  test(`in ${kind} nothing is left of a stream that broke off`, async () => {
    const { documents, all } = await open()
    const before = await all()
    async function* half() {
      yield* pieces(bytes(9 * 1024 * 1024))
      throw new Error('the source is gone')
    }
    const written = documents.putStream('mia/all', Readable.from(half()), new PassThrough())
    await expect(written).rejects.toThrow('the source is gone')
    const leftovers = (await all()).filter((name) => name.includes('all'))
    expect([before.length, leftovers]).toEqual([before.length, []])
  })

  test(`in ${kind} nothing of one store is reached through the other`, async () => {
    const { documents, photos } = await open()
    await documents.put('mia/front_1', Buffer.from('secret'))
    expect(await photos.get('mia/front_1')).toBeNull()
    await photos.remove('mia/front_1')
    await photos.removeFolder('mia')
    expect(await documents.get('mia/front_1')).not.toBeNull()
  })

  test(`in ${kind} a folder goes whole, and no other`, async () => {
    const { documents } = await open()
    for (const key of ['mia/front_1', 'mia/selfie_1', 'mia-2/front_1', 'ben/front_1'])
      await documents.put(key, Buffer.from(key))
    await documents.putStream('mia/all', Readable.from([bytes(9 * 1024 * 1024)]), new PassThrough())
    await documents.removeFolder('mia')
    await documents.removeFolder('mia')
    const left = (await documents.keysBefore(new Date(now().getTime() + HOUR_MS))).sort()
    expect(left).toEqual(['ben/front_1', 'mia-2/front_1'])
  })

  test(`in ${kind} a key the club would never make reaches no file`, async () => {
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
}
