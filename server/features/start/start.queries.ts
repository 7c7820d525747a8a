import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { isReviewed } from '#server/platform/member-rules/visibility.ts'
import { isFound } from '#server/platform/member-rules/staff.ts'

type Waiting = { count: number; oldest: string | null; due: string | null; overdue: number }
type Kind = 'verifications' | 'messages' | 'requests' | 'declarations' | 'roles'

type Since = {
  now: Date
  /** What waits since before then has waited too long. */
  verifications: Date
  /** SQL: whether one is urgent. */
  requests: Query
}

/** What waits in the tables of other features, as far as their desks show it: how much, and since when. */
export async function readWaiting(on: Sql, since: Since): Promise<Record<Kind, Waiting>> {
  const at = (when: Date) => when.toISOString()
  const rows = await on.rows<Waiting & { kind: Kind }>(sql`
    select 'verifications' as kind, count(*) as count, min(created_at) as oldest,
      null::timestamptz as due,
      count(*) filter (where created_at <= ${at(since.verifications)}) as overdue
    from verification_submissions s where status = 'pending'
      and ${isReviewed}
    union all
    select 'messages', count(*), min(received_at), null, 0 from messages where answered_at is null
    union all
    select 'requests', count(*), min(received_at), min(due_at),
      count(*) filter (where ${since.requests})
    from data_requests where closed_at is null
    union all
    select 'declarations', count(*), min(d.received_at), null, 0
    from declaration_states s join declarations d on d.id = s.declaration_id
    where s.state = 'waiting'
    union all
    select 'roles', count(*), min(requested_at), null, 0
    from role_changes c join profiles p on p.id = c.user_id
    where c.expires_at > ${at(since.now)} and ${isFound}`)
  return Object.fromEntries(rows.map(({ kind, ...waiting }) => [kind, waiting])) as Record<
    Kind,
    Waiting
  >
}

/** Cases nobody decided yet, without those about the viewer. */
export async function readOpenCases(on: Sql, viewerId: string, now: Date): Promise<Waiting> {
  const row = await on.row<Waiting>(sql`
    select count(*)::int as count, min(opened_at) as oldest, min(due_at) as due,
      (count(*) filter (where due_at <= ${now.toISOString()}))::int as overdue
    from cases where decided_at is null and user_id is distinct from ${viewerId}::uuid`)
  return row ?? { count: 0, oldest: null, due: null, overdue: 0 }
}
