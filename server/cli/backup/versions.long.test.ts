import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { migrate, migrations } from '#server/platform/database/migrate.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { readMails } from '#testing/fixtures/mails.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { uuid } from '#testing/random.ts'
import { backUp } from './backup.ts'

const log = silentLog

test('a backup of a newer club is refused, one of before version 0.8, and one whose migration was edited', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  await asOwner(club, () => `insert into migrations (name, sha256) values ('9999-later.sql', 'x')`)
  const { path } = await backups.backUp()
  const place = await backups.emptyPlace()
  await expect(place.restore(path)).rejects.toThrow('newer version')
  await asOwner(club, () => `update migrations set name = '0001-accounts.sql' where sha256 = 'x'`)
  const { path: before } = await backups.backUp()
  await expect(place.restore(before)).rejects.toThrow('from before version 0.8')
  await asOwner(
    club,
    () => `delete from migrations where sha256 = 'x';
      update migrations set sha256 = 'y' where name like '0012%'`,
  )
  const { path: edited } = await backups.backUp()
  await expect(place.restore(edited)).rejects.toThrow('was edited')
})

test('a club is backed up before it is updated: nothing is changed, and what is new comes with the restore', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const old = await cloneDatabase({ empty: true })
  const db = openDatabase(old.ownerUrl, { max: 1 })
  const before = (await migrations()).slice(0, -1)
  await migrate(db, before)
  const id = uuid()
  await db.run(sql`
    insert into users (id, email, password_hash, created_at) values (${id}, 'mia@example.org', 'x', now())`)
  const config = { ...backups.config, databaseUrl: old.ownerUrl }
  const { path } = await backUp({ config, log, now: club.app.now }, backups.everything)
  expect(await db.rows(sql`select from migrations`)).toHaveLength(before.length)
  await db.end()
  await old.drop()

  const place = await backups.emptyPlace()
  await place.restore(path)
  const there = await place.open()
  expect(await there.db.rows(sql`select id from users`)).toEqual([{ id }])
})

test('what members were promised is done after a restore, what opens something is not mailed', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const { userId, email } = await club.member()
  await club.app.jobs.send(club.db, 'mail_password_changed', { userId })
  await club.app.jobs.send(club.db, 'mail_reset', { email })
  await club.app.jobs.send(club.db, 'clean_up', {})
  const { path } = await backups.backUp()
  const place = await backups.emptyPlace()
  await place.restore(path)
  const { app } = await place.open()
  const waiting = await app.db.rows(
    sql`select name, data from pgboss.job where name not like '\\_%'`,
  )
  expect(waiting).toEqual([{ name: 'mail_password_changed', data: { userId } }])
  await app.jobs.drain()
  const mails = await readMails(join(place.dataDir, 'mail'))
  expect(mails.map(({ to }) => to)).toEqual([email])
})
