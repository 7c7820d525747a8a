import { sql, type Sql } from '#server/platform/database/database.ts'

/** Until when payments open rooms. */
export async function writeAccess(on: Sql, userId: string, until: Date): Promise<void> {
  await on.run(sql`
    insert into paid_access as a (user_id, active_until)
    values (${userId}, ${until.toISOString()})
    on conflict (user_id) do update set active_until = excluded.active_until
    where a.active_until <> excluded.active_until`)
}
