import { randomUUID } from 'node:crypto'
import type { Side, Verification } from '#contract/verification/verification.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'

export type ShredRule = Verification['receipts'][number]['rule']

/** How long documents are kept, counted from a decision or, without one, from the submission. */
const KEPT = [
  { status: 'verified', period: 'identityApproved', rule: 'approved_30' },
  { status: 'rejected', period: 'identityRejected', rule: 'rejected_90' },
  { status: 'pending', period: 'identityAbandoned', rule: 'abandoned_30' },
] as const

const AT_ONCE = 200

type Rule = (typeof KEPT)[number]
type Submission = { id: string; userId: string | null }
export type ShredDue = Submission & Rule

/** Decided ones that still have files, and ones nobody came to decide; not those kept by Art. 18 GDPR. */
const isDue = ({ status, period }: Rule, now: Date): Query => sql`
  s.status = ${status}
  and not exists (select from users u where u.id = s.user_id and u.restricted_at is not null)
  and coalesce(s.decided_at, s.created_at) <= ${retentionCutoff(period, now).toISOString()}
  and (s.status = 'pending'
    or exists (select from verification_files f where f.submission_id = s.id))`

export async function listDue(on: Sql, now: Date): Promise<ShredDue[]> {
  const lists = await Promise.all(
    KEPT.map(async (rule) => {
      const due = await on.rows<Submission>(sql`
        select s.id, s.user_id from verification_submissions s where ${isDue(rule, now)}
        order by s.id limit ${AT_ONCE}`)
      return due.map((one) => ({ ...one, ...rule }))
    }),
  )
  return lists.flat()
}

/** Whether that still holds; it does so until the transaction ends. */
export async function lockDue(on: Sql, due: ShredDue, now: Date): Promise<boolean> {
  const row = await on.row(sql`
    select from verification_submissions s where s.id = ${due.id} and ${isDue(due, now)} for update`)
  return row !== undefined
}

type Receipt = { userId: string; submissionId: string; sides: Side[]; rule: ShredRule; at: Date }

export async function insertReceipt(
  on: Sql,
  { userId, submissionId, sides, rule, at }: Receipt,
): Promise<void> {
  await on.run(sql`
    insert into shred_receipts (id, user_id, submission_id, sides, rule, created_at)
    values (${randomUUID()}, ${userId}, ${submissionId}, ${sides}, ${rule}, ${at.toISOString()})`)
}

export async function deletePending(on: Sql, submissionId: string): Promise<void> {
  await on.run(sql`
    delete from verification_submissions where id = ${submissionId} and status = 'pending'`)
}
