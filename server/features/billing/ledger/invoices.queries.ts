// Invoices and credit notes of a contract, and their numbers, which leave no gap within a year.
import type { Invoice } from '#contract/billing/billing.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { Seller } from './invoices.policy.ts'

export type InvoiceRow = {
  id: string
  number: string
  kind: 'invoice' | 'credit_note'
  correctsId: string | null
  subscriptionId: string
  reference: string
  issuedAt: string
  periodStart: string
  periodEnd: string
  cents: number
  netCents: number
  vatCents: number
  vatPercent: number
  seller: Seller
}

/** With what it says beside its own: the order, how and when was paid, and what it corrects. */
export type FullInvoice = InvoiceRow & {
  order: string
  provider: 'paypal' | 'house'
  paidAt: string | null
  corrects: string | null
  correctsIssuedAt: string | null
}

const invoices = sql`
  select i.id, i.number, i.kind, i.corrects_id, i.subscription_id, i.reference, i.issued_at,
    i.period_start, i.period_end, i.cents, i.net_cents, i.vat_cents,
    i.vat_percent::float8 as vat_percent, i.seller, s.number as "order", s.provider,
    (select min(l.at) from ledger_entries l where l.reference = i.reference) as paid_at,
    c.number as corrects, c.issued_at as corrects_issued_at
  from invoices i join subscriptions s on s.id = i.subscription_id
    left join invoices c on c.id = i.corrects_id`

export const findInvoice = (on: Sql, id: string): Promise<FullInvoice | undefined> =>
  on.row<FullInvoice>(sql`${invoices} where i.id = ${id}`)

export const findOwnInvoice = (
  on: Sql,
  id: string,
  userId: string,
): Promise<FullInvoice | undefined> =>
  on.row<FullInvoice>(sql`${invoices} where i.id = ${id} and s.user_id = ${userId}`)

export const findByReference = (on: Sql, reference: string): Promise<InvoiceRow | undefined> =>
  on.row<InvoiceRow>(sql`${invoices} where i.reference = ${reference}`)

/** The newest first. */
export const listOwnInvoices = (on: Sql, userId: string): Promise<Invoice[]> =>
  on.rows<Invoice>(sql`
    select i.id, i.number, i.kind, i.issued_at, i.cents
    from invoices i join subscriptions s on s.id = i.subscription_id
    where s.user_id = ${userId}
    order by i.issued_at desc, i.number desc`)

/** The first invoice of a contract. */
export const findFirstInvoice = (on: Sql, subscriptionId: string) =>
  on.row<{ id: string }>(sql`
    select id from invoices where subscription_id = ${subscriptionId} and kind = 'invoice'
    order by issued_at, number limit 1`)

const NUMBERS_LOCK = 4_027_004

/** One that gives numbers at a time, until its transaction ends: so a number that is not used is given again. */
export async function lockNumbers(on: Sql): Promise<void> {
  await on.run(sql`select pg_advisory_xact_lock(${NUMBERS_LOCK})`)
}

/** The next number of a year; the first is 1. */
export async function takeNumber(on: Sql, year: number): Promise<number> {
  const row = await on.row<{ last: number }>(sql`
    insert into invoice_numbers (year, last) values (${year}, 1)
    on conflict (year) do update set last = invoice_numbers.last + 1
    returning last`)
  return row!.last
}

export async function insertInvoice(on: Sql, invoice: InvoiceRow): Promise<void> {
  await on.run(sql`
    insert into invoices (id, number, kind, corrects_id, subscription_id, reference, issued_at,
      period_start, period_end, cents, net_cents, vat_cents, vat_percent, currency, seller)
    values (${invoice.id}, ${invoice.number}, ${invoice.kind}, ${invoice.correctsId},
      ${invoice.subscriptionId}, ${invoice.reference}, ${invoice.issuedAt},
      ${invoice.periodStart}, ${invoice.periodEnd}, ${invoice.cents}, ${invoice.netCents},
      ${invoice.vatCents}, ${invoice.vatPercent}, 'EUR', ${JSON.stringify(invoice.seller)})`)
}
