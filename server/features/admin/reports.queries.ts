import { sql, type Sql } from '#server/platform/database/database.ts'

// What the house says of the desk's cases and statements: numbers, and nothing of what is in them.

/** How many statements of reasons a member was given. */
export async function countStatements(on: Sql, userId: string): Promise<number> {
  const row = await on.row<{ count: number }>(
    sql`select count(*)::int as count from statements where user_id = ${userId}`,
  )
  return row?.count ?? 0
}
