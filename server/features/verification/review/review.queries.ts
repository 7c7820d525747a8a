// Submitted identity documents as admins list and review them, and which sides an admin has looked at.
import type { SubmissionLine } from '#contract/verification/review.ts'
import type { Side } from '#contract/verification/verification.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { isReviewed } from '#server/platform/member-rules/visibility.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'

const line = sql`s.id, p.username, s.method, s.created_at as submitted_at, s.status`

/** Newest first, or in the queue oldest first. */
export function listLines(
  on: Sql,
  { isQueue, ...page }: PageRequest & { isQueue: boolean },
): Promise<PagedList<SubmissionLine>> {
  const state = isQueue ? sql`s.status = 'pending'` : sql`true`
  const list = {
    rows: sql`select ${line}
      from verification_submissions s left join profiles p on p.id = s.user_id`,
    where: sql`${state}
      and ${isReviewed}`,
    by: [sql`s.created_at`, sql`s.id`],
    isNewestFirst: !isQueue,
    cursorOf: ({ submittedAt, id }: SubmissionLine) => ({ at: submittedAt, id }),
  }
  return pagedList(on, list, page)
}

export async function countWaiting(on: Sql): Promise<number> {
  const row = await on.row<{ count: number }>(
    sql`select count(*) from verification_submissions s where s.status = 'pending'
      and ${isReviewed}`,
  )
  return row?.count ?? 0
}

export type Submission = Omit<SubmissionLine, 'method'> & {
  method: 'id_manual'
  /** Null when the account is gone. */
  userId: string | null
  birthdate: string | null
  note: string | null
  reviewer: string | null
  decidedAt: string | null
  /** What can still be opened, and the month whose key opens it. */
  files: { side: Side; epoch: string }[]
}

export const findSubmission = (on: Sql, id: string): Promise<Submission | undefined> =>
  on.row<Submission>(sql`
    select ${line}, s.user_id, p.birthdate, s.review_note as note, r.username as reviewer,
      s.decided_at,
      (select coalesce(json_agg(json_build_object('side', f.side, 'epoch', k.epoch)
          order by array_position(array['front', 'back', 'selfie'], f.side)), '[]')
        from verification_files f join id_file_keys k on k.file_id = f.id
        where f.submission_id = s.id) as files
    from verification_submissions s
    left join profiles p on p.id = s.user_id
    left join profiles r on r.id = s.reviewer_id and not r.is_hidden
    where s.id = ${id} and ${isReviewed}`)

/** The sides of it that an admin has opened and got whole, from the audit log. */
export async function listSeen(
  on: Sql,
  { id, userId }: Pick<Submission, 'id' | 'userId'>,
  adminId: string,
): Promise<Side[]> {
  const rows = await on.rows<{ side: Side }>(sql`
    select details ->> 'side' as side from audit
    where action in ('id_viewed', 'id_view_cut_off') and subject_id = ${userId}
      and actor_id = ${adminId} and details ->> 'submission' = ${id}
    group by 1
    having count(*) filter (where action = 'id_viewed')
      > count(*) filter (where action = 'id_view_cut_off')`)
  return rows.map(({ side }) => side)
}

type ReviewDecision = {
  status: 'verified' | 'rejected'
  reviewerId: string
  note: string | null
  at: Date
}

/** Answers false when somebody decided before: of two at once, one does. */
export async function noteDecision(on: Sql, id: string, to: ReviewDecision): Promise<boolean> {
  const decided = await on.run(sql`
    update verification_submissions set status = ${to.status}, reviewer_id = ${to.reviewerId},
      review_note = ${to.note}, decided_at = ${to.at.toISOString()}
    where id = ${id} and status = 'pending'`)
  return decided > 0
}

type Overdue = { id: string; userId: string }

/** Submissions that have waited since `before` without a reminder. They are locked, so that no other process reminds of them until the transaction ends. */
export const takeOverdue = (on: Sql, before: Date): Promise<Overdue[]> =>
  on.rows<Overdue>(sql`
    select s.id, s.user_id from verification_submissions s
    where s.status = 'pending' and s.user_id is not null and s.created_at <= ${before.toISOString()}
      and ${isReviewed}
      and not exists (select from audit a where a.subject_id = s.user_id
        and a.action = 'review_overdue' and a.details ->> 'submission' = s.id::text)
    order by s.id for update of s skip locked`)
