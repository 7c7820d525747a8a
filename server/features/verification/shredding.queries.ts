import { randomUUID } from 'node:crypto'
import type { Side, Verification } from '#contract/verification.ts'
import { sql, type Sql } from '#server/platform/database.ts'
import { keptSince } from '#server/platform/retention.ts'

export type ShredRule = Verification['receipts'][number]['rule']

/** How long documents are kept, counted from a decision or, without one, from the submission. */
const KEPT = [
  { status: 'verified', kept: 'identityApproved', rule: 'approved_30' },
  { status: 'rejected', kept: 'identityRejected', rule: 'rejected_90' },
  { status: 'pending', kept: 'identityAbandoned', rule: 'abandoned_30' },
] as const

const AT_ONCE = 200

export type Due = {
  id: string
  userId: string | null
  rule: ShredRule
  kept: (typeof KEPT)[number]['kept']
}

/** Decided ones that still have files, and ones nobody came to decide; not those kept by Art. 18 GDPR. */
export async function listDue(on: Sql, now: Date): Promise<Due[]> {
  const lists = await Promise.all(
    KEPT.map(({ status, kept, rule }) =>
      on.rows<Due>(sql`
        select id, user_id, ${rule} as rule, ${kept} as kept from verification_submissions s
        where status = ${status}
          and not exists (
            select from users u where u.id = s.user_id and u.restricted_at is not null)
          and coalesce(decided_at, created_at) <= ${keptSince(kept, now).toISOString()}
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
