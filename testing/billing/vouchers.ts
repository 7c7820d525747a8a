import { documentVersions } from '#contract/consent/consentVersions.ts'
import { sql } from '#server/platform/database/database.ts'
import { serial, uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'

/** A contract of nobody, with a price, as it stands at a time; answers its id. */
export async function insertContract(
  club: Club,
  {
    at = club.app.now(),
    userId = null,
    status = 'active',
  }: { at?: Date; userId?: string | null; status?: string } = {},
): Promise<string> {
  const id = uuid()
  const priceId = uuid()
  const number = `A-${at.getUTCFullYear()}-${String(serial()).padStart(6, '0')}`
  const endsAt = status === 'ended' ? at.toISOString() : null
  await club.db.run(sql`
    insert into plan_prices (id, plan, cents, currency, vat_percent, created_at)
    values (${priceId}, 'premium', 1990, 'EUR', 19, ${at.toISOString()})`)
  await club.db.run(sql`
    insert into subscriptions (id, number, user_id, price_id, terms_version, starts_early,
      provider, provider_id, ordered_at, status, ends_at)
    values (${id}, ${number}, ${userId}, ${priceId}, ${documentVersions.terms}, true, 'house', ${uuid()},
      ${at.toISOString()}, ${status}, ${endsAt})`)
  return id
}
