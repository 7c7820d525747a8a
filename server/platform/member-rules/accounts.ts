import { sql, type Sql } from '#server/platform/database/database.ts'

/**
 * From here on until the transaction ends, whoever else acts on the account waits; false when it is
 * gone. Taken before anything that hangs on the account: in the other order two would wait for each
 * other.
 */
export async function holdAccount(on: Sql, userId: string): Promise<boolean> {
  return (await on.run(sql`select from users where id = ${userId} for no key update`)) > 0
}

/** Several, in the order everybody takes them in. */
export async function holdAccounts(on: Sql, userIds: readonly string[]): Promise<void> {
  await on.run(sql`
    select from users where id = any (${userIds}::uuid[]) order by id for no key update`)
}
