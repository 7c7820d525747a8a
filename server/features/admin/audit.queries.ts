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
  viewerId: string
}

/** What is done about somebody at the desk, where cases about themselves are not there for staff. */
const AT_THE_DESK: readonly AuditAction[] = [
  'case_opened',
  'age_asked',
  'case_viewed',
  'evidence_viewed',
  'case_assigned',
  'case_decided',
  'handover_proposed',
  'handover_answered',
  'handover_read',
  'restriction_imposed',
  'restriction_lifted',
  'appeal_decided',
]

/** Newest first. Names are those of today; of an account that is gone only the id is left. */
export const listEntries = (
  on: Sql,
  { action, actor, before, limit, viewerId }: AuditPage,
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
      and (a.subject_id is distinct from ${viewerId} or a.action <> all (${AT_THE_DESK}::text[]))`,
    by: [sql`a.id`],
    isNewestFirst: true,
  }
  const from = before === null ? null : sql`${before}::bigint`
  return listPage(on, list, { from, limit })
}

/** Every act there is an entry of: one look into the index for each, however long the log is. */
export async function listActions(on: Sql): Promise<string[]> {
  const rows = await on.rows<{ action: string }>(sql`
    with recursive acts as (
      (select action from audit order by action limit 1)
      union all
      select (select a.action from audit a where a.action > acts.action order by a.action limit 1)
      from acts where acts.action is not null)
    select action from acts where action is not null`)
  return rows.map(({ action }) => action)
}
