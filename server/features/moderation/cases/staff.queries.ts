import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Marks overdue cases as notified; returns whom each newly marked one is about. */
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

/**
 * SQL: a word that changes with what the desk shows somebody, and with nothing else: neither with cases
 * about themselves, nor with what they object to, nor with why they were put away.
 */
const deskStateSql = (viewerId: Query): Query => {
  const isOfOthers = (id: Query) => sql`${id} is distinct from ${viewerId}`
  const open = sql`c.decided_at is null and ${isOfOthers(sql`c.user_id`)}`
  return sql`md5(concat_ws('|',
    (select string_agg(concat_ws(' ', c.id, c.user_id, c.urgency, c.is_trusted, c.due_at, c.alerted_at), ','
        order by c.id)
      from cases c where ${open}),
    (select count(*) from reports r join cases c on c.id = r.case_id where ${open}),
    (select count(*) from evidence e join cases c on c.id = e.case_id where ${open}),
    (select string_agg(concat_ws(' ', g.id, g.upheld_at), ',' order by g.id) from age_checks g
      where g.decided_at is null and ${isOfOthers(sql`g.user_id`)}),
    (select string_agg(h.id::text, ',' order by h.id) from handovers h join cases c on c.id = h.case_id
      where h.answered_at is null and ${isOfOthers(sql`c.user_id`)}),
    (select string_agg(concat_ws(' ', a.id, a.alerted_at), ',' order by a.id) from appeals a
      left join statements s on s.id = a.statement_id left join reports r on r.id = a.report_id
      left join cases c on c.id = coalesce(s.case_id, r.case_id)
      where a.decided_at is null and ${isOfOthers(sql`a.user_id`)} and ${isOfOthers(sql`c.user_id`)}),
    (select concat_ws(' ', count(*), max(g.given_at)) from signals g where ${isOfOthers(sql`g.about_id`)}),
    (select concat_ws(' ', count(*), max(g.seen_at)) from signals_seen g where ${isOfOthers(sql`g.about_id`)})))`
}

/** What the desk shows each of these staff, as a word that changes with it, by their ids. */
export async function listDeskStates(
  on: Sql,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await on.rows<{ id: string; state: string }>(sql`
    select v.id, ${deskStateSql(sql`v.id`)} as state from unnest(${userIds}::uuid[]) v (id)`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}
