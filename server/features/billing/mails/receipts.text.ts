import { berlinDay } from '#contract/day.ts'
import type { Subscription } from '#contract/billing/billing.ts'
import { pages } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { TAGS } from '#server/text/days.ts'
import { mailTranslator, type MailLanguage } from '#server/text/words.ts'
import type { Agreed } from './receipts.queries.ts'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'

export type ReceiptLanguage = ReturnType<typeof receiptFormat>

/** Words, sums and days in one language; days are those of Berlin. */
export function receiptFormat(language: MailLanguage) {
  const locale = TAGS[language]
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    language,
    text: mailTranslator(language),
    euros: (cents: number) => euros.format(cents / 100),
    percent: (percent: number) => new Intl.NumberFormat(locale).format(percent),
    day: (at: string | Date) => day.format(new Date(berlinDay(new Date(at)))),
  }
}

type Ordered = { row: SubscriptionRow; view: Subscription; agreed: Agreed }

/** What was ordered or agreed, a line each (Art. 246a § 1 EGBGB). */
export function contractLines(
  { text, euros, percent, day }: ReceiptLanguage,
  { clubName, operator, publicUrl }: Pick<Config, 'clubName' | 'operator' | 'publicUrl'>,
  { row, view, agreed }: Ordered,
): string[] {
  const { cents, vatCents, vatPercent } = view.price
  const { approvedAt, termsHash: hash } = agreed
  return [
    text('contract.facts.number', { number: row.number, ordered: day(row.orderedAt) }),
    ...(approvedAt ? [text('contract.facts.concluded', { day: day(approvedAt) })] : []),
    text('contract.facts.plan', { club: clubName }),
    text(vatPercent === 0 ? 'contract.facts.untaxed' : 'contract.facts.price', {
      price: euros(cents),
      vat: euros(vatCents),
      percent: percent(vatPercent),
    }),
    text('contract.facts.term'),
    text('contract.facts.notice', { url: publicUrl + pages.cancellation.path }),
    text('contract.facts.payment', { provider: text(`contract.provider.${row.provider}`) }),
    text(row.startsEarly ? 'contract.facts.early' : 'contract.facts.whole'),
    text('contract.facts.withdrawal', { url: publicUrl + pages.withdrawal.path }),
    text('contract.facts.terms', { version: row.termsVersion }),
    ...(hash ? [text('contract.facts.hash', { hash })] : []),
    text('contract.facts.seller', {
      name: operator.OPERATOR_NAME,
      address: operator.OPERATOR_ADDRESS,
      representative: operator.OPERATOR_REPRESENTATIVE,
      email: operator.OPERATOR_EMAIL,
      phone: operator.OPERATOR_PHONE,
    }),
  ]
}
