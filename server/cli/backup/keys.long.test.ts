import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filterBanned } from '#server/features/accounts/bans/bans.service.ts'
import { ban } from '#testing/moderation/banning.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { insertLeaving, leave } from '#testing/privacy/leaving.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'
import { bytes } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'

test('a backup of the keys says which of them it did not find, and ends as a failure', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  await insertSubmission(club, await club.member())
  const keys = join(club.dataDir, 'keys')
  await rm(join(keys, 'kek.2026-05'))
  expect(await backups.backUpKeys()).toMatchObject({
    isComplete: false,
    says: expect.stringContaining(`documents need it: ${keys}/kek.2026-05;`),
  })
  // another folder, or one that cannot be read, is no folder without keys
  await rename(keys, `${keys}.away`)
  await expect(backups.backUpKeys()).rejects.toThrow('set KEK_FILE to')
  await writeFile(keys, '')
  await expect(backups.backUpKeys()).rejects.toThrow('(ENOTDIR)')
  expect(await readdir(backups.keys)).toHaveLength(1)
})

test('the keys come back after a restore that purged somebody, banned or not', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const [mia, tom] = [await club.member(), await club.member()]
  await leave(club, mia)
  await ban(club, tom)
  await insertLeaving(club, tom)
  const { path } = await backups.backUp()
  await backups.backUpKeys()
  const keys = join(backups.keys, (await readdir(backups.keys))[0]!)
  club.clock.advance({ days: 30 })
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('2 more whose time has come')
  expect(await place.restore(keys)).toContain('1 of 1 key files')
  const { app, db } = await place.open()
  // known again by what was remembered when the ban was spoken
  expect([...(await filterBanned(db, app, [mia.email, tom.email]))]).toEqual([tom.email])
})

test('a backup of the keys is gone after a week, and a changed one is refused', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  await insertSubmission(club, await club.member())
  await backups.backUpKeys()
  const first = join(backups.keys, (await readdir(backups.keys))[0]!)
  club.clock.advance({ days: 6 })
  await backups.backUpKeys()
  expect(existsSync(first)).toBe(true)
  await writeFile(join(first, 'keys', '2026-05'), bytes(32))
  const place = await backups.emptyPlace()
  await expect(place.restore(first)).rejects.toThrow('is not as it was')
  const [, second = ''] = await readdir(backups.keys)
  await expect(place.restore(join(backups.keys, second))).rejects.toThrow('comes first')
  club.clock.advance({ seconds: 1 })
  expect((await backups.backUpKeys()).says).toContain('1 older ones were removed')
  expect(existsSync(first)).toBe(false)
})
