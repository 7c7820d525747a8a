// The audit log as an admin reads it, without what the desk did about that admin.
import type { AuditLine } from '#contract/admin/admin.ts'
import type { AuditAction } from '#server/platform/limits/audit.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { nameStartsWithSql } from '#server/platform/lists/names.ts'
import { listPage, type ListPage } from '#server/platform/lists/pagedList.ts'

type Named = AuditLine['actor']
export type AuditRow = Omit<AuditLine, 'details'> & {
  details: Record<string, unknown>
  actor: Named
}

type AuditPage = {
  action: string | null
  /** The beginning of a name, as somebody typed it. */
  actor: string | null
  before: number | null
  limit: number
  /** The ids of entries the reader must not see. */
  hidden: readonly number[]
}

/** What is done about somebody at the desk, where cases about themselves are not there for staff. */
const AT_THE_DESK: readonly AuditAction[] = [
  'case_opened',
  'age_asked',
  'case_viewed',
  'evidence_viewed',
  'table_words_viewed',
  'case_assigned',
  'case_decided',
  'handover_proposed',
  'handover_answered',
  'handover_read',
  'restriction_imposed',
  'restriction_lifted',
  'appeal_decided',
]

/** Of these, those of which somebody is the subject whom the case is about, and not a reporter or an objector. */
const ABOUT_A_CASE: readonly AuditAction[] = [
  'case_opened',
  'case_viewed',
  'case_assigned',
  'case_decided',
  'age_asked',
  'handover_proposed',
  'handover_answered',
  'handover_read',
]

/**
 * The ids of what the desk did about somebody, in their order: what says so, and what speaks of a case about
 * them, or of a report or a statement in it, by its number alone. Of a case that is gone, deleted or joined with
 * another, the log itself says whom it was about.
 */
export async function listHidden(on: Sql, viewerId: string): Promise<number[]> {
  const rows = await on.rows<{ id: number }>(sql`
    with own as (select id, number from cases where user_id = ${viewerId}),
    numbers as (
      select number from own
      union all select r.number from reports r join own on own.id = r.case_id
      union all select s.number from statements s join own on own.id = s.case_id
      union all select l.details ->> 'case' from audit l
        where l.subject_id = ${viewerId} and l.action = any (${ABOUT_A_CASE}::text[]) and l.details ? 'case')
    select a.id from audit a where a.subject_id = ${viewerId} and a.action = any (${AT_THE_DESK}::text[])
    union
    select a.id from audit a where exists (select from numbers) and a.action = any (${AT_THE_DESK}::text[])
      and exists (select from jsonb_each_text(a.details) d where d.value in (select number from numbers))
    order by id`)
  return rows.map(({ id }) => id)
}

/** Newest first. Names are those of today; of an account that is gone only the id is left. */
export const listEntries = (
  on: Sql,
  { action, actor, before, limit, hidden }: AuditPage,
): Promise<ListPage<AuditRow>> => {
  const isBy: Query =
    actor === null
      ? sql`true`
      : sql`a.actor_id in (select n.id from profiles n where ${nameStartsWithSql(sql`n.username`, actor)})`
  const list = {
    rows: sql`
      select a.id, a.at, a.action, a.details,
        case when a.actor_id is not null
          then json_build_object('id', a.actor_id, 'username', p.username) end as actor,
        case when a.subject_id is not null
          then json_build_object('id', a.subject_id, 'username', s.username) end as subject
      from audit a left join profiles p on p.id = a.actor_id left join profiles s on s.id = a.subject_id`,
    where: sql`(${action}::text is null or a.action = ${action})
      and ${isBy}
      and a.id not in (select unnest(${[...hidden]}::bigint[]))`,
    by: [sql`a.id`],
    isNewestFirst: true,
  }
  const from = before === null ? null : sql`${before}::bigint`
  return listPage(on, list, { from, limit })
}

/** Every act there is an entry of, but those: one look into the index for each, however long the log is. */
export async function listActions(on: Sql, hidden: readonly number[]): Promise<string[]> {
  const rows = await on.rows<{ action: string }>(sql`
    with recursive acts as (
      (select action from audit order by action limit 1)
      union all
      select (select a.action from audit a where a.action > acts.action order by a.action limit 1)
      from acts where acts.action is not null)
    select action from acts where action is not null and (select a.id from audit a
      where a.action = acts.action and a.id not in (select unnest(${[...hidden]}::bigint[]))
      limit 1) is not null
    order by action`)
  return rows.map(({ action }) => action)
}
