import { expect } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'
import { asOwner } from './owner.ts'

/** Ends all lines to the database; each is waited for, so that none goes on to the next test. */
export async function endLines({ app: { db } }: Pick<Club, 'app'>): Promise<void> {
  await db.rows(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  await expect(db.run(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
}

/** From now on the database lets nobody of the club in, and nobody is left there. */
export async function sendDatabaseAway(club: Pick<Club, 'app' | 'databaseUrl'>): Promise<void> {
  const name = new URL(club.databaseUrl).pathname.slice(1)
  await asOwner(club, () => `revoke connect on database ${name} from public`)
  await endLines(club)
}
