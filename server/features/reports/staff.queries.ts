import { sql, type Sql } from '#server/platform/database.ts'

/** Whoever decides about reports. */
export async function listStaff(on: Sql): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(
    sql`select distinct user_id as id from user_roles order by 1`,
  )
  return rows.map(({ id }) => id)
}

/** Whether nobody else is an admin who could act. Of several who end admins' time at once, one after the other. */
export async function isLastAdmin(on: Sql, userId: string, now: Date): Promise<boolean> {
  await on.run(sql`
    select from user_roles where role = 'admin' order by user_id for update`)
  const row = await on.row<{ isLast: boolean }>(sql`
    select coalesce(bool_and(u.id = ${userId}), false) as is_last
    from user_roles r join users u on u.id = r.user_id join profiles p on p.id = u.id
    where r.role = 'admin' and not p.is_hidden
      and (u.suspended_until is null or u.suspended_until <= ${now.toISOString()})`)
  return row!.isLast
}

/** Marks what is past its time as said; answers whom each that nobody was told of yet is about. */
export async function takeOverdueCases(on: Sql, now: Date): Promise<string[][]> {
  const at = now.toISOString()
  const rows = await on.rows<{ userId: string | null }>(sql`
    update cases set alerted_at = ${at}
    where decided_at is null and alerted_at is null and due_at <= ${at} returning user_id`)
  return rows.map(({ userId }) => (userId ? [userId] : []))
}

/** Keeps the most of those who were seen in this month (Art. 24 (3) DSA). */
export async function noteRecipients(on: Sql, now: Date): Promise<void> {
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'Europe/Berlin')::date`
  await on.run(sql`
    insert into monthly_recipients
    select ${month}, count(*) from users where last_seen_on >= ${month} and not is_demo
    on conflict (month) do update set count = greatest(monthly_recipients.count, excluded.count)`)
}
