import type { AuditLine } from '#contract/house.ts'
import type { AuditAction } from '#server/platform/audit.ts'
import { sql, type Sql } from '#server/platform/database.ts'

type Named = AuditLine['actor']
export type Row = Omit<AuditLine, 'details'> & { details: Record<string, unknown>; actor: Named }

export type Page = {
  action: string | null
  actorId: string | null
  before: number | null
  limit: number
  viewerId: string
}

/** What is done about somebody at the desk, where cases about themselves are not there for staff. */
const AT_THE_DESK: readonly AuditAction[] = [
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
  { action, actorId, before, limit, viewerId }: Page,
): Promise<Row[]> =>
  on.rows<Row>(sql`
    select a.id, a.at, a.action, a.details,
      case when a.actor_id is not null
        then json_build_object('id', a.actor_id, 'username', p.username) end as actor,
      case when a.subject_id is not null
        then json_build_object('id', a.subject_id, 'username', s.username) end as subject
    from audit a left join profiles p on p.id = a.actor_id left join profiles s on s.id = a.subject_id
    where (${action}::text is null or a.action = ${action})
      and (${actorId}::uuid is null or a.actor_id = ${actorId})
      and (${before}::bigint is null or a.id < ${before})
      and (a.subject_id is distinct from ${viewerId} or a.action <> all (${AT_THE_DESK}::text[]))
    order by a.id desc limit ${limit}`)

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

export async function findNamed(on: Sql, usernameKey: string): Promise<string | undefined> {
  const row = await on.row<{ id: string }>(
    sql`select id from profiles where username_key = ${usernameKey}`,
  )
  return row?.id
}
