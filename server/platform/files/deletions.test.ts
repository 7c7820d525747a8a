import { expect, onTestFinished, test } from 'vitest'
import { removePhoto } from '#contract/members/ownPhotos.ts'
import { purge } from '#server/features/privacy/deletion/purge.service.ts'
import { compareFiles } from '#server/features/privacy/retention/files.comparison.ts'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { upload } from '#testing/fixtures/photos.ts'
import { leave } from '#testing/privacy/leaving.ts'
import { openObjects } from '#testing/objects/objects.ts'

async function openWithPhoto() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const club = await openClub({ now: '2026-05-01T20:00:00Z', config: { bucket: objects.address } })
  onTestFinished(() => club[Symbol.asyncDispose]())
  const mia = await club.member()
  const photoId = await upload(club, mia)
  return {
    club,
    objects,
    mia,
    photoId,
    kept: () => [...objects.objects.keys()].filter((name) => name !== 'store-id').sort(),
    waiting: async () =>
      (await club.db.rows<{ key: string }>(sql`select key from file_deletions order by key`)).map(
        ({ key }) => key,
      ),
    async workOff() {
      await club.app.jobs.send(club.db, 'delete_files', {})
      await club.app.jobs.drain({ later: true })
    },
    away: () =>
      objects.plant(
        { kind: 'error', status: 403, code: 'AccessDenied' },
        { only: /^(DELETE|GET  )/ },
      ),
  }
}

test('a photo is gone at once, and nothing waits', async () => {
  const { club, mia, photoId, kept, waiting } = await openWithPhoto()
  await club.call(mia, removePhoto, { params: { photoId } })
  expect([kept(), await waiting()]).toEqual([[], []])
})

test('what the store does not remove is remembered until it has', async () => {
  const { club, objects, mia, photoId, kept, waiting, workOff, away } = await openWithPhoto()
  away()
  expect(await club.call(mia, removePhoto, { params: { photoId } })).toMatchObject({
    ok: true,
    answer: { photos: [] },
  })
  const keys = photoKeys(mia.userId, photoId).sort()
  expect(await waiting()).toEqual(keys)
  await expect(workOff()).resolves.toBeUndefined()
  expect(await waiting()).toEqual(keys)
  club.clock.advance({ days: 2 })
  objects.heal()
  expect(await compareFiles(club.app)).toMatchObject({ known: 0, unconfirmed: 2 })
  await workOff()
  expect([kept(), await waiting()]).toEqual([[], []])
  expect(await compareFiles(club.app)).toEqual({ known: 0, missing: 0, unconfirmed: 0 })
})

test('a purge waits for a store that is away, and what lists did not show goes within the hour', async () => {
  const { club, objects, mia, kept, waiting, workOff, away } = await openWithPhoto()
  await leave(club, mia)
  club.clock.advance({ days: 30 })
  away()
  await expect(purge(club.app, mia.userId)).rejects.toMatchObject({ name: 'StoreAway' })
  objects.heal()
  expect(kept()).toHaveLength(2)
  expect(await club.db.row(sql`select from users where id = ${mia.userId}`)).toBeDefined()

  // shown by no list yet
  const hidden = new Map(objects.objects)
  objects.objects.clear()
  objects.freezeLists()
  for (const [name, one] of hidden) objects.objects.set(name, one)
  expect(await purge(club.app, mia.userId)).toBe(true)
  expect(kept()).toHaveLength(2)
  await workOff()
  expect(await waiting()).toEqual([mia.userId, mia.userId])
  objects.thawLists()
  club.clock.advance({ hours: 1 })
  await workOff()
  expect([kept(), await waiting()]).toEqual([[], []])
})

test('a file that a row names and that is not there is counted', async () => {
  const { club, objects, mia, photoId } = await openWithPhoto()
  const [large, small] = photoKeys(mia.userId, photoId)
  objects.objects.delete(`profile-photos/${large}`)
  expect(await compareFiles(club.app)).toEqual({ known: 2, missing: 1, unconfirmed: 0 })
  // a list that is behind proves nothing
  const kept = objects.objects.get(`profile-photos/${small}`)!
  objects.objects.delete(`profile-photos/${small}`)
  objects.freezeLists()
  objects.objects.set(`profile-photos/${small}`, kept)
  expect(await compareFiles(club.app)).toMatchObject({ missing: 1 })
})
