import { expect, onTestFinished, test } from 'vitest'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { jobSchedule } from '#server/jobs.ts'
import type { JobName } from '#server/platform/jobs/jobs.data.ts'
import { openClub } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { photo, upload } from '#testing/fixtures/photos.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { uuid } from '#testing/random.ts'

/** Whatever runs by the clock within any hour. */
const HOURLY = Object.entries(jobSchedule).flatMap(([name, cron]) =>
  cron.split(' ')[1] === '*' ? (name as JobName) : [],
)
const NIGHTLY: JobName[] = ['sweep_bucket', 'compare_files']
const STORES = 3

async function openWithBucket() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const club = await openClub({ config: { bucket: objects.address } })
  onTestFinished(() => club[Symbol.asyncDispose]())
  return {
    club,
    objects,
    kept: () => [...objects.objects.keys()].filter((name) => name !== 'store-id').sort(),
    async work(names: readonly JobName[]) {
      for (const name of names) await club.app.jobs.send(club.db, name, {} as never)
      await club.app.jobs.drain()
    },
  }
}

test('in a quiet hour a bucket is asked for nothing, and at night for each of its lists once, and once more to compare', async () => {
  const { club, objects, kept, work } = await openWithBucket()
  const mia = await club.member()
  await upload(club, mia)
  await insertSubmission(club, mia)
  await downloadCopy(club, mia)
  await club.app.jobs.drain({ later: true })
  const before = kept()
  objects.requests.splice(0)
  for (const minutes of [10, 50]) {
    club.clock.advance({ minutes })
    await work(HOURLY)
  }
  expect(HOURLY).toEqual(expect.arrayContaining(['sweep_exports', 'shred_documents']))
  expect(objects.requests).toEqual([])

  await work(NIGHTLY)
  expect(new Set(objects.requests)).toEqual(new Set(['GET ']))
  // what is there, and what was never finished; copies are not compared
  expect(objects.requests).toHaveLength(2 * STORES + 2 * (STORES - 1))
  expect(kept()).toEqual(before)
})

test('what a crash left of an upload in a bucket is gone within the hour, without a list', async () => {
  const { club, objects, kept, work } = await openWithBucket()
  const mia = await club.member()
  const stays = photoKeys(mia.userId, await upload(club, mia))
  // as if the server had been killed before the photo was listed
  await asOwner(
    club,
    () => `create function killed() returns trigger language plpgsql as $$ begin
      raise exception 'killed'; end $$;
      create trigger killed before update on profiles for each row execute function killed()`,
  )
  expect(await club.call(mia, addPhoto, { file: await photo() })).toMatchObject({ ok: false })
  expect(kept()).toHaveLength(4)
  objects.requests.splice(0)
  // an upload that is under way loses nothing
  await work([])
  expect(kept()).toHaveLength(4)
  await club.app.jobs.drain({ later: true })
  expect(kept()).toEqual(stays.map((key) => `profile-photos/${key}`).sort())
  expect(objects.requests.filter((question) => question.startsWith('GET'))).toEqual([])
})

test('what nobody knows of is gone from a bucket after a night, and what is younger than an hour is not', async () => {
  const { club, kept, work } = await openWithBucket()
  const mia = await club.member()
  const { paths } = await insertSubmission(club, mia)
  const known = [
    ...photoKeys(mia.userId, await upload(club, mia)).map((key) => `profile-photos/${key}`),
    ...paths.map((path) => `id-uploads/${path}`),
  ].sort()
  const of = (name: Parameters<typeof club.app.files.store>[0]) => club.app.files.store(name)
  await of('profile-photos').put(`${mia.userId}/${uuid()}-320.webp`, await photo())
  await of('id-uploads').put(`${mia.userId}/front_1`, await photo())
  await of('exports').put(`${uuid()}/archive`, await photo())
  await work([...HOURLY, ...NIGHTLY])
  expect(kept()).toHaveLength(known.length + STORES)
  club.clock.advance({ hours: 2 })
  await work(HOURLY)
  expect(kept()).toHaveLength(known.length + STORES)
  await work(NIGHTLY)
  expect(kept()).toEqual(known)
})
