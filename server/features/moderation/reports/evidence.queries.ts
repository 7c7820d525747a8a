import type { TargetKind } from '#contract/moderation/reports.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

export type SealedEvidence = {
  id: string
  caseId: string
  kind: TargetKind
  sourceId: string | null
  frozenAt: string
  sealed: Buffer
  hasPhoto: boolean
}

const columns = sql`e.id, e.case_id, e.kind, e.source_id, e.frozen_at, e.sealed,
  e.sealed_photo is not null as has_photo`

type NewEvidence = Omit<SealedEvidence, 'hasPhoto' | 'frozenAt'> & {
  frozenAt: Date
  contentHash: Buffer
  sealedPhoto: Buffer | null
}

type WholeEvidence = Omit<NewEvidence, 'frozenAt'> & Pick<SealedEvidence, 'frozenAt'>

/** All of it, to be kept for another case, too. */
export const findWhole = (on: Sql, id: string): Promise<WholeEvidence | undefined> =>
  on.row(sql`select ${columns}, e.content_hash, e.sealed_photo from evidence e where e.id = ${id}`)

/** The same content is kept once in a case: answers the id it has there. */
export async function insertEvidence(on: Sql, one: NewEvidence): Promise<string> {
  const row = await on.row<{ id: string }>(sql`
    with added as (
      insert into evidence (id, case_id, kind, source_id, frozen_at, content_hash, sealed, sealed_photo)
      values (${one.id}, ${one.caseId}, ${one.kind}, ${one.sourceId},
        ${one.frozenAt.toISOString()}, ${one.contentHash}, ${one.sealed}, ${one.sealedPhoto})
      on conflict (case_id, content_hash) do nothing returning id)
    select id from added union all
    select id from evidence where case_id = ${one.caseId} and content_hash = ${one.contentHash}
    limit 1`)
  return row!.id
}

export const listEvidence = (on: Sql, caseId: string): Promise<SealedEvidence[]> =>
  on.rows<SealedEvidence>(
    sql`select ${columns} from evidence e where e.case_id = ${caseId} order by e.frozen_at, e.id`,
  )

export const findEvidence = (on: Sql, ids: readonly string[]): Promise<SealedEvidence[]> =>
  on.rows<SealedEvidence>(sql`select ${columns} from evidence e where e.id = any (${ids}::uuid[])`)

type SealedPhoto = { caseId: string; userId: string | null; sealedPhoto: Buffer }

/** An image among the evidence, and whom its case is about. */
export const findEvidencePhoto = (on: Sql, id: string): Promise<SealedPhoto | undefined> =>
  on.row<SealedPhoto>(sql`
    select e.case_id, c.user_id, e.sealed_photo from evidence e join cases c on c.id = e.case_id
    where e.id = ${id} and e.sealed_photo is not null`)

/** Evidence of another case becomes this one's; what it holds already stays once. */
export async function moveEvidence(on: Sql, from: string, to: string): Promise<void> {
  await on.run(sql`
    update evidence e set case_id = ${to} where e.case_id = ${from} and not exists (
      select from evidence o where o.case_id = ${to} and o.content_hash = e.content_hash)`)
}
