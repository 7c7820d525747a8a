import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discardPhoto } from '#server/features/members/photos.files.ts'
import { findPhotos, withdrawPhoto } from '#server/features/members/photos.queries.ts'
import { expectedHeads } from '#server/cli/audit.ts'
import { audit, auditHead } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, photoFiles } from '#testing/fixtures/photos.ts'
import { now } from '#testing/random.ts'
import { until } from '#testing/until.ts'

const NOW = '2026-05-04T20:00:00Z'

test('while members post and change photos, a backup holds one moment of everything', async () => {
  await using salon = await openLounge({ config: { limitsFactor: 1000 } })
  const { club, room } = salon
  await using backups = await openBackups(club)
  const members = [await salon.guest(), await salon.guest()]
  await insertPhoto(club, members[0]!.userId)
  let isOver = false
  const act = async (as: (typeof members)[number]) => {
    while (!isOver) {
      await salon.post(as)
      await insertPhoto(club, as.userId)
      const photos = (await findPhotos(club.db, as.userId)) ?? []
      for (const photoId of photos.slice(0, -4)) {
        await withdrawPhoto(club.db, as.userId, photoId)
        await discardPhoto(club.app.photos, as.userId, photoId)
      }
    }
  }
  const untilMore = async () => {
    const before = (await salon.numbersIn(room.id)).length
    await until(async () => (await salon.numbersIn(room.id)).length >= before + 5)
  }
  const acting = members.map(act)
  await untilMore()
  const backingUp = backups.backUp()
  await Promise.allSettled([backingUp])
  await untilMore()
  isOver = true
  await Promise.all(acting)
  const { path, isComplete } = await backingUp
  expect(isComplete).toBe(true)

  const place = await backups.emptyPlace()
  await place.restore(path)
  await place.bringKeys()
  const { db, app } = await place.open()
  const rows = await db.rows<{ number: number; last: number }>(sql`
    select number, (select last_number from rooms where id = ${room.id}) as last
    from posts where room_id = ${room.id} order by number`)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
  expect(rows.at(-1)?.last).toBe(rows.length)
  const listed = await db.rows<{ key: string }>(sql`
    select p.id || '/' || photo || '-' || size || '.webp' as key
    from profiles p, unnest(photos) photo, unnest(array['320', '1280']) size`)
  expect(listed.length).toBeGreaterThan(1)
  for (const { key } of listed) expect(await app.photos.get(key)).not.toBeNull()
  // and no file of a photo that was not there at that moment
  expect(await photoFiles(place)).toEqual(listed.map(({ key }) => key).sort())
})

test('a photo that is lost does not keep the rest from being backed up, and is named', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const { userId } = await club.member()
  const photoId = await insertPhoto(club, userId)
  await insertPhoto(club, userId)
  const key = `profile-photos/${userId}/${photoId}-320.webp`
  await rm(join(club.dataDir, 'files', key))
  const { isComplete, says, path } = await backups.backUp()
  expect(isComplete).toBe(false)
  expect(says).toContain(`Missing, though a row names it: files/${key}`)
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('is restored')
})

test('a backup holds the head the audit log had, which the log is compared with later', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  await audit(club.db, { at: now(), actorId: null, action: 'role_granted' })
  const { path, says } = await backups.backUp()
  const { head } = (await auditHead(club.db))!
  expect(says).toContain(head)
  expect(await expectedHeads({ backup: path })).toEqual([head])
})

test('nobody but the club’s user can read a backup, and nothing in it opens a document', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  await insertPhoto(club, (await club.member()).userId)
  const { path } = await backups.backUp()
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o077]).toEqual([entry.name, 0])
  }
  const tables = entries.map(({ name }) => name).filter((name) => name.endsWith('.copy.gz'))
  expect(tables).toContain('users.copy.gz')
  for (const secret of ['sessions', 'id_file_keys', 'email_tokens', 'pending_log_ins'])
    expect(tables).not.toContain(`${secret}.copy.gz`)
})
