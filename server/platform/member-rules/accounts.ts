import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'

/**
 * Locks the account until the transaction ends, so that others who act on it wait; false when it is
 * gone. Taken before anything that hangs on the account: in the other order two would wait for each
 * other.
 */
export async function holdAccount(on: Sql, userId: string): Promise<boolean> {
  return (await on.run(sql`select from users where id = ${userId} for no key update`)) > 0
}

/** The same for somebody's own act; false when the session it is done in is over by then. */
export async function holdOwn(
  on: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  await holdAccount(on, userId)
  // a statement of its own: it sees what was committed while the one above waited
  return hasSession(on, sessionId)
}

/** Whether a session has not been ended, whatever its token is by now. */
const hasSession = async (on: Sql, sessionId: string): Promise<boolean> =>
  (await on.row(sql`select from sessions where id = ${sessionId}`)) !== undefined

/** SQL that is true of an account that is suspended at that time, with the name of its row of `users`. */
export const isSuspended = (account: Query, now: Date): Query =>
  sql`coalesce(${account}.suspended_until > ${now.toISOString()}, false)`

/** Several, in the order everybody takes them in. */
export async function holdAccounts(on: Sql, userIds: readonly string[]): Promise<void> {
  await on.run(sql`
    select from users where id = any (${userIds}::uuid[]) order by id for no key update`)
}

/** SQL: the version of the terms in force, if the member of the given id accepted it, else their newest, else null. */
export const acceptedTerms = (userId: Query): Query => sql`
  (select v.version from user_consents c join consent_versions v on v.id = c.consent_version_id
    where c.user_id = ${userId} and v.document = 'terms'
    order by v.version = ${documentVersions.terms} desc, v.created_at desc limit 1)`
