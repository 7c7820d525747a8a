import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { insertLeaving, purgeHour } from '#testing/privacy/leaving.ts'
import { insertPhoto, photoFiles } from '#testing/fixtures/photos.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { backUp } from './backup.ts'

const NOW = '2026-05-04T20:00:00Z'

test('nothing is lost while an account is being purged, and one that only waits for it is backed up whole', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const [mia, tom] = [await club.member(), await club.member()]
  await insertPhoto(club, mia.userId)
  const photoId = await insertPhoto(club, tom.userId)
  await insertLeaving(club, mia)
  club.clock.advance({ days: 30 })
  await insertLeaving(club, tom)
  const { isComplete, path, purging } = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const running = purgeHour(club)
    // her photos are gone, and the row that names them is not
    await untilSomebodyWaits(club)
    return { ...(await backups.backUp()), purging: running }
  })
  await purging
  expect(isComplete).toBe(true)
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('1 more whose time has come')
  expect(await photoFiles(place)).toEqual(
    ['1280', '320'].map((size) => `${tom.userId}/${photoId}-${size}.webp`),
  )
})

test('backups older than 35 days go with the next one, and only what the club made', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const { path: first } = await backups.backUp()
  await mkdir(join(backups.everything, 'club-notes'))
  club.clock.advance({ days: 1 })
  await backups.backUp()
  club.clock.advance({ days: 32 })
  await backups.backUp()
  expect(existsSync(first)).toBe(true)
  // by this time tomorrow it would be more than 35 days old
  club.clock.advance({ days: 1, seconds: 1 })
  const { says } = await backups.backUp()
  expect(says).toContain('1 older ones were removed')
  expect(existsSync(first)).toBe(false)
  expect(await readdir(backups.everything)).toEqual([
    'club-2026-05-05T20-00-00-000Z',
    'club-2026-06-06T20-00-00-000Z',
    'club-2026-06-07T20-00-01-000Z',
    'club-notes',
    'tombstones.json',
  ])
})

test('what was cut short is never taken for a backup, and swept a day later', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const part = join(backups.everything, 'club-2026-05-04T19-00-00-000Z.part')
  await mkdir(part, { recursive: true })
  const place = await backups.emptyPlace()
  await expect(place.restore(part)).rejects.toThrow('never finished')
  await backups.backUp()
  expect(existsSync(part)).toBe(true)
  club.clock.advance({ days: 1 })
  await backups.backUp()
  expect(existsSync(part)).toBe(false)

  // a disk that is full, or a database that goes away
  const gone = new URL(club.databaseUrl)
  gone.pathname = '/nothing'
  const config = { ...backups.config, databaseUrl: gone.href }
  const now = () => new Date('2026-06-01T00:00:00Z')
  await expect(backUp({ config, log: silentLog, now }, backups.everything)).rejects.toThrow()
  expect((await readdir(backups.everything)).map((name) => name.slice(0, 9))).not.toContain(
    'club-2026-06',
  )
})

test('a backup names where it goes: not below DATA_DIR, and the keys never beside the rest', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  await expect(
    backUp({ config: backups.config, log: silentLog, now: club.app.now }),
  ).rejects.toThrow('--to')
  await expect(backups.backUp(join(club.dataDir, 'backups'))).rejects.toThrow('DATA_DIR')
  await backups.backUp()
  await expect(backups.backUpKeys(backups.everything)).rejects.toThrow('other kind')
  await backups.backUpKeys()
  await expect(backups.backUp(backups.keys)).rejects.toThrow('other kind')
  // nor below it, where a copy of the one takes the other along
  await expect(backups.backUpKeys(join(backups.everything, 'our', 'keys'))).rejects.toThrow(
    'other kind',
  )
  await expect(backups.backUp(dirname(backups.keys))).rejects.toThrow('other kind')
})
