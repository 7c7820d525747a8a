import { giveConsent, withdrawConsent, type ConsentDocument } from '#contract/consent/consent.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

type As = { cookie: string }
type At = { url?: string }

/** Says yes as the screens do, to the version in force. */
export const give = (
  club: Club,
  as: As | null,
  document: ConsentDocument = 'content',
  { url = club.url }: At = {},
) => {
  const version = documentVersions[document]
  const body = { document, version, language: 'de', method: 'checkbox' } as const
  return club.call(as, giveConsent, { body }, { url })
}

export const withdraw = (club: Club, as: As | null, { url = club.url }: At = {}) =>
  club.call(as, withdrawConsent, {}, { url })

export type ConsentLine = {
  id: number
  document: ConsentDocument
  version: string
  isGiven: boolean
  textSha256: Buffer | null
  language: string | null
  method: string
  at: string
}

/** As if this member had accepted earlier terms of the club: of itself some it never had. */
export async function acceptEarlier(
  { db }: Club,
  userId: string,
  version = '1.9.0',
  writtenAt = '2025-01-01T00:00:00Z',
): Promise<void> {
  await db.run(sql`
    insert into consent_versions (id, document, version, created_at)
    values (gen_random_uuid(), 'terms', ${version}, ${writtenAt}) on conflict do nothing`)
  await db.run(sql`
    insert into consent_ledger (user_id, document, version, is_given, method, at)
    values (${userId}, 'terms', ${version}, true, 'checkbox', '2025-06-01T00:00:00Z')`)
  await db.run(sql`
    insert into user_consents (user_id, consent_version_id, created_at)
    select ${userId}, id, '2025-06-01T00:00:00Z' from consent_versions
    where document = 'terms' and version = ${version}`)
}

/** What the ledger says of somebody, oldest first. */
export const readLedger = (club: Club, { userId }: { userId: string }): Promise<ConsentLine[]> =>
  club.db.rows<ConsentLine>(sql`
    select id, document, version, is_given, text_sha256, language, method, at from consent_ledger
    where user_id = ${userId} order by id`)

/** Since when the rules take the consent to content for given, if they do. */
export async function readKeptConsent(club: Club, { userId }: { userId: string }) {
  const row = await club.db.row<{ at: string | null }>(
    sql`select content_consent_at as at from profiles where id = ${userId}`,
  )
  return row?.at ?? null
}
