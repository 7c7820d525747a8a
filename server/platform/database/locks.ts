import { sql, type Sql } from './database.ts'

/** Who holds something of the club's tables for longest, in words: what a change of a table waits for. */
export async function describeHolder(on: Sql): Promise<string> {
  const found = await on.row<{
    pid: number
    role: string | null
    tables: string
    forS: number
  }>(sql`
    select l.pid, a.usename::text as role, string_agg(distinct c.relname::text, ', ') as tables,
      coalesce(extract(epoch from clock_timestamp() - a.xact_start)::int, 0) as for_s
    from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
    where l.granted and l.pid <> pg_backend_pid() and c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace
      and l.database = (select oid from pg_database where datname = current_database())
    group by l.pid, a.usename, a.xact_start order by a.xact_start nulls last limit 1`)
  if (!found) return 'a lock that somebody held until just now'
  const { pid, role, tables, forS } = found
  return `a lock that connection ${pid} of the role ${role ?? '?'} holds on ${tables}, for ${forS} s so far`
}
