import type { InputOf } from '#contract/endpoint.ts'
import type { logCookieChoice } from '#contract/consent/consent.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type CookieChoice = Omit<InputOf<typeof logCookieChoice>['body'], 'bannerVersion'> & {
  userId: string | null
  policyVersion: string
  bannerHash: Buffer
  userAgent: string | null
  at: Date
}

/** One decision is stored once: repeating its id changes nothing. */
export async function insertCookieChoice(on: Sql, choice: CookieChoice): Promise<void> {
  await on.run(sql`
    insert into consent_log (created_at, session_id, user_id, analytics_consent,
      marketing_consent, method, policy_version, banner_text_sha256, language, user_agent)
    values (${choice.at.toISOString()}, ${choice.sessionId}, ${choice.userId},
      ${choice.analytics}, ${choice.marketing}, ${choice.method}, ${choice.policyVersion},
      ${choice.bannerHash}, ${choice.language}, ${choice.userAgent})
    on conflict (session_id) do nothing`)
}
