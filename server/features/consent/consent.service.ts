import type { Sql } from '#server/platform/database.ts'
import { insertConsent } from './consent.queries.ts'

/** Records that a member accepted the terms as they are now. */
export async function acceptTerms(on: Sql, userId: string, now: Date): Promise<void> {
  if (!(await insertConsent(on, userId, 'terms', now))) throw new Error('there are no terms')
}
