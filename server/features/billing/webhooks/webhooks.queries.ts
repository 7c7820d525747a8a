import { sql, type Sql } from '#server/platform/database/database.ts'
import type { ProviderName } from '#server/platform/payments.ts'

export type Webhook = {
  id: string
  provider: ProviderName
  receivedAt: string
  headers: Record<string, string>
  body: Buffer
}

export async function insertWebhook(
  on: Sql,
  { id, provider, receivedAt, headers, body }: Omit<Webhook, 'body'> & { body: Uint8Array },
): Promise<void> {
  await on.run(sql`
    insert into webhooks (id, provider, received_at, headers, body, status)
    values (${id}, ${provider}, ${receivedAt}, ${JSON.stringify(headers)}, ${body}, 'received')`)
}

/** Until the transaction ends, nobody else works on the same notice, however often it came. */
export async function lockNotice(on: Sql, provider: ProviderName, key: string): Promise<void> {
  await on.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${key}`}, 0))`)
}

export async function isApplied(on: Sql, provider: ProviderName, key: string): Promise<boolean> {
  const applied = await on.row(sql`
    select from webhooks
    where provider = ${provider} and event_key = ${key} and status = 'applied'`)
  return applied !== undefined
}

type Outcome = {
  id: string
  status: 'forged' | 'repeated' | 'applied' | 'unknown'
  key?: string
  at: Date
}

/** What was not applied is not kept: of somebody's else words only that they came. */
export async function settleWebhook(on: Sql, { id, status, key, at }: Outcome): Promise<void> {
  await on.run(sql`
    update webhooks set status = ${status}, event_key = ${key ?? null},
      settled_at = ${at.toISOString()}, body = case when ${status} = 'applied' then body else '' end
    where id = ${id}`)
}

/** Those that came in between and wait, the oldest first; after them those in `last`, as they stand there. */
export const listWaiting = (
  on: Sql,
  {
    provider,
    between: [since, before],
    last,
    limit,
  }: {
    provider: ProviderName
    between: [Date, Date]
    last: readonly string[]
    limit: number
  },
): Promise<Webhook[]> =>
  on.rows(sql`
    select id, provider, received_at, headers, body from webhooks
    where status = 'received' and provider = ${provider}
      and received_at > ${since.toISOString()} and received_at <= ${before.toISOString()}
    order by array_position(${[...last]}::uuid[], id) nulls first, received_at, id limit ${limit}`)

/** The contract a payment was for. */
export async function findByPayment(on: Sql, paymentId: string): Promise<string | undefined> {
  const found = await on.row<{ subscriptionId: string }>(sql`
    select subscription_id from ledger_entries
    where reference = ${`payment:${paymentId}`} limit 1`)
  return found?.subscriptionId
}

export const deleteWebhooks = (on: Sql, before: Date): Promise<number> =>
  on.run(sql`delete from webhooks where received_at <= ${before.toISOString()}`)
