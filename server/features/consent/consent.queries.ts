import { sql, type Sql } from '#server/platform/database.ts'

/** Records the acceptance of the newest version of a document; answers false when there is none. */
export async function insertConsent(
  on: Sql,
  userId: string,
  document: 'terms',
  now: Date,
): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into user_consents (user_id, consent_version_id, created_at)
    select ${userId}::uuid, id, ${now.toISOString()}::timestamptz from consent_versions
    where document = ${document} order by created_at desc limit 1`)
  return inserted > 0
}
