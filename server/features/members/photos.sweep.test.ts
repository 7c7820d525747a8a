import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { insertPhoto, photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { jobSchedule } from '#server/jobs.ts'
import { uuid } from '#testing/random.ts'
import { photoKeys } from './photos.files.ts'

async function sweep(club: Club): Promise<void> {
  await club.app.jobs.send(club.db, 'sweep_photos', {})
  await club.app.jobs.drain()
}

test('what a crash left of an upload is gone within the hour, and nothing else is', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const photoId = await upload(club, mia)
  const orphan = await insertPhoto(club, mia.userId)
  const listed = photoKeys(mia.userId, photoId).sort()
  const bytes = await photo()
  const strays = [
    ...photoKeys(mia.userId, orphan),
    `${mia.userId}/${uuid()}-320.webp`,
    `${mia.userId}/${photoId}-320.webp.${uuid()}.part`,
    `${uuid()}/${photoId}-320.webp`,
  ]
  for (const key of strays) await club.app.photos.put(key, bytes)
  await club.db.run(sql`update profiles set photos = ${[photoId]}::text[] where id = ${mia.userId}`)

  // an upload that is under way loses nothing
  await sweep(club)
  expect(await photoFiles(club)).toEqual([...listed, ...strays].sort())
  expect(jobSchedule.sweep_photos).toBe('*/10 * * * *')
  club.clock.advance({ minutes: 50 })
  await sweep(club)
  expect(await photoFiles(club)).toEqual(listed)
  expect((await see(club, mia, { memberId: mia.userId, photoId })).status).toBe(200)
})

test('the photos of an account that is gone are swept away', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  await upload(club, mia)
  const remaining = await upload(club, tom)
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  club.clock.advance({ minutes: 50 })
  await sweep(club)
  expect(await photoFiles(club)).toEqual(photoKeys(tom.userId, remaining).sort())
})

test('files the club did not make are left alone', async () => {
  await using club = await openClub()
  await upload(club, await club.member())
  await writeFile(join(club.dataDir, 'files', 'profile-photos', 'README'), 'mounted here')
  club.clock.advance({ hours: 2 })
  await sweep(club)
  expect(await photoFiles(club)).toContain('README')
})
