import { sql, type Sql } from '#server/platform/database/database.ts'

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
