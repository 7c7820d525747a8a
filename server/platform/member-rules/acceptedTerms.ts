import { documentVersions } from '#contract/consent/consentVersions.ts'
import { sql, type Query } from '#server/platform/database/database.ts'

/** SQL: the version of the terms in force, if the member of the given id accepted it, else their newest, else null. */
export const acceptedTerms = (userId: Query): Query => sql`
  (select v.version from user_consents c join consent_versions v on v.id = c.consent_version_id
    where c.user_id = ${userId} and v.document = 'terms'
    order by v.version = ${documentVersions.terms} desc, v.created_at desc limit 1)`
