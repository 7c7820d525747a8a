import { raw, sql, type Sql } from './database.ts'

/** Tables the server itself can only add to; changing them takes the owner of the database. */
const APPEND_ONLY = ['audit']

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Lets the role the server runs as use what the owner's migrations made: everything it needs and
 * not more. Run as the owner, after every migration.
 */
export async function grantToApp(owner: Sql, role: string): Promise<void> {
  const app = quoted(role)
  const base = await owner.row<{ name: string }>(sql`select current_database() as name`)
  // the job queue makes a schema of its own
  await owner.script(`
    grant connect, create, temporary on database ${quoted(base?.name ?? '')} to ${app};
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    grant usage on all sequences in schema public to ${app};
    grant execute on all functions in schema public to ${app};
    revoke insert, update, delete on migrations from ${app}`)
  for (const table of APPEND_ONLY)
    await owner.run(raw(`revoke update, delete on ${table} from ${app}`) as never)
}
