import type { App } from '#server/platform/context.ts'
import { sql } from './database.ts'

/** What a process holds besides its pool: three for the queue, and two that listen. */
const BESIDES = 5

type Found = { processes: number; available: number }

/**
 * Says once, as a process starts, that the database has fewer connections than all processes of this club
 * may take, were each set as this one is: otherwise the first to notice would be members refused in a crowd.
 * Through a pooler it is the pooler that holds them.
 */
export async function warnOfFewConnections({ config, db, log }: App): Promise<void> {
  if (db.isPooled) return
  const found = await db.row<Found>(sql`
    select (select count(*)::int from pg_stat_activity where application_name = 'club listening'
        and datname = current_database() and usename = current_user) as processes,
      least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1), current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
        - (select count(*)::int from pg_stat_activity where datid is not null
          and (datname <> current_database() or usename <> current_user))) as available
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`)
  const { processes, available } = found!
  const wanted = processes * (config.databasePool + BESIDES + (config.metricsPort === null ? 0 : 1))
  if (wanted > available)
    log.warn(
      { processes, wanted, available },
      'the database has fewer connections than the processes of this club may take; raise its max_connections, or lower DATABASE_POOL',
    )
}
