// The mails about an order: received, contract, invoice, a charge that failed, money that went back.
import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail, type MailParts } from '#server/platform/mail/compose.ts'
import { printSheet } from '#server/platform/print/printing.ts'
import type { Sheet } from '#server/platform/print/sheet.ts'
import { paperLanguage, type MailName } from '#server/text/words.ts'
import { findFirstInvoice, findInvoice } from '#server/features/billing/ledger/invoices.queries.ts'
import { invoiceSheet } from '#server/features/billing/ledger/invoices.sheet.ts'
import { contractPapers } from './receipts.papers.ts'
import { findAgreed, findReader, findReturned } from './receipts.queries.ts'
import { contractLines, receiptFormat, type ReceiptLanguage } from './receipts.text.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import { findSubscription } from '#server/features/billing/subscriptions/subscription.queries.ts'
import {
  graceEnd,
  isOver,
  nextCents,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { toSubscription } from '#server/features/billing/subscriptions/subscription.view.ts'

// Subjects name a number and nothing else: a passer-by who sees the screen learns nothing from them.

type OfContract = { subscriptionId: string }

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_order_received: OfContract
    mail_contract_confirmed: OfContract
    mail_payment_received: { invoiceId: string }
    mail_payment_failed: OfContract
    mail_refunded: { refundId: string }
  }
}

export const receiptMails = {
  mail_order_received: { send: mailOrderReceived, afterRestore: 'sent' },
  mail_contract_confirmed: { send: mailContractConfirmed, afterRestore: 'sent' },
  mail_payment_received: { send: mailPaymentReceived, afterRestore: 'sent' },
  mail_payment_failed: { send: mailPaymentFailed, afterRestore: 'sent' },
  mail_refunded: { send: mailRefunded, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/** The order has arrived (§ 312i (1) no. 3 BGB). */
async function mailOrderReceived(app: App, { subscriptionId }: OfContract): Promise<void> {
  const contract = await findContract(app, subscriptionId)
  if (!contract) return
  const { text } = contract.tongue
  const { number } = contract.row
  await send(app, 'contract.ordered', contract, {
    values: { number },
    paragraphs: [
      text('contract.ordered.intro'),
      text('contract.ordered.content'),
      ...contractLines(contract.tongue, app.config, contract),
    ],
    after: [
      text('contract.ordered.terms', { url: app.config.publicUrl + TERMS }),
      text('contract.ordered.ignore'),
    ],
  })
}

const TERMS = pages.legal.path.replace(':page', 'terms')

/** The contract to be kept, with everything it consists of (§ 312f (2) BGB). */
async function mailContractConfirmed(app: App, { subscriptionId }: OfContract): Promise<void> {
  const contract = await findContract(app, subscriptionId)
  if (!contract) return
  const { text } = contract.tongue
  const { number } = contract.row
  const first = await findFirstInvoice(app.db, subscriptionId)
  const invoice = first && (await findInvoice(app.db, first.id))
  await send(app, 'contract.confirmed', contract, {
    values: { number },
    paragraphs: [
      text('contract.confirmed.intro'),
      ...contractLines(contract.tongue, app.config, contract),
      text('contract.confirmed.attached'),
    ],
    sheets: [
      ...(invoice ? [invoiceSheet(invoice)] : []),
      ...(await contractPapers(app, contract.tongue, contract)),
    ],
  })
}

/** Another month was paid. */
async function mailPaymentReceived(app: App, { invoiceId }: { invoiceId: string }): Promise<void> {
  const invoice = await findInvoice(app.db, invoiceId)
  const contract = invoice && (await findContract(app, invoice.subscriptionId))
  if (!contract) return
  const { text, euros, day } = contract.tongue
  const { number, order, cents, periodEnd } = invoice
  await send(app, 'contract.paid', contract, {
    values: { number },
    paragraphs: [
      text('contract.paid.intro', { price: euros(cents) }),
      text('contract.paid.period', { order, end: day(periodEnd) }),
    ],
    sheets: [invoiceSheet(invoice)],
  })
}

/** A charge did not succeed; nothing where it was paid since, or nothing more is charged. */
async function mailPaymentFailed(app: App, { subscriptionId }: OfContract): Promise<void> {
  const contract = await findContract(app, subscriptionId)
  if (!contract) return
  const state = foldEvents(contract.row, app.now())
  const end = graceEnd(state)
  if (!state.failedAt || !end || state.status === 'cancelled' || isOver(state)) return
  const { text, euros, day } = contract.tongue
  const { number, nextChargeAt } = contract.view
  await send(app, 'contract.failed', contract, {
    values: { number },
    paragraphs: [
      text('contract.failed.intro', { number, price: euros(nextCents(state)) }),
      ...(nextChargeAt ? [text('contract.failed.retry', { day: day(nextChargeAt) })] : []),
      text('contract.failed.last', { day: day(end) }),
    ],
    link: pages.settings.path,
  })
}

async function mailRefunded(app: App, { refundId }: { refundId: string }): Promise<void> {
  const returned = await findReturned(app.db, refundId)
  const contract = returned && (await findContract(app, returned.subscriptionId))
  if (!contract) return
  const { text, euros, day } = contract.tongue
  const { number, cents, doneAt, invoiceId } = returned
  const correction = invoiceId ? await findInvoice(app.db, invoiceId) : undefined
  await send(app, 'contract.refunded', contract, {
    values: { number },
    paragraphs: [
      text('contract.refunded.intro', { number, day: day(doneAt), amount: euros(cents) }),
      text('contract.refunded.wait'),
      ...(correction ? [text('contract.refunded.attached')] : []),
    ],
    sheets: correction ? [invoiceSheet(correction)] : [],
  })
}

/** A contract as its member sees it now; nothing once the account is gone. */
async function findContract(app: App, subscriptionId: string) {
  const reader = await findReader(app.db, subscriptionId)
  const row = reader && (await findSubscription(app.db, subscriptionId))
  if (!row) return
  return {
    email: reader.email,
    tongue: receiptFormat(paperLanguage(reader.language)),
    row,
    view: toSubscription(row, app.now()),
    agreed: await findAgreed(app.db, subscriptionId),
  }
}

async function send(
  app: App,
  name: MailName,
  { email, tongue: { language } }: { email: string; tongue: ReceiptLanguage },
  { sheets = [], ...parts }: MailParts & { sheets?: Sheet[] },
): Promise<void> {
  const attachments = []
  for (const sheet of sheets)
    attachments.push({
      name: `${sheet.name}.pdf`,
      type: 'application/pdf',
      bytes: await printSheet(sheet),
    })
  await writeMail(
    app,
    name,
    { email, language },
    {
      ...parts,
      replyTo: app.config.operator.OPERATOR_EMAIL,
      footer: [],
      attachments,
    },
  )
}
