// Order intents, which note what a member was shown before the order, and the contract the order begins.
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { ProviderName } from '#server/platform/payments.ts'

type OrderIntent = {
  id: string
  userId: string
  priceId: string
  termsVersion: string
  expiresAt: string
  subscriptionId: string | null
}

/** Of those not ordered from, a member keeps the newest few: so many tabs nobody has open. */
const MOST_INTENTS = 20

export async function insertIntent(
  on: Sql,
  { id, userId, priceId, termsVersion, expiresAt }: Omit<OrderIntent, 'subscriptionId'>,
  at: Date,
): Promise<void> {
  await on.run(sql`
    insert into order_intents (id, user_id, price_id, terms_version, created_at, expires_at)
    values (${id}, ${userId}, ${priceId}, ${termsVersion}, ${at.toISOString()}, ${expiresAt})`)
  await on.run(sql`
    delete from order_intents where id in (
      select id from order_intents where user_id = ${userId} and subscription_id is null
      order by created_at desc, id offset ${MOST_INTENTS})`)
}

export const findIntent = (
  on: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<OrderIntent | undefined> =>
  on.row<OrderIntent>(sql`
    select id, user_id, price_id, terms_version, expires_at, subscription_id
    from order_intents where id = ${id} and user_id = ${userId}`)

export async function attachIntent(on: Sql, id: string, subscriptionId: string): Promise<void> {
  await on.run(sql`
    update order_intents set subscription_id = ${subscriptionId} where id = ${id}`)
}

/** Those whose time is over by then; the orders that came of them stay. */
export const deleteIntents = (on: Sql, before: Date): Promise<number> =>
  on.run(sql`delete from order_intents where expires_at <= ${before.toISOString()}`)

type NewOrder = {
  id: string
  number: string
  userId: string
  priceId: string
  termsVersion: string
  language: Language | null
  startsEarly: boolean
  provider: ProviderName
  at: Date
}

/** False when the number is taken. */
export async function insertOrder(on: Sql, order: NewOrder): Promise<boolean> {
  const added = await on.run(sql`
    insert into subscriptions (id, number, user_id, price_id, terms_version, language,
      starts_early, provider, ordered_at, status)
    values (${order.id}, ${order.number}, ${order.userId}, ${order.priceId},
      ${order.termsVersion}, ${order.language}, ${order.startsEarly}, ${order.provider},
      ${order.at.toISOString()}, 'pending')
    on conflict (number) do nothing`)
  return added > 0
}

type Agreement = { id: string; providerId: string; approveUrl: string | null }

export async function noteAgreement(
  on: Sql,
  { id, providerId, approveUrl }: Agreement,
): Promise<void> {
  await on.run(sql`
    update subscriptions set provider_id = ${providerId}, approve_url = ${approveUrl}
    where id = ${id} and provider_id is null`)
}
