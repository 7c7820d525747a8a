import { sql, type Sql } from '#server/platform/database/database.ts'

/** The database itself lets none go that is younger than the law says. */
export async function deleteVouchers(on: Sql, before: Date): Promise<number> {
  const row = await on.row<{ removed: number }>(
    sql`select forget_vouchers(${before.toISOString()}) as removed`,
  )
  return row?.removed ?? 0
}
