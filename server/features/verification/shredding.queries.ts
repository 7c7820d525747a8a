import { randomUUID } from 'node:crypto'
import type { Side, Verification } from '#contract/verification.ts'
import { sql, type Sql } from '#server/platform/database.ts'

export type ShredRule = Verification['receipts'][number]['rule']

/** What is kept no longer than so many days (spec section 9), counted from a decision or, without one, from the submission. */
export const retention = [
  { status: 'verified', days: 30, rule: 'approved_30' },
  { status: 'rejected', days: 90, rule: 'rejected_90' },
  { status: 'pending', days: 30, rule: 'abandoned_30' },
] as const

const DAY_MS = 86_400_000
const AT_ONCE = 200

export type Due = { id: string; userId: string | null; rule: ShredRule }

/** Decided ones that still have files, and ones nobody came to decide. */
export async function listDue(on: Sql, now: Date): Promise<Due[]> {
  const lists = await Promise.all(
    retention.map(({ status, days, rule }) =>
      on.rows<Due>(sql`
        select id, user_id, ${rule} as rule from verification_submissions s
        where status = ${status}
          and coalesce(decided_at, created_at) <= ${new Date(now.getTime() - days * DAY_MS).toISOString()}
          and (status = 'pending'
            or exists (select from verification_files f where f.submission_id = s.id))
        order by id limit ${AT_ONCE}`),
    ),
  )
  return lists.flat()
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

/** Whether it was still undecided. */
export async function deletePending(on: Sql, submissionId: string): Promise<boolean> {
  const gone = await on.run(sql`
    delete from verification_submissions where id = ${submissionId} and status = 'pending'`)
  return gone > 0
}
