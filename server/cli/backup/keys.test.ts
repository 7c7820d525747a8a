import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/verification/documents.service.ts'
import { openApp } from '#server/app.ts'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { leave } from '#testing/privacy/leaving.ts'
import { documentBytes, insertSubmission } from '#testing/fixtures/submissions.ts'
import { bytes } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'

/** Everything a backup holds, unpacked, as one text a secret could be found in. */
async function everythingIn(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const bytes = files.map(async ({ parentPath, name }) => {
    const read = await readFile(join(parentPath, name))
    return name.endsWith('.gz') ? gunzipSync(read) : read
  })
  return Buffer.concat(await Promise.all(bytes))
}

test('what was shredded opens from no backup, not even with all the keys of today', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const [mia, tom] = [await club.member(), await club.member()]
  const mias = await insertSubmission(club, mia)
  const toms = await insertSubmission(club, tom)
  const wrapped = await club.db.rows<{ wrapped: Buffer }>(sql`select wrapped from id_file_keys`)
  const { path } = await backups.backUp()
  expect((await backups.backUpKeys()).says).toContain('a week at most')
  const [whole = ''] = await readdir(backups.keys)
  const kek = await readFile(join(club.dataDir, 'keys', 'kek.2026-05'))
  const held = await everythingIn(path)
  for (const secret of [kek, ...wrapped.map((row) => row.wrapped)])
    for (const written of [secret, Buffer.from(secret.toString('hex'))])
      expect(held.includes(written)).toBe(false)

  // Mia goes: her documents are shredded at once, her account waits for its purge
  await leave(club, mia)
  club.clock.advance({ minutes: 1 })
  await backups.backUpKeys()
  const newest = (await readdir(backups.keys)).at(-1)!

  const place = await backups.emptyPlace()
  await cp(join(club.dataDir, 'keys'), join(place.dataDir, 'keys'), { recursive: true })
  await place.restore(path)
  const { app } = await place.open()
  const front = (id: string) => readDocument(app, id, 'front')
  expect([await front(mias.id), await front(toms.id)]).toEqual([null, null])
  const files = await readdir(join(place.dataDir, 'files', 'id-uploads', mia.userId))
  expect(files).toHaveLength(3)

  expect(await place.restore(join(backups.keys, newest))).toContain('3 of 3 document keys')
  expect([await front(mias.id), await front(toms.id)]).toEqual([
    null,
    documentBytes(toms.id, 'front'),
  ])
  // that it was the keys: those from before her deletion, which are gone within a week, open hers
  await place.restore(join(backups.keys, whole))
  expect(await front(mias.id)).toEqual(documentBytes(mias.id, 'front'))
})

test('the keys come back where there are none, never over others, and open what they opened', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const { userId } = await club.member()
  const sealed = await club.app.strongbox.seal('totp', userId, Buffer.from('a secret'))
  await insertSubmission(club, { userId })
  const { path } = await backups.backUp()
  await backups.backUpKeys()
  const keys = join(backups.keys, (await readdir(backups.keys))[0]!)

  const place = await backups.emptyPlace()
  await place.restore(path)
  const folder = join(place.dataDir, 'keys')
  const start = () =>
    openApp(place.config, place.config.databaseUrl!, { log: silentLog, work: false })
  await expect(start()).rejects.toThrow('restore a backup of the keys')
  await mkdir(folder)
  await writeFile(join(folder, 'kek.2026-05'), bytes(32))
  await expect(place.restore(keys)).rejects.toThrow('is another key')
  expect(await readdir(folder)).toEqual(['kek.2026-05'])
  const own = await readFile(join(club.dataDir, 'keys', 'kek.2026-05'))
  await writeFile(join(folder, 'kek.2026-05'), own)
  expect(await place.restore(keys)).toContain('1 of 2 key files and 3 of 3')
  expect(await place.restore(keys)).toContain('0 of 2 key files and 0 of 3')
  expect((await stat(join(folder, 'kek.lasting'))).mode & 0o077).toBe(0)
  const { app } = await place.open()
  expect((await app.strongbox.open('totp', userId, sealed)).toString()).toBe('a secret')
})
