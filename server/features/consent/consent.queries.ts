// The ledger of consents to terms and content: a member's last entry on a document is what counts.
import type { Consent, ConsentDocument } from '#contract/consent/consent.ts'
import type { Language } from '#contract/fields.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

const last = (userId: string, document: ConsentDocument) => sql`(
  select * from consent_ledger where user_id = ${userId} and document = ${document}
  order by id desc limit 1) last`

export type GivenConsent = {
  userId: string
  document: ConsentDocument
  version: string
  textHash: Buffer
  language: Language
  method: 'checkbox' | 'button'
  at: Date
}

/** Says yes, unless that holds already. Under `holdAccount`. */
export async function insertGiven(on: Sql, given: GivenConsent): Promise<void> {
  const { userId, document, version } = given
  await on.run(sql`
    insert into consent_ledger
      (user_id, document, version, is_given, text_sha256, language, method, at)
    select ${userId}::uuid, ${document}, ${version}, true, ${given.textHash}::bytea,
      ${given.language}, ${given.method}, ${given.at.toISOString()}::timestamptz
    where not exists (
      select from ${last(userId, document)} where last.is_given and last.version = ${version})`)
}

/** Takes back what holds, if anything does. Under `holdAccount`. */
export async function insertWithdrawn(
  on: Sql,
  userId: string,
  document: ConsentDocument,
  at: Date,
): Promise<void> {
  await on.run(sql`
    insert into consent_ledger
      (user_id, document, version, is_given, text_sha256, language, method, at)
    select last.user_id, last.document, last.version, false, last.text_sha256, last.language,
      'button', ${at.toISOString()}::timestamptz
    from ${last(userId, document)} where last.is_given`)
}

/** The acceptance of the terms as the rules ask for it; answers false when there is no such version. */
export async function insertAcceptance(
  on: Sql,
  userId: string,
  version: string,
  at: Date,
): Promise<boolean> {
  const known = await on.row<{ id: string }>(
    sql`select id from consent_versions where document = 'terms' and version = ${version}`,
  )
  if (!known) return false
  await on.run(sql`
    insert into user_consents (user_id, consent_version_id, created_at)
    values (${userId}, ${known.id}, ${at.toISOString()}) on conflict do nothing`)
  return true
}

type ConsentState = Pick<Consent, 'document' | 'isGiven'> & { version: string; at: string }

/** What somebody said last of each document they were ever asked about. */
export const listStandings = (on: Sql, userId: string): Promise<ConsentState[]> =>
  on.rows<ConsentState>(sql`
    select distinct on (document) document, version, is_given, at from consent_ledger
    where user_id = ${userId} order by document, id desc`)

/** SQL: why others may not see at this moment what a member shows and writes: no consent, or all of it is hidden. */
export const contentStandingSql = (userId: Query): Query => sql`
  select content_consent_at is not null as has_content_consent, is_hidden
  from profiles where id = ${userId}`

/** Takes out what has been past for as long as the law lets it be kept; answers how much that was. */
export async function deletePastConsents(on: Sql, before: Date): Promise<number> {
  const row = await on.row<{ forgotten: number }>(
    sql`select forget_consents(${before.toISOString()}) as forgotten`,
  )
  return row?.forgotten ?? 0
}
