// Needs moto_server (pip install 'moto[server]'), or S3_TEST_URL.
import { PassThrough, Readable } from 'node:stream'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openClub } from '#testing/club/club.ts'
import { photo, see, upload } from '#testing/fixtures/photos.ts'
import { proveFileStore } from '#testing/objects/fileStores.ts'
import { foreignServers, openForeignServer } from '#testing/objects/foreignServer.ts'
import { bytes, letters, now } from '#testing/random.ts'
import { Bucket } from './bucket.ts'
import { BucketStore } from './bucketStore.ts'

const HOUR_MS = 3_600_000
const MEGABYTE = 1024 * 1024
/** More than one page of a list. */
const MANY = 1_050
const ABREAST = 30

const servers = foreignServers()
if (servers.length === 0)
  test('a foreign S3 server was left out: moto_server is not installed here, and S3_TEST_URL names none', () => {})

describe.each(servers)('%s', (name) => {
  let server: Awaited<ReturnType<typeof openForeignServer>>
  beforeAll(async () => {
    server = await openForeignServer(name)
    return () => server[Symbol.asyncDispose]()
  })
  /** A folder of its own. */
  const openPlace = async () => {
    const address = { ...server.address, prefix: `${server.address.prefix}${letters(12)}/` }
    const bucket = new Bucket(address)
    onTestFinished(async () => {
      for await (const one of bucket.list('')) await bucket.remove(one.name)
    })
    return {
      address,
      bucket,
      documents: new BucketStore(bucket, 'id-uploads'),
      photos: new BucketStore(bucket, 'profile-photos'),
      all: async () => (await Array.fromAsync(bucket.list(''))).map((one) => one.name),
    }
  }

  proveFileStore(name, openPlace)

  test(`in ${name} a list has as many pages as it needs`, async () => {
    const { photos } = await openPlace()
    for (let at = 0; at < MANY; at += ABREAST)
      await Promise.all(
        Array.from({ length: ABREAST }, (_, more) => photos.put(`mia/${at + more}`, bytes(1))),
      )
    const found = await photos.keysBefore(new Date(now().getTime() + HOUR_MS))
    expect(new Set(found).size).toBe(MANY)
    expect(await photos.keysBefore(new Date(now().getTime() - HOUR_MS))).toEqual([])
  })

  test(`in ${name} an upload that was never finished is found, and goes with its folder`, async () => {
    const { documents, bucket } = await openPlace()
    await documents.putStream('mia/all', Readable.from([bytes(9 * MEGABYTE)]), new PassThrough())
    expect(await documents.keysBefore(new Date(now().getTime() + HOUR_MS))).toEqual(['mia/all'])
    await documents.removeFolder('mia')
    expect(await Array.fromAsync(bucket.listUnfinished(''))).toEqual([])
  })

  test(`in ${name} a club keeps its photos`, async () => {
    const { address } = await openPlace()
    await using club = await openClub({ config: { bucket: address } })
    const mia = await club.member()
    const photoId = await upload(club, mia, await photo({ width: 900, height: 600 }))
    const seen = await see(club, mia, { memberId: mia.userId, photoId })
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})
