// Members as the tests' clubs write them: thousands a run, so each is one statement.
import type { VerificationStatus } from '#contract/auth.ts'
import type { ConsentDocument } from '#contract/consent.ts'
import { documentVersions } from '#contract/consentVersions.ts'
import type { Config } from '#server/config.ts'
import { textHash } from '#server/features/consent/consent.texts.ts'
import { usernameKey } from '#server/features/profiles/profiles.policy.ts'
import { sql, type Query } from '#server/platform/database.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { newToken, secretHash } from '#server/platform/secrets.ts'
import { letters, uuid } from '#testing/random.ts'

export const PASSWORD = 'correct horse battery'
let passwordHash: Promise<string> | undefined

const SESSION_MS = 30 * 86_400_000

export type MemberFields = {
  username?: string
  email?: string
  city?: string | null
  verificationStatus?: VerificationStatus
  isAdmin?: boolean
  isModerator?: boolean
  isAdmitted?: boolean
  isConfirmed?: boolean
  suspendedUntil?: Date | string
  subscribedUntil?: Date | string
  /** The consent to content of Art. 9 GDPR; given unless it is false. */
  hasConsent?: boolean
  /** The terms in force; accepted unless it is false. */
  hasTerms?: boolean
}

type Account = { userId: string; email: string; username: string; password: string }
type Session = { sessionId: string; cookie: string }
export type TestMember = Account & Session

/** The club somebody joins, as it is at that moment. */
type Joined = { config: Pick<Config, 'secure' | 'clubName'>; now: Date }

/** A signed-in browser, on https with a second factor, and what writes it. */
export function newSession(
  { config: { secure }, now }: Joined,
  userId: string,
): { session: Session; insert: Query } {
  const token = newToken()
  const sessionId = uuid()
  const at = now.toISOString()
  return {
    session: { sessionId, cookie: `${secure ? '__Host-' : ''}session=${token}` },
    insert: sql`
      insert into sessions (id, user_id, token_hash, token_since, created_at, last_used_at, expires_at, factor_at)
      values (${sessionId}, ${userId}, ${secretHash(token)}, ${at}, ${at}, ${at},
        ${new Date(now.getTime() + SESSION_MS).toISOString()}, ${secure ? at : null})`,
  }
}

/** Somebody who has been through the door, with a signed-in browser, and what writes all of it. */
export async function newMember(
  joined: Joined,
  fields: MemberFields,
): Promise<{ member: TestMember; insert: Query }> {
  const { config, now } = joined
  const account: Account = {
    userId: uuid(),
    username: fields.username ?? `Mia ${letters(16)}`,
    email: fields.email ?? `${letters(12)}@example.org`,
    password: PASSWORD,
  }
  const { userId, username, email } = account
  const at = now.toISOString()
  const hash = await (passwordHash ??= hashPassword(PASSWORD))
  const status = fields.verificationStatus ?? 'none'
  const city = fields.city === undefined ? 'Hamburg' : fields.city
  const { session, insert } = newSession(joined, userId)
  const { hasTerms = true, hasConsent = true, isAdmitted = true, isConfirmed = true } = fields
  // one after the other, as the boxes of the door are
  const agreed = (document: ConsentDocument, doesAgree: boolean) =>
    sql`(${document}, ${documentVersions[document]},
      ${textHash(document, 'de', config.clubName)}::bytea, ${doesAgree}::boolean)`
  const hasRole = (role: string, isGiven = false) => sql`
    insert into user_roles select ${userId}::uuid, ${role} where ${isGiven}::boolean`
  return {
    member: { ...account, ...session },
    insert: sql`
      with account as (
        insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
        values (${userId}, ${email.toLowerCase()}, ${hash}, ${isConfirmed ? at : null},
          ${isAdmitted ? at : null}, ${at})),
      profile as (
        insert into profiles (id, username, username_key, city, birthdate, verification_status,
          verification_method, verified_at)
        values (${userId}, ${username}, ${usernameKey(username)}, ${city}, '1990-04-01', ${status},
          ${status === 'verified' ? 'id_manual' : 'none'}, ${status === 'verified' ? at : null})),
      agreed as (
        insert into consent_ledger
          (user_id, document, version, is_given, text_sha256, language, method, at)
        select ${userId}::uuid, document, version, true, text_sha256, 'de', 'checkbox', ${at}::timestamptz
        from (values ${agreed('terms', hasTerms)}, ${agreed('content', hasConsent)})
          said (document, version, text_sha256, does_agree)
        where does_agree),
      accepted as (
        insert into user_consents (user_id, consent_version_id, created_at)
        select ${userId}::uuid, id, ${at}::timestamptz from consent_versions
        where document = 'terms' and version = ${documentVersions.terms} and ${hasTerms}::boolean),
      admin as (${hasRole('admin', fields.isAdmin)}),
      moderator as (${hasRole('moderator', fields.isModerator)}),
      paid as (
        insert into paid_access select ${userId}::uuid, until
        from (select ${fields.subscribedUntil ?? null}::timestamptz as until) paid
        where until is not null)
      ${insert}`,
  }
}
