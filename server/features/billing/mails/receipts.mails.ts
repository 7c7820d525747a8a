import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import { sendMail, type Mail } from '#server/platform/mail/mail.ts'
import { printSheet } from '#server/platform/print/printing.ts'
import type { Sheet } from '#server/platform/print/sheet.ts'
import { paperLanguage } from '#server/text/words.ts'
import { findFirstInvoice, findInvoice } from '#server/features/billing/ledger/invoices.queries.ts'
import { invoiceSheet } from '#server/features/billing/ledger/invoices.sheet.ts'
import { contractPapers } from './receipts.papers.ts'
import { findAgreed, findReader, findReturned } from './receipts.queries.ts'
import { contractLines, receiptFormat, type Tongue } from './receipts.text.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import { findSubscription } from '#server/features/billing/subscriptions/subscription.queries.ts'
import {
  isOver,
  nextCents,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { toSubscription } from '#server/features/billing/subscriptions/subscription.view.ts'

// Subjects name a number and nothing else: whoever looks at a screen learns nothing from them.

type OfContract = { subscriptionId: string }

/** The order has arrived (§ 312i (1) no. 3 BGB). */
export async function mailOrderReceived(app: App, { subscriptionId }: OfContract): Promise<void> {
  const letter = await letterOf(app, subscriptionId)
  if (!letter) return
  const { say } = letter.tongue
  const { number } = letter.row
  await send(app, letter, {
    subject: say('contract.ordered.subject', { number }),
    before: [
      say('contract.ordered.intro'),
      say('contract.ordered.content'),
      ...contractLines(letter.tongue, app.config, letter),
    ],
    after: [
      say('contract.ordered.terms', { url: app.config.publicUrl + TERMS }),
      say('contract.ordered.ignore'),
    ],
  })
}

const TERMS = pages.legal.path.replace(':page', 'terms')

/** The contract to be kept, with everything it consists of (§ 312f (2) BGB). */
export async function mailContractConfirmed(
  app: App,
  { subscriptionId }: OfContract,
): Promise<void> {
  const letter = await letterOf(app, subscriptionId)
  if (!letter) return
  const { say } = letter.tongue
  const { number } = letter.row
  const first = await findFirstInvoice(app.db, subscriptionId)
  const invoice = first && (await findInvoice(app.db, first.id))
  await send(app, letter, {
    subject: say('contract.confirmed.subject', { number }),
    before: [
      say('contract.confirmed.intro'),
      ...contractLines(letter.tongue, app.config, letter),
      say('contract.confirmed.attached'),
    ],
    after: [],
    sheets: [
      ...(invoice ? [invoiceSheet(invoice)] : []),
      ...(await contractPapers(app, letter.tongue, letter)),
    ],
  })
}

/** Another month was paid. */
export async function mailPaymentReceived(
  app: App,
  { invoiceId }: { invoiceId: string },
): Promise<void> {
  const invoice = await findInvoice(app.db, invoiceId)
  const letter = invoice && (await letterOf(app, invoice.subscriptionId))
  if (!letter) return
  const { say, euros, day } = letter.tongue
  const { number, order, cents, periodEnd } = invoice
  await send(app, letter, {
    subject: say('contract.paid.subject', { number }),
    before: [
      say('contract.paid.intro', { price: euros(cents) }),
      say('contract.paid.period', { order, end: day(periodEnd) }),
    ],
    after: [],
    sheets: [invoiceSheet(invoice)],
  })
}

/** A charge did not succeed; nothing where it was paid since, or nothing more is charged. */
export async function mailPaymentFailed(app: App, { subscriptionId }: OfContract): Promise<void> {
  const letter = await letterOf(app, subscriptionId)
  if (!letter) return
  const state = foldEvents(letter.row, app.now())
  if (!state.failedAt || state.status === 'cancelled' || isOver(state)) return
  const { say, euros, day } = letter.tongue
  const { number, nextChargeAt } = letter.view
  await send(app, letter, {
    subject: say('contract.failed.subject', { number }),
    before: [
      say('contract.failed.intro', { number, price: euros(nextCents(state)) }),
      ...(nextChargeAt ? [say('contract.failed.retry', { day: day(nextChargeAt) })] : []),
      say('contract.failed.last'),
    ],
    link: {
      label: say('contract.failed.link'),
      url: app.config.publicUrl + pages.settings.path,
    },
    after: [],
  })
}

export async function mailRefunded(app: App, { refundId }: { refundId: string }): Promise<void> {
  const returned = await findReturned(app.db, refundId)
  const letter = returned && (await letterOf(app, returned.subscriptionId))
  if (!letter) return
  const { say, euros, day } = letter.tongue
  const { number, cents, doneAt, invoiceId } = returned
  const correction = invoiceId ? await findInvoice(app.db, invoiceId) : undefined
  await send(app, letter, {
    subject: say('contract.refunded.subject', { number }),
    before: [
      say('contract.refunded.intro', { number, day: day(doneAt), amount: euros(cents) }),
      say('contract.refunded.wait'),
      ...(correction ? [say('contract.refunded.attached')] : []),
    ],
    after: [],
    sheets: correction ? [invoiceSheet(correction)] : [],
  })
}

/** A contract as its member is told of it now; nothing once the account is gone. */
async function letterOf(app: App, subscriptionId: string) {
  const reader = await findReader(app.db, subscriptionId)
  const row = reader && (await findSubscription(app.db, subscriptionId))
  if (!row) return
  return {
    to: reader.email,
    tongue: receiptFormat(paperLanguage(reader.language)),
    row,
    view: toSubscription(row, app.now()),
    agreed: await findAgreed(app.db, subscriptionId),
  }
}

async function send(
  app: App,
  { to, tongue: { say, language } }: { to: string; tongue: Tongue },
  { before, after, sheets = [], ...mail }: Omit<Mail, 'to' | 'language'> & { sheets?: Sheet[] },
): Promise<void> {
  const { clubName, operator } = app.config
  const attachments = []
  for (const sheet of sheets)
    attachments.push({
      name: `${sheet.name}.pdf`,
      type: 'application/pdf',
      bytes: await printSheet(sheet),
    })
  await sendMail(app, {
    ...mail,
    to,
    language,
    replyTo: operator.OPERATOR_EMAIL,
    before: [say('greeting'), ...before],
    after: [...after, say('signature', { club: clubName })],
    attachments,
  })
}
