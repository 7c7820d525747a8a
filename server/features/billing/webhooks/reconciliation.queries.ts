import { sql, type Sql } from '#server/platform/database/database.ts'
import type { ProviderName } from '#server/platform/payments.ts'

type Compared = { id: string; providerId: string }

/** Contracts that may still change at the provider, in the order of their ids, after one of them. */
export const listComparable = (
  on: Sql,
  fields: { provider: ProviderName; after: string | null; since: Date; limit: number },
): Promise<Compared[]> =>
  on.rows(sql`
    select id, provider_id from subscriptions
    where provider = ${fields.provider} and provider_id is not null
      and (${fields.after}::uuid is null or id > ${fields.after}::uuid)
      and (status in ('pending', 'active', 'past_due', 'cancelled', 'withdrawn')
        or coalesce(ends_at, ordered_at) > ${fields.since.toISOString()})
    order by id limit ${fields.limit}`)

/** The same is said once, until somebody has put it right. */
export async function insertDrift(
  on: Sql,
  drift: { subscriptionId: string; found: string; isRepaired: boolean; at: Date },
): Promise<void> {
  const { subscriptionId, found, isRepaired, at } = drift
  await on.run(sql`
    insert into provider_drift (subscription_id, found, is_repaired, at)
    select ${subscriptionId}, ${found}, ${isRepaired}, ${at.toISOString()}
    where ${isRepaired} or not exists (
      select from provider_drift
      where subscription_id = ${subscriptionId} and found = ${found} and not is_repaired)`)
}

export async function insertComparison(
  on: Sql,
  { at, compared, drifted }: { at: Date; compared: number; drifted: number },
): Promise<void> {
  await on.run(sql`
    insert into provider_comparisons (at, compared, drifted)
    values (${at.toISOString()}, ${compared}, ${drifted}) on conflict (at) do nothing`)
}
