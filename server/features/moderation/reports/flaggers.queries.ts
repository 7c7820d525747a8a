import { sql, type Sql } from '#server/platform/database/database.ts'

export async function listFlaggers(on: Sql): Promise<string[]> {
  const rows = await on.rows<{ domain: string }>(
    sql`select domain from trusted_flaggers order by domain`,
  )
  return rows.map(({ domain }) => domain)
}

type Changed = { domains: readonly string[]; before: readonly string[] | null }

/**
 * Stores these domains and removes all others, or, of a page that showed those `before`, only what it changed; answers
 * false when nothing changed.
 */
export async function changeFlaggers(on: Sql, { domains, before }: Changed): Promise<boolean> {
  const gone = await on.run(sql`
    delete from trusted_flaggers where domain <> all (${domains}::text[])
      and domain = any (coalesce(${before}::text[], array[domain]))`)
  const added = await on.run(sql`
    insert into trusted_flaggers select wanted.domain from unnest(${domains}::text[]) wanted (domain)
    where wanted.domain <> all (coalesce(${before}::text[], '{}')) on conflict do nothing`)
  return gone + added > 0
}
