import { sql, type Sql } from '#server/platform/database/database.ts'

/** Keeps a second filling from starting; answers the demo members’ ids by address, and at how many tables one of them is expected. */
export async function lockTables(
  on: Sql,
  email: string,
): Promise<{ ids: Map<string, string>; tables: number }> {
  const members = await on.rows<{ id: string; email: string }>(
    sql`select id, email from users where is_demo order by id for no key update`,
  )
  const ids = new Map(members.map((member) => [member.email, member.id]))
  const found = await on.row<{ tables: number }>(sql`
    select count(*) as tables from tables where ${ids.get(email) ?? null}::uuid in (one_id, other_id)`)
  return { ids, tables: found?.tables ?? 0 }
}

/** Has one wave at the newest post the other had written by then; answers whether there was one. */
export async function insertDemoWave(
  on: Sql,
  { userId, authorId, at }: { userId: string; authorId: string; at: Date },
): Promise<boolean> {
  const waved = await on.run(sql`
    insert into waves (post_id, user_id, author_id, created_at)
    select p.id, ${userId}::uuid, p.user_id, ${at.toISOString()} from posts p
    where p.user_id = ${authorId} and p.created_at < ${at.toISOString()}
    order by p.created_at desc limit 1`)
  return waved > 0
}

type DemoMessage = {
  id: string
  number: number
  userId: string
  sealed: Buffer
  createdAt: Date
}

/** Adds what was said at a table, and how far both have read. */
export async function insertDemoMessages(
  on: Sql,
  tableId: string,
  messages: readonly DemoMessage[],
  read: { userId: string; number: number }[],
): Promise<void> {
  await on.run(sql`
    insert into table_messages (id, table_id, number, user_id, sealed, created_at)
    select m.id, ${tableId}::uuid, m.number, m.user_id, m.sealed, m.at
    from unnest(${messages.map(({ id }) => id)}::uuid[],
      ${messages.map(({ number }) => number)}::bigint[],
      ${messages.map(({ userId }) => userId)}::uuid[],
      ${messages.map(({ sealed }) => sealed)}::bytea[],
      ${messages.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
      as m (id, number, user_id, sealed, at)`)
  await on.run(sql`update tables set last_number = ${messages.length} where id = ${tableId}`)
  for (const { userId, number } of read)
    await on.run(sql`
      update seats set read_number = ${number} where table_id = ${tableId} and user_id = ${userId}`)
}
