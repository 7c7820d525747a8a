// Mails to a subscriber: before a renewal or a new price, and when the contract is cancelled or over.
import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { TAGS, formatEuros } from '#server/text/days.ts'
import { paperLanguage, type MailLanguage } from '#server/text/words.ts'
import { findReader } from './reminders.queries.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import {
  findSubscription,
  type SubscriptionRow,
} from '#server/features/billing/subscriptions/subscription.queries.ts'
import {
  isAgreed,
  nextCents,
  nextCharge,
  silenceEnd,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_subscription: {
      subscriptionId: string
      kind: 'renewal' | 'price' | 'approval' | 'cancelled' | 'ended'
    }
  }
}

type News = JobData['mail_subscription']

export const reminderMails = {
  mail_subscription: { send: mailSubscription, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/** Tells a member what is about to happen to their contract, or happened; nothing when it no longer is so. */
async function mailSubscription(app: App, { subscriptionId, kind }: News): Promise<void> {
  const [row, reader] = await Promise.all([
    findSubscription(app.db, subscriptionId),
    findReader(app.db, subscriptionId),
  ])
  if (!row || !reader) return
  const facts = gatherFacts(kind, row, foldEvents(row, app.now()), app.now())
  if (!facts) return
  const language = paperLanguage(reader.language)
  const values = {
    club: app.config.clubName,
    number: row.number,
    amount: facts.cents === undefined ? '' : formatEuros(facts.cents, language),
    before: facts.before === undefined ? '' : formatEuros(facts.before, language),
    day: facts.day ? asDay(facts.day, language) : '',
  }
  const intro = facts.isTaxed === false ? 'price.untaxed' : `${kind}.intro`
  const { email } = reader
  await writeMail(app, `subscription.${kind}`, { email, language }, (text) => ({
    values,
    paragraphs: [text(`subscription.${intro}`, values), text(`subscription.${kind}.next`, values)],
    link: pages.settings.path,
    linkLabel: text('subscription.link'),
    after: [text('subscription.number', values)],
  }))
}

type Facts = { day: Date | null; cents?: number; before?: number; isTaxed?: boolean }

function gatherFacts(
  kind: News['kind'],
  { prices }: SubscriptionRow,
  state: SubscriptionState,
  at: Date,
): Facts | null {
  const { cents, newPrice, status, endsAt, endedAt } = state
  switch (kind) {
    case 'renewal': {
      const day = nextCharge(state, at)
      return day && status === 'active' ? { day, cents: nextCents(state) } : null
    }
    case 'approval':
      if (!newPrice?.approveUrl || isAgreed(state) || isSilenceEnded(state, at)) return null
      return { day: newPrice.from, cents: newPrice.cents, before: cents }
    case 'price': {
      if (!newPrice || newPrice.isAccepted || isSilenceEnded(state, at)) return null
      const next = prices.find(({ id }) => id === newPrice.priceId)
      const isTaxed = next?.vatPercent !== 0
      return { day: newPrice.from, cents: next?.cents ?? newPrice.cents, before: cents, isTaxed }
    }
    case 'cancelled':
      return { day: endedAt ?? endsAt }
    case 'ended':
      return endedAt && { day: endedAt }
  }
}

const isSilenceEnded = (state: SubscriptionState, at: Date): boolean => {
  const silence = silenceEnd(state)
  return silence !== null && silence <= at
}

const asDay = (at: Date, language: MailLanguage): string =>
  new Intl.DateTimeFormat(TAGS[language], {
    timeZone: 'Europe/Berlin',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at)
