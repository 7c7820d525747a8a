import { expect, test } from 'vitest'
import { sql } from './platform/database.ts'
import { openClub } from './testing/club.ts'
import { asOwner } from './testing/owner.ts'

test('a club that its database refuses is not ready, whatever the reason', async () => {
  await using club = await openClub()
  const ready = async () => (await fetch(`${club.url}/readyz`)).status
  expect(await ready()).toBe(200)
  const name = new URL(club.databaseUrl).pathname.slice(1)
  await asOwner(club, () => `revoke connect on database ${name} from public`)
  const { db } = club.app
  // each is waited for, so that none goes on to the next test
  await db.rows(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  await expect(db.run(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
  expect(await ready()).toBe(503)
})
