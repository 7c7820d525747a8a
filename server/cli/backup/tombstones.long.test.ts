import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startClub } from '#server/start.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { leave, leaveForGood, openSecondSession } from '#testing/privacy/leaving.ts'
import { ledger, subscribeMember } from '#testing/billing/subscribers.ts'
import { uuid } from '#testing/random.ts'
import { examine } from '../doctor.ts'
import { restore } from './restore.ts'

const NOW = '2026-05-04T20:00:00Z'

test('whose time came while there was no club goes as well', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  await leave(club, await club.member())
  const { path } = await backups.backUp()
  club.clock.advance({ days: 30 })
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('1 more whose time has come')
})

test('of a subscriber who is purged again the books stay, without the person', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  await using backups = await openBackups(club)
  const mia = await club.member()
  await subscribeMember(club, mia)
  await club.mails()
  const books = await ledger(club)
  const { path } = await backups.backUp()
  await leaveForGood(club, await openSecondSession(club, mia))
  await backups.backUp()
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('Purged again: 1 accounts')
  const { db } = await place.open()
  expect(await db.rows(sql`select user_id from subscriptions`)).toEqual([{ userId: null }])
  expect(await ledger({ ...club, db: { ...club.db, ...db } })).toEqual(books)
})

test('without the list of who was purged, or with one from before, nothing is restored', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const first = await backups.backUp()
  const list = join(backups.everything, 'tombstones.json')
  const old = join(backups.folder, 'old.json')
  await cp(list, old)
  club.clock.advance({ days: 1 })
  const { path } = await backups.backUp()
  const away = join(backups.folder, 'away', 'club')
  await cp(path, away, { recursive: true })

  const place = await backups.emptyPlace()
  await expect(place.restore(away)).rejects.toThrow('--tombstones')
  await expect(place.restore(away, old)).rejects.toThrow('older than the backup')
  await writeFile(join(backups.folder, 'cut.json'), (await readFile(list)).subarray(0, -9))
  await expect(place.restore(away, join(backups.folder, 'cut.json'))).rejects.toThrow(
    'not as it was',
  )
  await expect(place.restore(first.path, old)).resolves.toContain('is restored')
  const second = await backups.emptyPlace()
  expect(await second.restore(away, list)).toContain('is restored')
})

test('a club begun anew forgets none of those the one before it purged', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const userId = uuid()
  await club.db.run(sql`insert into tombstones values (${userId}, ${NOW})`)
  await backups.backUp()
  await using other = await openClub({ now: '2026-05-05T20:00:00Z' })
  await using anew = await openBackups(other)
  await anew.backUp(backups.everything)
  expect(await readFile(join(backups.everything, 'tombstones.json'), 'utf8')).toContain(userId)
})

test('a restore that was cut short opens to nobody, since those who were purged may be there', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const mia = await club.member()
  const { path } = await backups.backUp()
  await leaveForGood(club, mia)
  await backups.backUp()
  const place = await backups.emptyPlace()
  let asked = 0
  // first for the backup's age, before anything is touched
  const now = () => {
    asked += 1
    if (asked > 1) throw new Error('killed')
    return club.app.now()
  }
  const { config } = place
  await expect(restore({ config, log: silentLog, now }, path)).rejects.toThrow('killed')
  const db = openDatabase(config.databaseUrl!, { max: 1 })
  expect(await db.rows(sql`select email from users`)).toEqual([{ email: mia.email }])
  await db.end()

  await expect(startClub({ ...config, port: 0 }, silentLog)).rejects.toThrow('was cut short')
  const findings = await examine(config, silentLog)
  expect(findings.find(({ about }) => about === 'database')).toMatchObject({ isWell: false })
  await expect(place.restore(path)).rejects.toThrow('not empty')
})

test('no longer than there are backups from before it is known who was purged', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const { path } = await backups.backUp()
  const userId = uuid()
  await club.db.run(sql`insert into tombstones values (${userId}, ${NOW})`)
  club.clock.advance({ days: 34 })
  await backups.backUp()
  const list = join(backups.everything, 'tombstones.json')
  expect(await readFile(list, 'utf8')).toContain(userId)
  const old = join(backups.folder, 'kept', 'club')
  await cp(path, old, { recursive: true })
  club.clock.advance({ days: 2 })
  await backups.backUp()
  expect(await readFile(list, 'utf8')).not.toContain(userId)
  const place = await backups.emptyPlace()
  await expect(place.restore(old, list)).rejects.toThrow('older than backups are kept')
})
