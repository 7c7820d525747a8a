import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type ReceiptReader = { email: string; language: Language | null }

/** Whose contract it is, where mail reaches them; nobody once the account is gone. */
export const findReader = (on: Sql, subscriptionId: string): Promise<ReceiptReader | undefined> =>
  on.row<ReceiptReader>(sql`
    select u.email, coalesce(s.language, u.language) as language
    from subscriptions s join users u on u.id = s.user_id
    where s.id = ${subscriptionId}`)

export type Agreed = {
  /** When the contract was concluded. */
  approvedAt: string | null
  /** The sha256 of the terms as they were agreed to, in hex. */
  termsHash: string | null
}

export async function findAgreed(on: Sql, subscriptionId: string): Promise<Agreed> {
  const row = await on.row<Agreed>(sql`
    select
      (select min(e.occurred_at) from subscription_events e
        where e.subscription_id = s.id and e.kind in ('approved', 'paid')) as approved_at,
      (select encode(c.text_sha256, 'hex') from consent_ledger c
        where c.user_id = s.user_id and c.document = 'terms' and c.version = s.terms_version
          and c.is_given
        order by c.id desc limit 1) as terms_hash
    from subscriptions s where s.id = ${subscriptionId}`)
  return row ?? { approvedAt: null, termsHash: null }
}

type Returned = {
  subscriptionId: string
  number: string
  cents: number
  doneAt: string
  /** Its correction of an invoice; null where nothing was invoiced. */
  invoiceId: string | null
}

export const findReturned = (on: Sql, refundId: string): Promise<Returned | undefined> =>
  on.row<Returned>(sql`
    select r.subscription_id, s.number, r.cents, r.done_at, i.id as invoice_id
    from refunds r join subscriptions s on s.id = r.subscription_id
      left join invoices i on i.reference = 'refund:' || r.provider_id
    where r.id = ${refundId} and r.status = 'done'`)
