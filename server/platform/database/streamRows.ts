import { raw, sql, type Query, type Sql } from '#server/platform/database/database.ts'

const AT_ONCE = 200

/**
 * The rows of a query, however many, some at a time: only within a transaction, one query after
 * the other.
 */
export async function* streamRows<T>(tx: Sql, query: Query): AsyncGenerator<T[]> {
  await tx.run(sql`declare in_turn no scroll cursor for ${query}`)
  for (;;) {
    const rows = await tx.rows<T>(sql`fetch ${raw(String(AT_ONCE))} from in_turn`)
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) break
  }
  await tx.run(sql`close in_turn`)
}
