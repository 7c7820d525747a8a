import { sql, type Sql } from '#server/platform/database/database.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'

/**
 * Notes that the contacts of the member a case banned are to be warned. Returns that member, or null: the ban
 * was for no scam, or their contacts were warned already and the ban they were warned for still stands.
 */
export async function noteWarning(
  on: Sql,
  { caseId, isScam }: { caseId: string; isScam: boolean },
): Promise<string | null> {
  const row = await on.row<{ userId: string }>(sql`
    insert into scam_warnings as w (user_id, ban_id)
    select s.user_id, s.id from statements s
    where s.case_id = ${caseId} and s.kind = 'ban' and s.lifted_at is null
      and s.user_id is not null and (${isScam}::boolean or exists (select from reports r
        where r.case_id = s.case_id and r.reason in ('scam', 'fraud') and r.unfounded_at is null))
    order by s.starts_at desc limit 1
    on conflict (user_id) do update set ban_id = excluded.ban_id, told_at = null
      where not exists (select from statements b where b.id = w.ban_id and b.lifted_at is null)
    returning user_id`)
  return row?.userId ?? null
}

/** Of several at once one warns; nobody does when the ban was lifted meanwhile. */
export async function takeWarning(on: Sql, userId: string, now: Date): Promise<boolean> {
  const taken = await on.run(sql`
    update scam_warnings w set told_at = ${now.toISOString()}
    where w.user_id = ${userId} and w.told_at is null and exists (
      select from statements b where b.id = w.ban_id and b.lifted_at is null)`)
  return taken > 0
}

/**
 * Members who sat at a table with somebody, waved at, answered or named them since then, or were waved
 * at, answered or named, also where that was changed or taken back since: it rang; without staff, and without those
 * who had blocked them: they knew. Members who are leaving are included: the scammer may have told them to.
 */
export async function listContacts(
  on: Sql,
  userId: string,
  { since, now }: { since: Date; now: Date },
): Promise<string[]> {
  const from = sql`${since.toISOString()}::timestamptz`
  const rows = await on.rows<{ id: string }>(sql`
    with met as (
      select author_id as id from waves where user_id = ${userId} and created_at > ${from}
      union select user_id from waves where author_id = ${userId} and created_at > ${from}
      union select case when t.one_id = ${userId} then t.other_id else t.one_id end from tables t
        where (t.one_id = ${userId} or t.other_id = ${userId})
          and coalesce(t.ended_at, t.opened_at) > ${from}
      union select o.user_id from posts p join posts o on o.id = p.reply_to
        where p.user_id = ${userId} and p.created_at > ${from}
      union select p.user_id from posts o join posts p on p.reply_to = o.id
        where o.user_id = ${userId} and p.created_at > ${from}
      union select m.user_id from posts p join post_mentions m on m.post_id = p.id
        where p.user_id = ${userId} and p.created_at > ${from}
      union select p.user_id from post_mentions m join posts p on p.id = m.post_id
        where m.user_id = ${userId} and p.created_at > ${from}
      union select user_id from bell_items
        where actor_id = ${userId} and kind = 'mention' and created_at > ${from}
      union select actor_id from bell_items
        where user_id = ${userId} and kind = 'mention' and created_at > ${from})
    select u.id from met join users u using (id)
    where u.id <> ${userId} and u.admitted_at is not null and not u.is_demo
      and u.restricted_at is null
      and not ${isSuspended(sql`u`, now)}
      and not exists (select from user_roles r where r.user_id = u.id)
      and not exists (select from blocks b where b.blocker_id = u.id and b.blocked_id = ${userId})
    order by u.id`)
  return rows.map(({ id }) => id)
}
