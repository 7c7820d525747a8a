import { sql, type Sql } from '#server/platform/database/database.ts'

export async function listFlaggers(on: Sql): Promise<string[]> {
  const rows = await on.rows<{ domain: string }>(
    sql`select domain from trusted_flaggers order by domain`,
  )
  return rows.map(({ domain }) => domain)
}

/** Stores exactly these domains and removes all others; answers false when nothing changed. */
export async function replaceFlaggers(on: Sql, domains: readonly string[]): Promise<boolean> {
  const gone = await on.run(
    sql`delete from trusted_flaggers where domain <> all (${domains}::text[])`,
  )
  const added = await on.run(sql`
    insert into trusted_flaggers select unnest(${domains}::text[]) on conflict do nothing`)
  return gone + added > 0
}
