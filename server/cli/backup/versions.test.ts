import { expect, test } from 'vitest'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { migrations } from '#server/platform/database/migrate.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { restore } from './restore.ts'

const log = silentLog

test('a backup becomes one of this version: what is new runs on the rows that came back', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const mia = await club.member()
  const { path } = await backups.backUp()
  const { config } = await backups.emptyPlace()
  const text = `alter table users add column shouts text;
    update users set shouts = upper(email)`
  const files = [...(await migrations()), { name: '9999-later.sql', sha256: 'x', text }]
  await restore({ config, log, now: club.app.now, files }, path)
  const db = openDatabase(config.databaseUrl!, { max: 1 })
  const rows = await db.rows(sql`select shouts from users`)
  await db.end()
  expect(rows).toEqual([{ shouts: mia.email.toUpperCase() }])
})
