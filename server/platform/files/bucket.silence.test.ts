import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openLedPort } from '#testing/club/ledPort.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { bytes, now } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { Bucket } from './bucket.ts'
import { BucketStore } from './bucketStore.ts'

const MEGABYTE = 1024 * 1024

async function openFar() {
  const objects = await openObjects()
  const target = Number(new URL(objects.address.endpoint).port)
  const way = await openLedPort(target)
  onTestFinished(async () => {
    way.close()
    await objects[Symbol.asyncDispose]()
  })
  const endpoint = `http://127.0.0.1:${way.port}`
  const bucket = new Bucket({ ...objects.address, endpoint }, { answerMs: 1_500, tries: 2 })
  const near = new BucketStore(new Bucket(objects.address), 'exports')
  return { way, target, near, files: new BucketStore(bucket, 'exports') }
}
const away = { name: 'StoreAway' }

test('a network to the file store that swallows all ends whatever is asked for, and lets its lines go', async () => {
  const { way, target, near, files } = await openFar()
  await near.put('mia/all', Buffer.from('kept'))
  way.swallow()
  const asked = [
    files.put('mia/2', bytes(9 * MEGABYTE)),
    files.get('mia/all'),
    files.getStream('mia/all', new PassThrough()),
    files.remove('mia/all'),
    files.removeFolder('mia'),
    files.keysBefore(now()),
  ]
  await Promise.all(asked.map((one) => expect(one).rejects.toMatchObject(away)))
  await until(() => way.countLines() === 0)
  way.lead(target)
  expect(String(await files.get('mia/all'))).toBe('kept')
})

test('a file of which nothing more comes is an error, and no shorter file', async () => {
  const { way, near, files } = await openFar()
  await near.put('mia/all', bytes(24 * MEGABYTE))
  const stream = (await files.getStream('mia/all', new PassThrough()))!
  const chunks = stream[Symbol.asyncIterator]()
  await chunks.next()
  way.swallow()
  const rest = async () => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next());
  }
  await expect(rest()).rejects.toMatchObject(away)
  await until(() => way.countLines() === 0)
})
