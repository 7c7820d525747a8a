import type { Person } from '#contract/moderation/caseFile.ts'
import { isoSql } from '#server/platform/database/cells.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Days during which somebody counts as new. */
const NEW_DAYS = 7
/** Statements the desk is shown of somebody. */
const STATEMENTS = 20

/**
 * What the desk sees of people: how they stand, and what was reported and decided before. Reports about the
 * viewer, and what came of them, are left out, both on the reporter's card and on the viewer's own.
 */
export function listPeople(
  on: Sql,
  ids: readonly string[],
  { now, viewerId }: { now: Date; viewerId: string },
): Promise<Person[]> {
  const isOfOthers = (caseId: Query) => sql`not exists (select from cases k
    where k.id = ${caseId} and k.user_id = ${viewerId})`
  const at = sql`${now.toISOString()}::timestamptz`
  const limited = (kind: string) => sql`
    (select max(s.ends_at) from statements s where s.user_id = u.id and s.kind = ${kind}
      and s.lifted_at is null and s.ends_at > ${at} and ${isOfOthers(sql`s.case_id`)})`
  return on.rows<Person>(sql`
    select u.id, p.username, p.verification_status = 'verified' as is_verified,
      to_char(u.created_at at time zone 'Europe/Berlin', 'YYYY-MM') as member_since,
      u.created_at > ${at} - make_interval(days => ${NEW_DAYS}) as is_new,
      (select count(*) from reports r join cases c on c.id = r.case_id where c.user_id = u.id
        and ${isOfOthers(sql`c.id`)}) as reports_about,
      (select count(*) from reports r join cases c on c.id = r.case_id where c.user_id = u.id
        and ${isOfOthers(sql`c.id`)} and exists (select from case_decisions d where d.case_id = c.id and d.kind <> 'no_breach'))
        as reports_upheld,
      (select count(*) from reports r where r.reporter_id = u.id
        and ${isOfOthers(sql`r.case_id`)}) as reports_made,
      (select count(*) from reports r where r.reporter_id = u.id and r.unfounded_at is not null
        and ${isOfOthers(sql`r.case_id`)}) as reports_unfounded,
      ${limited('reporting_limit')} as reporting_limited_until,
      ${limited('posting_limit')} as posting_limited_until,
      case when u.suspended_until > ${at} then u.suspended_until end as suspended_until,
      exists (select from statements s where s.user_id = u.id and s.kind = 'ban'
        and s.lifted_at is null) as is_banned,
      (select coalesce(json_agg(told), '[]') from (
        select s.id, s.number, s.kind, ${isoSql(sql`s.starts_at`)} as "startsAt",
          ${isoSql(sql`s.ends_at`)} as "endsAt", ${isoSql(sql`s.lifted_at`)} as "liftedAt"
        from statements s where s.user_id = u.id and ${isOfOthers(sql`s.case_id`)}
        order by s.starts_at desc, s.id desc limit ${STATEMENTS}) told) as statements
    from users u join profiles p on p.id = u.id where u.id = any (${ids}::uuid[])`)
}
