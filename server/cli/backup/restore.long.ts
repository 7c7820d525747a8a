import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { openBackups } from '#server/testing/backups.ts'
import { openClub } from '#server/testing/club.ts'
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
