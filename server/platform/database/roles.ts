import { PLANNING, raw, sql, STATEMENT_MS, UNFINISHED_MS, type Database } from './database.ts'
import { STRUCTURE_LOCK } from './migrate.ts'

/** Tables the server itself can only add to; changing them takes the owner of the database. */
export const APPEND_ONLY = [
  'audit',
  'consent_ledger',
  'consent_log',
  'retention_runs',
  'ledger_entries',
  'subscription_events',
  'invoices',
  'declarations',
  'plan_prices',
  'tombstones',
  'year_figures',
]

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Lets the role the server runs as use what the owner's migrations made: everything it needs and
 * not more. Run as the owner, after every migration.
 */
export async function grantToApp(owner: Database, role: string): Promise<void> {
  const app = quoteName(role)
  await owner.transaction(async (tx) => {
    // two that grant at once are an error to PostgreSQL
    await tx.run(sql`select pg_advisory_xact_lock(${STRUCTURE_LOCK})`)
    const base = await tx.row<{ name: string; ownsQueue: boolean }>(sql`
      select current_database() as name,
        exists (select from pg_namespace where nspname = 'pgboss'
          and nspowner = current_user::regrole) as owns_queue`)
    const database = quoteName(base!.name)
    // a role that may create objects, even temporary ones, could shadow what the owner's statements name
    await tx.script(`
      revoke create, temporary on database ${database} from public, ${app};
      revoke create on schema public from public, ${app};
      revoke all on all tables in schema public from ${app};
      grant connect on database ${database} to ${app};
      grant usage on schema public to ${app};
      grant select, insert, update, delete on all tables in schema public to ${app};
      grant usage on all sequences in schema public to ${app};
      grant execute on all functions in schema public to ${app};
      revoke insert, update, delete on migrations from ${app}`)
    // in a club from before this schema was the owner's, the app made it and keeps it
    if (base!.ownsQueue) await tx.script(`grant usage, create on schema pgboss to ${app}`)
    for (const table of APPEND_ONLY)
      await tx.run(raw(`revoke update, delete on ${table} from ${app}`) as never)
  })
}

/**
 * A client of a pooler cannot set session parameters, so they are set on the role, in this database alone.
 * Run as that role, on a connection that bypasses the pooler.
 */
export async function keepRoleSettings(direct: Database): Promise<void> {
  const wanted = [
    `idle_in_transaction_session_timeout=${UNFINISHED_MS}`,
    `plan_cache_mode=${PLANNING}`,
    `statement_timeout=${STATEMENT_MS}`,
  ]
  await direct.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${STRUCTURE_LOCK})`)
    const found = await tx.row<{ database: string; isKept: boolean }>(sql`
      select current_database()::text as database, exists (
        select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database() and s.setrole = current_user::regrole
          and s.setconfig @> ${wanted}::text[]) as is_kept`)
    if (!found || found.isKept) return
    for (const setting of wanted)
      await tx.script(
        `alter role current_user in database ${quoteName(found.database)} set ${setting}`,
      )
  })
}
