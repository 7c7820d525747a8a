import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { openObjects } from '#testing/objects/objects.ts'

async function openWithBucket() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const club = await openClub({ config: { bucket: objects.address } })
  onTestFinished(() => club[Symbol.asyncDispose]())
  const mia = await club.member()
  const photoId = await upload(club, mia)
  const look = () => see(club, mia, { memberId: mia.userId, photoId })
  return { club, objects, mia, photoId, look }
}

test('a photo lies sealed in a folder, and two servers of one club open it', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const photoId = await upload(club, mia)
  for (const name of await photoFiles(club)) {
    const kept = await readFile(join(club.dataDir, 'files', 'profile-photos', name), 'latin1')
    expect(kept).not.toMatch(/WEBP|RIFF/)
  }
  const { url } = await club.secondServer()
  const seen = await see({ url }, mia, { memberId: mia.userId, photoId })
  expect(seen.status).toBe(200)
  const shown = Buffer.from(await seen.arrayBuffer())
  expect(shown.toString('latin1')).toMatch(/^RIFF/)

  // one from before they were sealed
  const [large = ''] = photoKeys(mia.userId, photoId)
  await writeFile(join(club.dataDir, 'files', 'profile-photos', large), shown)
  const plain = await see(club, mia, { memberId: mia.userId, photoId })
  expect(Buffer.from(await plain.arrayBuffer()).equals(shown)).toBe(true)
})

test('a club keeps its photos in a bucket, where nobody else can look at them', async () => {
  const { club, objects, mia, photoId, look } = await openWithBucket()
  const names = photoKeys(mia.userId, photoId).map((key) => `profile-photos/${key}`)
  expect([...objects.objects.keys()].sort()).toEqual([...names, 'store-id'].sort())
  expect(await photoFiles(club)).toEqual([])
  for (const { bytes } of objects.objects.values())
    expect(bytes.toString('latin1')).not.toMatch(/WEBP|RIFF/)
  expect((await look()).status).toBe(200)
})

test('a photo that was changed in the bucket, or put in the place of another, is not shown', async () => {
  const { club, objects, mia, photoId, look } = await openWithBucket()
  const [name = ''] = photoKeys(mia.userId, photoId).map((key) => `profile-photos/${key}`)
  const kept = objects.objects.get(name)!
  const other = photoKeys(mia.userId, await upload(club, mia)).at(0)!
  const strange = [
    objects.objects.get(`profile-photos/${other}`)!.bytes,
    Buffer.from(await photo()),
  ]
  objects.corrupt(name)
  expect((await look()).status).toBe(500)
  for (const bytes of strange) {
    objects.objects.set(name, { ...kept, bytes })
    expect((await look()).status).toBe(500)
  }
  objects.objects.set(name, kept)
  expect((await look()).status).toBe(200)
})

test('while the bucket is away, a request for a file is answered with "try again later"', async () => {
  const { club, objects, mia, photoId, look } = await openWithBucket()
  objects.plant({ kind: 'error', status: 500, code: 'InternalError' })
  const refused = await look()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  const text = JSON.stringify([await refused.text(), [...refused.headers]])
  for (const secret of Object.values(objects.address))
    if (secret) expect(text).not.toContain(secret)
  await expect(upload(club, mia)).rejects.toThrow('unavailable')
  objects.heal()
  expect((await look()).status).toBe(200)
  // nothing half was kept
  const { photos } = (await club.app.db.row<{ photos: string[] }>(profileOf(mia.userId)))!
  expect(photos).toEqual([photoId])
})

const profileOf = (userId: string) => sql`select photos from profiles where id = ${userId}`
