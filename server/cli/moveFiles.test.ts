import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { now, uuid } from '#testing/random.ts'
import { moveFiles } from './moveFiles.ts'

async function openMoving() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const club = await openClub()
  onTestFinished(() => club[Symbol.asyncDispose]())
  // the first server was started without it
  club.config.bucket = objects.address
  const server = await club.secondServer()
  const mia = await club.member()
  const photoIds = [await upload(club, mia), await upload(club, mia), await upload(club, mia)]
  const kept = () => [...objects.objects.keys()].filter((name) => name !== 'store-id').sort()
  const place = () => club.db.rows(sql`select files_place, files_left_id from installation`)
  return {
    club,
    objects,
    mia,
    photoIds,
    kept,
    place,
    url: server.url,
    app: server.app,
    move: (to: string) =>
      moveFiles({ config: club.config, db: club.app.db, url: club.databaseUrl, now }, to),
    async areShown(ids: readonly string[]) {
      for (const photoId of ids)
        for (const size of ['320', '1280'] as const) {
          const seen = await see({ url: server.url }, mia, { memberId: mia.userId, photoId, size })
          expect(seen.status).toBe(200)
        }
    },
  }
}
const named = (userId: string, ids: readonly string[]) =>
  ids.flatMap((id) => photoKeys(userId, id).map((key) => `profile-photos/${key}`)).sort()

test('files are moved to a bucket and back while the club runs', async () => {
  const { club, mia, photoIds, kept, place, move, areShown, app, objects, url } = await openMoving()
  // one from before photos were sealed
  const [plain = ''] = photoKeys(mia.userId, photoIds[0]!)
  const shown = await see(club, mia, { memberId: mia.userId, photoId: photoIds[0]! })
  const path = join(club.dataDir, 'files', 'profile-photos', plain)
  await writeFile(path, Buffer.from(await shown.arrayBuffer()))

  expect(await move('s3')).toContain('6 files were moved')
  await app.bus.flush()
  expect(app.files.current).toBe('s3')
  expect(await photoFiles(club)).toEqual([])
  expect(kept()).toEqual(named(mia.userId, photoIds))
  for (const { bytes } of objects.objects.values())
    expect(bytes.toString('latin1')).not.toContain('WEBP')
  await areShown(photoIds)
  expect(await place()).toEqual([{ filesPlace: 's3', filesLeftId: null }])
  expect(await readdir(join(club.dataDir, 'files'))).not.toContain('store-id')
  // nobody misses the folder they were moved out of
  for (const at of [club.url, url]) expect((await fetch(`${at}/readyz`)).status).toBe(200)
  const one = { params: { photoId: photoIds.pop()! } }
  expect(await club.call(mia, removePhoto, one, { url })).toMatchObject({ ok: true })
  expect(await club.db.rows(sql`select key from file_deletions`)).toEqual([])
  expect(await move('s3')).toContain('0 files were moved')

  expect(await move('folder')).toContain('4 files were moved')
  await app.bus.flush()
  expect([...objects.objects.keys()]).toEqual([])
  expect(await photoFiles(club)).toHaveLength(4)
  await areShown(photoIds)
  expect(await place()).toEqual([{ filesPlace: 'folder', filesLeftId: null }])
  const actions = await club.db.rows(sql`select action from audit where action = 'files_moved'`)
  expect(actions).toHaveLength(2)
})

test('cut short anywhere, a move loses nothing, and goes on when it is run again', async () => {
  const { club, mia, photoIds, kept, place, move, areShown, objects, url, app } = await openMoving()
  for (const only of [/^PUT profile/, /^GET profile/, /^PUT profile/]) {
    objects.plant({ kind: 'error', status: 403, code: 'AccessDenied' }, { times: 8, only })
    await expect(move('s3')).rejects.toThrow('Not all files are moved yet')
    objects.heal()
    await app.bus.flush()
    await areShown(photoIds)
  }
  // new ones go to the new place already, and what is removed is gone in both
  const added = await club.call(mia, addPhoto, { file: await photo() }, { url })
  const more = added.ok ? added.answer.photoId : ''
  expect(kept()).toEqual(expect.arrayContaining(named(mia.userId, [more])))
  await club.call(mia, removePhoto, { params: { photoId: photoIds[0]! } }, { url })
  const left = [...photoIds.slice(1), more]
  expect(await place()).toMatchObject([{ filesPlace: 's3' }])
  await move('s3')
  await areShown(left)
  expect(kept()).toEqual(named(mia.userId, left))
  expect(await photoFiles(club)).toEqual([])
})

test('cut short before it began, or after its last file, a move knows the place again', async () => {
  const { kept, move, objects, mia, photoIds, areShown, app } = await openMoving()
  const away = { kind: 'error', status: 403, code: 'AccessDenied' } as const
  // its name is there, and not on record
  objects.plant(away, { only: /^GET store-id/, skip: 1 })
  await expect(move('s3')).rejects.toThrow('AccessDenied')
  objects.heal()
  expect([...objects.objects.keys()]).toEqual(['store-id'])
  expect(await move('s3')).toContain('6 files were moved')
  // its name is there still, and no more on record
  objects.plant(away, { only: /^DELETE store-id/ })
  await expect(move('folder')).rejects.toThrow('AccessDenied')
  objects.heal()
  expect([...objects.objects.keys()]).toEqual(['store-id'])
  expect(await move('s3')).toContain('6 files were moved')
  expect(kept()).toEqual(named(mia.userId, photoIds))
  await app.bus.flush()
  await areShown(photoIds)
})

test.each([
  ['copied', 'PUT profile'],
  ['compared', 'GET profile'],
])(
  'what is removed while it is being %s does not come back, and stops no move',
  async (_, step) => {
    const { club, mia, photoIds, kept, move, objects, url } = await openMoving()
    objects.plant({ kind: 'silence' }, { only: new RegExp(`^${step}`) })
    const moving = move('s3')
    await expect.poll(() => objects.requests.some((one) => one.startsWith(step))).toBe(true)
    await club.call(mia, removePhoto, { params: { photoId: photoIds[0]! } }, { url })
    objects.heal()
    await moving
    expect(kept()).toEqual(named(mia.userId, photoIds.slice(1)))
    expect(await photoFiles(club)).toEqual([])
  },
)

test('a move wants to know where to, a bucket that is nobody else’s, and to be alone', async () => {
  const { club, move, objects, place } = await openMoving()
  await expect(move('')).rejects.toThrow('Where to?')
  objects.objects.set('store-id', { bytes: Buffer.from(uuid()), at: now() })
  await expect(move('s3')).rejects.toThrow('is another club’s')
  expect(await place()).toEqual([{ filesPlace: 'folder', filesLeftId: null }])
  expect(await readFile(join(club.dataDir, 'files', 'store-id'), 'utf8')).not.toBe('')
  const config = { ...club.config, bucket: null }
  const without = moveFiles({ config, db: club.app.db, url: club.databaseUrl, now }, 's3')
  await expect(without).rejects.toThrow('FILES_URL must name the bucket')
})

test('a server that was started without the bucket says so instead of finding nothing', async () => {
  const { club, mia, photoIds, move, app } = await openMoving()
  await move('s3')
  await Promise.all([club.app.bus.flush(), app.bus.flush()])
  const seen = await see(club, mia, { memberId: mia.userId, photoId: photoIds[0]! })
  expect(seen.status).toBe(503)
})
