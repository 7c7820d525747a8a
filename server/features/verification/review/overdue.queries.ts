import { sql, type Sql } from '#server/platform/database/database.ts'
import { isReviewed } from '#server/platform/member-rules/visibility.ts'

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
