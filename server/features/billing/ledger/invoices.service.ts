// Invoices and their corrections: issued once, numbered by the year of issue, with the tax of each.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/billing/billing.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { sheetAsHtml, sheetStyleHash } from '#server/platform/print/sheet.html.ts'
import { printSheet } from '#server/platform/print/printing.ts'
import type { Giver } from '#server/platform/http/route.ts'
import { berlinYear, invoiceNumber, sellerToday } from './invoices.policy.ts'
import {
  findByReference,
  findFirstInvoice,
  findOwnInvoice,
  insertInvoice,
  lockNumbers,
  takeNumber,
  type InvoiceRow,
} from './invoices.queries.ts'
import { invoiceSheet } from './invoices.sheet.ts'
import { includedVat } from './ledger.policy.ts'
import { sumReturned } from './ledger.queries.ts'

/**
 * The invoice of a payment, once; answers its id. The first of a contract queues the mail that
 * confirms the contract, each later one the mail that brings the invoice.
 */
export async function issueInvoice(
  app: App,
  on: Sql,
  payment: {
    subscriptionId: string
    paymentId: string
    cents: number
    vatPercent: number
    periodStart: Date
    periodEnd: Date
    /** When it was paid. */
    at: Date
  },
): Promise<string> {
  const { subscriptionId, cents, vatPercent, periodStart, periodEnd } = payment
  const { id, isNew } = await issueOnce(app, on, {
    kind: 'invoice',
    correctsId: null,
    subscriptionId,
    reference: `payment:${payment.paymentId}`,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
    cents,
    vatCents: includedVat(cents, vatPercent),
    vatPercent,
  })
  if (!isNew) return id
  const first = await findFirstInvoice(on, subscriptionId)
  if (first?.id === id) await app.jobs.send(on, 'mail_contract_confirmed', { subscriptionId })
  else await app.jobs.send(on, 'mail_payment_received', { invoiceId: id })
  return id
}

/** Corrects the invoice of a payment by what went back, once; null while there is no such invoice. */
export async function issueCreditNote(
  app: App,
  on: Sql,
  refund: {
    subscriptionId: string
    refundId: string
    paymentId: string
    cents: number
    /** As it was booked. */
    vatCents: number
    /** When it went back. */
    at: Date
  },
): Promise<string | null> {
  const corrected = await findByReference(on, `payment:${refund.paymentId}`)
  if (!corrected) return null
  const { subscriptionId, periodStart, periodEnd, vatPercent } = corrected
  const { id } = await issueOnce(app, on, {
    kind: 'credit_note',
    correctsId: corrected.id,
    subscriptionId,
    reference: `refund:${refund.refundId}`,
    periodStart,
    periodEnd,
    cents: -refund.cents,
    vatCents: -refund.vatCents,
    vatPercent,
  })
  return id
}

/**
 * The tax in what goes back of a payment: what goes back in parts takes back no more and no less of
 * it, in the end, than was charged. `others` are the references of all its parts.
 */
export async function vatGoingBack(
  on: Sql,
  part: {
    reference: string
    others: string[]
    paymentId: string
    cents: number
    vatPercent: number
  },
): Promise<number> {
  const { reference, others, paymentId, cents } = part
  const booked = await sumReturned(on, [reference])
  if (booked.cents > 0) return booked.vatCents
  const before = await sumReturned(on, others)
  // what was invoiced goes back at the rate it was invoiced at
  const { vatPercent } = (await findByReference(on, `payment:${paymentId}`)) ?? part
  const vat = includedVat(before.cents + cents, vatPercent) - before.vatCents
  // parts before it may have taken back less than was theirs
  return Math.min(cents, Math.max(0, vat))
}

type Issued = Omit<InvoiceRow, 'id' | 'number' | 'issuedAt' | 'netCents' | 'seller'>

/** Numbers go by when invoices are issued, not by when was paid: a late report must not write into last year. */
async function issueOnce(
  app: Pick<App, 'config' | 'now'>,
  on: Sql,
  issued: Issued,
): Promise<{ id: string; isNew: boolean }> {
  const before = await findByReference(on, issued.reference)
  if (before) return { id: before.id, isNew: false }
  await lockNumbers(on)
  // the previous holder of the lock may have issued this very one
  const meanwhile = await findByReference(on, issued.reference)
  if (meanwhile) return { id: meanwhile.id, isNew: false }
  const now = app.now()
  const year = berlinYear(now)
  const id = randomUUID()
  await insertInvoice(on, {
    ...issued,
    id,
    number: invoiceNumber(year, await takeNumber(on, year)),
    issuedAt: now.toISOString(),
    netCents: issued.cents - issued.vatCents,
    seller: sellerToday(app.config),
  })
  return { id, isNew: true }
}

const FILES = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' } as const

export const readInvoice: Giver<typeof contract.readInvoice> = async (ctx, { params }) => {
  const { invoiceId, format } = params
  const invoice = await findOwnInvoice(ctx.db, invoiceId, ctx.viewer.userId)
  if (!invoice) return ctx.refuse(codes.notFound)
  const sheet = invoiceSheet(invoice)
  const file = { type: FILES[format], name: `${sheet.name}.${format}` }
  if (format === 'pdf') return { ...file, read: () => printSheet(sheet) }
  return { ...file, read: async () => Buffer.from(sheetAsHtml(sheet)), style: sheetStyleHash }
}
