import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { now } from '#testing/random.ts'
import { restore } from './restore.ts'

test('the server of a restored club cannot change what is only added to, triggers hold again', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  await club.member()
  const { path } = await backups.backUp()
  const place = await backups.emptyPlace()
  await place.restore(path)
  const { db } = await place.open()
  await expect(db.run(sql`delete from audit`)).rejects.toMatchObject({ code: '42501' })
  const off = await db.rows(sql`select tgname from pg_trigger where tgenabled <> 'O'`)
  expect(off).toEqual([])
})

test('only an empty place is filled', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const { path } = await backups.backUp()
  const place = await backups.emptyPlace()
  await place.restore(path)
  await expect(place.restore(path)).rejects.toThrow(`${place.dataDir} is not empty`)
  await rm(join(place.dataDir, 'files'), { recursive: true })
  await expect(place.restore(path)).rejects.toThrow('The database is not empty')
  const { config, dataDir } = await backups.emptyPlace()
  const at = { config, log: silentLog, now: () => now() }
  await mkdir(join(dataDir, 'files', 'profile-photos'), { recursive: true })
  await expect(restore(at, path)).rejects.toThrow('is not empty')
  await rm(join(dataDir, 'files'), { recursive: true })
  await mkdir(join(dataDir, 'pg'))
  const embedded = { ...config, databaseUrl: null, databaseOwnerUrl: null }
  await expect(restore({ ...at, config: embedded }, path)).rejects.toThrow('is not empty')
})

test.each([
  ['a table', /\.copy\.gz$/],
  ['a photo', /-320\.webp$/],
  ['what it says of itself', /manifest\.json$/],
])('a backup is refused when %s was changed, before anything is touched', async (_, which) => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const mia = await club.member()
  await insertPhoto(club, mia.userId)
  const { path } = await backups.backUp()
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const one = entries.find(({ name }) => which.test(name))!
  const file = join(one.parentPath, one.name)
  const whole = await readFile(file)
  const middle = Math.floor(whole.length / 2)
  const changed = whole.map((byte, at) => (at === middle ? byte ^ 1 : byte))
  await writeFile(file, changed)
  const place = await backups.emptyPlace()
  await expect(place.restore(path)).rejects.toThrow('is not as it was written')
  await writeFile(file, whole)
  expect(await place.restore(path)).toContain('is restored')
})
