// What members may know of their identity documents, never who looked; and handing in, one act at a time.
import type { VerificationStatus } from '#contract/accounts/session.ts'
import type { Verification } from '#contract/verification/verification.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** Newest first; older ones are not shown any more. */
const MOST_SHOWN = 100
const MEDIAN_OVER = '30 days'

type Row = Omit<Verification, 'views' | 'receipts'>

/** What the member may know, but for who looked and what was shredded. */
export const findStanding = (on: Sql, userId: string, now: Date): Promise<Row | undefined> =>
  on.row<Row>(sql`
    select p.verification_status as status, p.verification_method as method,
      case when p.verification_status = 'rejected' then s.review_note end as reason,
      s.created_at as submitted_at,
      (select round((percentile_cont(0.5) within group
          (order by extract(epoch from d.decided_at - d.created_at)::float8) / 3600)::numeric, 1)::float8
        from verification_submissions d
        where d.decided_at > ${now.toISOString()}::timestamptz - ${MEDIAN_OVER}::interval
      ) as median_hours
    from profiles p
    left join lateral (
      select created_at, review_note from verification_submissions
      where user_id = p.id order by created_at desc limit 1) s on true
    where p.id = ${userId}`)

/** When a reviewer opened an image of theirs, from the audit log. Never who. */
export const listViews = (on: Sql, userId: string): Promise<Verification['views']> =>
  on.rows<Verification['views'][number]>(sql`
    select at, details ->> 'side' as side, coalesce(details ->> 'purpose', 'review') as purpose from audit
    where action = 'id_viewed' and subject_id = ${userId}
    order by id desc limit ${MOST_SHOWN}`)

export const listReceipts = (on: Sql, userId: string): Promise<Verification['receipts']> =>
  on.rows<Verification['receipts'][number]>(sql`
    select created_at as at, sides, rule from shred_receipts
    where user_id = ${userId} order by created_at desc, id limit ${MOST_SHOWN}`)

export async function findVerificationStatus(
  on: Sql,
  userId: string,
): Promise<VerificationStatus | null> {
  const found = await on.row<{ status: VerificationStatus }>(
    sql`select verification_status as status from profiles where id = ${userId}`,
  )
  return found?.status ?? null
}

/**
 * One act of a member at a time, until the transaction ends; answers where they stand now, and null
 * when their account goes, or is gone.
 */
export async function lockMember(on: Sql, userId: string): Promise<VerificationStatus | null> {
  await holdAccount(on, userId)
  const isLeaving = await on.row(sql`select from account_deletions where user_id = ${userId}`)
  return isLeaving ? null : findVerificationStatus(on, userId)
}

type NewSubmission = { id: string; userId: string; consent: string; at: Date }

export async function insertSubmission(
  on: Sql,
  { id, userId, consent, at }: NewSubmission,
): Promise<void> {
  await on.run(sql`
    insert into verification_submissions (id, user_id, created_at, consent, consented_at)
    values (${id}, ${userId}, ${at.toISOString()}, ${consent}, ${at.toISOString()})`)
}

/** The one nobody has decided; nobody can until the transaction ends. */
export async function lockPending(on: Sql, userId: string): Promise<string | null> {
  const found = await on.row<{ id: string }>(sql`
    select id from verification_submissions
    where user_id = ${userId} and status = 'pending' for update`)
  return found?.id ?? null
}

/**
 * When a member was verified who was so still when their age came into question, and was cleared since; null where new
 * documents were decided on since, where something about them was corrected, or where their age is in question again;
 * nor of a verification before `since`, after which what was corrected may be on record no more.
 */
export async function findEarlierVerification(
  on: Sql,
  userId: string,
  { since }: { since: Date },
): Promise<string | null> {
  const row = await on.row<{ decidedAt: string }>(sql`
    select last.decided_at from age_checks g
    cross join lateral (select d.status, d.decided_at from verification_submissions d
      where d.user_id = g.user_id and d.decided_at is not null
      order by d.decided_at desc limit 1) last
    where g.user_id = ${userId} and g.outcome = 'adult'
      and last.status = 'verified' and last.decided_at <= g.opened_at
      and last.decided_at > ${since.toISOString()}
      and not exists (select from age_checks o
        where o.user_id = g.user_id and o.outcome is distinct from 'adult')
      and not exists (select from data_requests q where q.user_id = g.user_id
        and q.kind = 'rectification' and q.closed_at > last.decided_at)
    limit 1`)
  return row?.decidedAt ?? null
}
