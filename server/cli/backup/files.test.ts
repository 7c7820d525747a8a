import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { now } from '#testing/random.ts'

const DAY_MS = 86_400_000

async function openBucket() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  return objects
}

/** A club with a photo, and a picture of it as it is shown. */
async function openWithPhoto(config: Partial<Club['config']> = {}) {
  const club = await openClub({ config })
  onTestFinished(() => club[Symbol.asyncDispose]())
  const backups = await openBackups(club)
  onTestFinished(() => backups[Symbol.asyncDispose]())
  const mia = await club.member()
  const photoId = await upload(club, mia)
  const where = { memberId: mia.userId, photoId }
  const shown = async (url: string, as: { cookie: string }) =>
    Buffer.from(await (await see({ url }, as, where)).arrayBuffer())
  return { club, backups, mia, photoId, shown }
}

test('a club is backed up from a bucket and restored into a folder, and the other way round', async () => {
  const objects = await openBucket()
  const { club, backups, mia, shown } = await openWithPhoto({ bucket: objects.address })
  const { path, isComplete } = await backups.backUp()
  expect(isComplete).toBe(true)
  const folder = await backups.emptyPlace({ bucket: null })
  await folder.restore(path)
  await folder.bringKeys()
  const first = await folder.open()
  expect(await photoFiles(folder)).toHaveLength(2)
  const picture = await shown(club.url, mia)
  expect(await shown(first.url, await first.logIn(mia))).toEqual(picture)

  const others = await openBucket()
  const bucket = await backups.emptyPlace({ bucket: others.address })
  await bucket.restore(path)
  await bucket.bringKeys()
  const second = await bucket.open()
  expect(await photoFiles(bucket)).toEqual([])
  expect(others.objects.size).toBe(3)
  expect(await shown(second.url, await second.logIn(mia))).toEqual(picture)

  // where there is something already, nothing is restored
  const again = await backups.emptyPlace({ bucket: others.address })
  await expect(again.restore(path)).rejects.toThrow('is not empty')
  others.plant({ kind: 'error', status: 403, code: 'AccessDenied' })
  await expect(again.restore(path)).rejects.toThrow('cannot be used')
})

test('what an earlier backup has as it was written is not asked for again', async () => {
  const objects = await openBucket()
  objects.setClock(() => new Date(now().getTime() - DAY_MS))
  const { club, backups, mia, photoId } = await openWithPhoto({ bucket: objects.address })
  const first = await backups.backUp()
  const fetched = () =>
    objects.requests.splice(0).filter((one) => one.startsWith('GET profile-photos'))
  expect(fetched()).toHaveLength(2)
  const other = await upload(club, mia)
  fetched()
  const second = await backups.backUp()
  expect(fetched().sort()).toEqual(
    photoKeys(mia.userId, other)
      .map((key) => `GET profile-photos/${key}`)
      .sort(),
  )
  const [large = ''] = photoKeys(mia.userId, photoId).map((key) => `files/profile-photos/${key}`)
  const [one, same] = await Promise.all([first, second].map(({ path }) => stat(join(path, large))))
  expect(one!.ino).toBe(same!.ino)

  // one that rots on the disk of the backups is asked for anew
  const whole = await readFile(join(second.path, large))
  await writeFile(join(second.path, large), 'rotten')
  const third = await backups.backUp()
  expect(fetched()).toEqual([`GET ${large.slice('files/'.length)}`])
  expect(await readFile(join(third.path, large))).toEqual(whole)
  const place = await backups.emptyPlace({ bucket: null })
  await place.restore(third.path)
})

test('a file that was rewritten is copied again', async () => {
  const { club, backups, mia, photoId } = await openWithPhoto()
  const [large = ''] = photoKeys(mia.userId, photoId)
  const at = join(club.dataDir, 'files', 'profile-photos', large)
  const past = new Date(now().getTime() - DAY_MS)
  await utimes(at, past, past)
  await backups.backUp()
  await club.app.photos.put(large, await photo())
  const { path } = await backups.backUp()
  expect(await readFile(join(path, 'files', 'profile-photos', large))).toEqual(await readFile(at))
})

test('while the store is away no backup is made, and it says so', async () => {
  const objects = await openBucket()
  const { backups } = await openWithPhoto({ bucket: objects.address })
  objects.plant({ kind: 'error', status: 500, code: 'InternalError' }, { only: /^GET profile/ })
  await expect(backups.backUp()).rejects.toThrow('No backup was made: the file store is away')
  objects.heal()
  expect((await backups.backUp()).isComplete).toBe(true)
})

test('photos from before they were sealed are not restored into a bucket', async () => {
  const { club, backups, mia, photoId } = await openWithPhoto()
  for (const key of photoKeys(mia.userId, photoId))
    await writeFile(join(club.dataDir, 'files', 'profile-photos', key), await photo())
  const { path } = await backups.backUp()
  const objects = await openBucket()
  const place = await backups.emptyPlace({ bucket: objects.address })
  await expect(place.restore(path)).rejects.toThrow('restore it without FILES_URL')
  expect(objects.objects.size).toBe(0)
})
