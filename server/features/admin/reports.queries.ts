import { sql, type Sql } from '#server/platform/database/database.ts'

// What the house says of the desk's cases and statements: numbers, and nothing of what is in them.

/** How many statements of reasons a member was given, without those about their reports of the viewer. */
export async function countStatements(
  on: Sql,
  { userId, viewerId }: { userId: string; viewerId: string },
): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::int as count from statements s where s.user_id = ${userId}
      and (s.user_id = ${viewerId} or not exists (select from cases c
        where c.id = s.case_id and c.user_id = ${viewerId}))`)
  return row?.count ?? 0
}
