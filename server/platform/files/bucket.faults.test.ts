import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openObjects } from '#testing/objects/objects.ts'
import { bytes, now } from '#testing/random.ts'
import { Bucket, type Patience } from './bucket.ts'
import { BucketStore } from './bucketStore.ts'

const MEGABYTE = 1024 * 1024
const later = () => new Date(now().getTime() + 3_600_000)

async function open(patience: Partial<Patience> = {}, address: object = {}) {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const bucket = new Bucket(
    { ...objects.address, ...address },
    { answerMs: 5_000, tries: 3, ...patience },
  )
  return { objects, files: new BucketStore(bucket, 'exports') }
}
const read = async (files: BucketStore, key: string) => {
  const stream = await files.getStream(key, new PassThrough())
  return Buffer.concat(await stream!.toArray())
}
const away = (reason: string) => ({ name: 'StoreAway', reason })

test('what fails twice is tried again, and nobody notices', async () => {
  const { objects, files } = await open()
  for (const fault of [
    { kind: 'error', status: 500, code: 'InternalError' },
    { kind: 'error', status: 503, code: 'SlowDown' },
    { kind: 'unsaid' },
  ] as const) {
    objects.plant(fault, { times: 2 })
    await files.put('mia/all', Buffer.from(fault.kind))
    objects.plant(fault, { times: 2 })
    expect(String(await files.get('mia/all'))).toBe(fault.kind)
    objects.plant(fault, { times: 2 })
    await files.remove('mia/all')
    expect(await files.get('mia/all')).toBeNull()
  }
})

test('a store that fails for good is away, for each thing one asks of it', async () => {
  const { objects, files } = await open()
  await files.put('mia/all', Buffer.from('kept'))
  objects.plant({ kind: 'error', status: 500, code: 'InternalError' })
  const expected = away('InternalError')
  await expect(files.put('mia/2', Buffer.from('x'))).rejects.toMatchObject(expected)
  await expect(files.get('mia/all')).rejects.toMatchObject(expected)
  await expect(files.getStream('mia/all', new PassThrough())).rejects.toMatchObject(expected)
  await expect(files.remove('mia/all')).rejects.toMatchObject(expected)
  await expect(files.removeFolder('mia')).rejects.toMatchObject(expected)
  await expect(files.keysBefore(now())).rejects.toMatchObject(expected)
  objects.heal()
  expect(String(await files.get('mia/all'))).toBe('kept')
})

test('a store that says nothing is away, and so is one where nobody listens', async () => {
  const { objects, files } = await open({ answerMs: 150, tries: 2 })
  objects.plant({ kind: 'silence' })
  await expect(files.get('mia/all')).rejects.toMatchObject(away('ETIMEDOUT'))
  const nobody = await open({ tries: 1 }, { endpoint: 'http://127.0.0.1:1' })
  await expect(nobody.files.get('mia/all')).rejects.toMatchObject(away('ECONNREFUSED'))
})

test.each([
  ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
  ['another key', { accessKeyId: 'stranger' }, 'InvalidAccessKeyId'],
  ['another region', { region: 'eu-test-2' }, 'AuthorizationHeaderMalformed'],
  ['a bucket that is not there', { bucket: 'nowhere' }, 'NoSuchBucket'],
])('%s is said by its name and not by its value', async (_, address, reason) => {
  const { objects, files } = await open({}, address)
  const failed = await files.put('mia/all', Buffer.from('x')).catch((error: unknown) => error)
  expect(failed).toMatchObject(away(reason))
  expect([...objects.objects.keys()]).toEqual([])
  const text = JSON.stringify([failed, (failed as Error).message, (failed as Error).cause])
  for (const secret of [...Object.values(objects.address), ...Object.values(address)])
    if (secret) expect(text).not.toContain(secret)
})

test('a reading that breaks off goes on where it was', async () => {
  const { objects, files } = await open()
  const sent = bytes(3 * MEGABYTE)
  await files.put('mia/all', sent)
  objects.plant({ kind: 'cut', after: MEGABYTE }, { times: 2, only: /^GET/ })
  expect((await read(files, 'mia/all')).equals(sent)).toBe(true)
  objects.plant({ kind: 'cut', after: 10 }, { times: 3, only: /^GET/ })
  expect((await files.get('mia/all'))!.equals(sent)).toBe(true)
})

test('a reading that breaks off again and again is an error, and no shorter file', async () => {
  const { objects, files } = await open()
  await files.put('mia/all', bytes(MEGABYTE))
  objects.plant({ kind: 'cut', after: 1_000 }, { only: /^GET/ })
  await expect(read(files, 'mia/all')).rejects.toMatchObject({ name: 'StoreAway' })
  await expect(files.get('mia/all')).rejects.toMatchObject({ name: 'StoreAway' })
})

test('a reading goes on with the same object, or not at all', async () => {
  const { objects, files } = await open()
  await files.put('mia/all', bytes(MEGABYTE))
  objects.plant({ kind: 'cut', after: 800_000 }, { times: 1, only: /^GET/ })
  const stream = await files.getStream('mia/all', new PassThrough())
  await files.put('mia/all', bytes(MEGABYTE))
  await expect(stream!.toArray()).rejects.toMatchObject(away('PreconditionFailed'))
})

test('what arrives otherwise than it was sent is not kept', async () => {
  const { objects, files } = await open()
  objects.plant({ kind: 'error', status: 400, code: 'BadDigest' })
  await expect(files.put('mia/all', bytes(10))).rejects.toMatchObject(away('BadDigest'))
  const kept = files.putStream('mia/2', Readable.from([bytes(9 * MEGABYTE)]), new PassThrough())
  await expect(kept).rejects.toMatchObject(away('BadDigest'))
  expect([...objects.objects.keys()]).toEqual([])
})

test('a long file whose last word got lost is there', async () => {
  const { objects, files } = await open()
  const sent = bytes(9 * MEGABYTE)
  const keep = await files.putStream('mia/all', Readable.from([sent]), new PassThrough())
  objects.plant({ kind: 'unsaid' }, { times: 1, only: /^POST/ })
  await keep()
  expect((await files.get('mia/all'))!.equals(sent)).toBe(true)
})

test('a long file that was never finished is found by its age, and goes with its folder', async () => {
  const { objects, files } = await open()
  await files.putStream('mia/all', Readable.from([bytes(9 * MEGABYTE)]), new PassThrough())
  expect(objects.uploads.size).toBe(1)
  expect(await files.keysBefore(later())).toEqual(['mia/all'])
  await files.removeFolder('mia')
  expect(objects.uploads.size).toBe(0)
})

test('lists that are behind hide nothing for longer than they are', async () => {
  const { objects, files } = await open()
  objects.freezeLists()
  await files.put('mia/all', Buffer.from('x'))
  // what is asked for by its name is there, whatever lists say
  expect(String(await files.get('mia/all'))).toBe('x')
  expect(await files.keysBefore(later())).toEqual([])
  objects.thawLists()
  expect(await files.keysBefore(later())).toEqual(['mia/all'])
  objects.freezeLists()
  await files.remove('mia/all')
  expect(await files.keysBefore(later())).toEqual(['mia/all'])
  await files.removeFolder('mia')
  objects.thawLists()
  expect(await files.keysBefore(later())).toEqual([])
})

test('a store that cannot say what was never finished does the rest', async () => {
  const { objects, files } = await open()
  await files.put('mia/all', bytes(10))
  objects.plant(
    { kind: 'error', status: 501, code: 'NotImplemented' },
    { only: /^GET {2}.*\buploads\b/ },
  )
  expect(await files.keysBefore(later())).toEqual(['mia/all'])
  await files.removeFolder('mia')
  expect(await files.keysBefore(later())).toEqual([])
})
