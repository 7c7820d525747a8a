import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Lets accounts in that wait, and answers whom: of two at once, one does. */
export async function admitAccounts(on: Sql, ids: string[], now: Date): Promise<string[]> {
  const admitted = await on.rows<{ id: string }>(sql`
    update users set admitted_at = ${now.toISOString()}
    where id = any(${ids}::uuid[]) and admitted_at is null returning id`)
  return admitted.map(({ id }) => id)
}

/** SQL: whether this address (lower case) was declined, and that still stands. */
const declinedSql = (email: Query): Query =>
  sql`exists (select from waitlist w where w.email = ${email} and is_declined(w))`

type Coming = { userId: string; mustConfirm: boolean }

/** As `admitAccounts`, for an account while the club admits everybody: unless the club declined it. */
export async function admitComing(
  on: Sql,
  { userId, mustConfirm }: Coming,
  now: Date,
): Promise<boolean> {
  const admitted = await on.run(sql`
    update users u set admitted_at = ${now.toISOString()}
    where u.id = ${userId} and u.admitted_at is null
      and (u.email_confirmed_at is not null or not ${mustConfirm}::boolean)
      and not ${declinedSql(sql`u.email`)}`)
  return admitted > 0
}

/** `email` in lower case. */
export const isDeclined = async (on: Sql, email: string): Promise<boolean> =>
  (await on.row(sql`select where ${declinedSql(sql`${email}`)}`)) !== undefined
