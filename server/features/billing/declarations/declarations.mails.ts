// Mails about a cancellation or withdrawal: to who declared it, and to the owner of the contract.
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/pages.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail, type MailParts } from '#server/platform/mail/compose.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { formatEuros } from '#server/text/days.ts'
import { paperLanguage, type MailLanguage, type MailName, type Text } from '#server/text/words.ts'
import { berlinStamp } from './declarations.policy.ts'
import {
  findDeclaration,
  findOwnerLetter,
  noteDisputable,
  type OwnerLetter,
} from './declarations.queries.ts'
import { receiptLines } from './declarations.text.ts'
import {
  sumOwed,
  sumIfWithdrawn,
} from '#server/features/billing/subscriptions/machine/subscription.dues.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import {
  isOver,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { findSubscription } from '#server/features/billing/subscriptions/subscription.queries.ts'

type OfDeclaration = { declarationId: string }

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_declaration_received: OfDeclaration
    mail_declaration_matched: OfDeclaration
    /** `movedFrom`: the contract it does not count for, because a person put it to another. */
    mail_declaration_disputed: OfDeclaration & { stays: boolean; movedFrom?: string }
  }
}

export const declarationMails = {
  mail_declaration_received: { send: mailDeclarationReceived, afterRestore: 'sent' },
  mail_declaration_matched: { send: mailDeclarationMatched, afterRestore: 'sent' },
  mail_declaration_disputed: { send: mailDeclarationDisputed, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/** To the address that was given: what was declared, and nothing the club knows (control K-11). */
async function mailDeclarationReceived(app: App, { declarationId }: OfDeclaration): Promise<void> {
  const declared = await findDeclaration(app.db, declarationId)
  if (!declared) return
  const { kind, isExtraordinary, reference, email, language } = declared
  const next = isExtraordinary ? 'extraordinary' : kind
  const reader = { email, language: paperLanguage(language) }
  await send(app, 'declaration.received', reader, (text, spoken) => ({
    subject: text(`declaration.received.subject.${kind}`, { reference }),
    paragraphs: [
      text('declaration.received.intro'),
      ...receiptLines(spoken, declared, app.config.publicUrl),
    ],
    after: [text(`declaration.received.next.${next}`), text('declaration.received.person')],
  }))
}

/** To the registered address of the contract, no matter who declared: what follows, and a link that takes it back. */
async function mailDeclarationMatched(app: App, { declarationId }: OfDeclaration): Promise<void> {
  const letter = await findOwnerLetter(app.db, declarationId)
  if (!letter || letter.state === 'disputed') return
  const { kind, reference, subscriptionId } = letter
  const row = await findSubscription(app.db, subscriptionId)
  const contract = row && foldEvents(row, app.now())
  const dispute = await disputeLink(app, letter)
  await send(app, 'declaration.matched', toReader(letter), (text, language) => ({
    subject: text(`declaration.matched.subject.${kind}`, { reference }),
    paragraphs: [
      text('declaration.matched.intro'),
      ...receiptLines(language, letter, app.config.publicUrl),
      outcome(letter, contract, { text, language }),
    ],
    ...dispute(text, language),
  }))
}

/** To the registered address: what was declared counts no more there, or why it does all the same. */
async function mailDeclarationDisputed(
  app: App,
  { declarationId, stays, movedFrom }: JobData['mail_declaration_disputed'],
): Promise<void> {
  const letter = await findOwnerLetter(app.db, declarationId, movedFrom)
  const row = letter && (await findSubscription(app.db, letter.subscriptionId))
  if (!row) return
  const { reference, number } = letter
  const contract = foldEvents(row, app.now())
  const words = stays ? 'stays' : standing(contract)
  const subject = stays ? 'staysSubject' : movedFrom ? 'movedSubject' : 'subject'
  const why = movedFrom ? 'moved' : 'disclaimed'
  await send(app, 'declaration.disputed', toReader(letter), (text, language) => ({
    subject: text(`declaration.disputed.${subject}`, { reference }),
    paragraphs: [
      [
        text(`declaration.disputed.${why}`, { reference }),
        text(`declaration.disputed.${words}`, {
          number,
          ...(contract.endsAt && berlinStamp(contract.endsAt, language)),
        }),
      ].join(' '),
    ],
    after: NEXT[words].map((next) => text(`declaration.disputed.${next}`)),
  }))
}

/** What the recipient of that mail can do. */
const NEXT = {
  stays: ['ask'],
  over: [],
  lapsed: [],
  stopped: ['again'],
  ends: ['ask'],
  intro: ['hint'],
} as const

/** How a contract stands of which a declaration was taken away: others may hold, or what it brought about. */
function standing(contract: SubscriptionState): Exclude<keyof typeof NEXT, 'stays'> {
  const { endsAt, endedAt } = contract
  const hasLapsed = endedAt !== null && endedAt.getTime() === endsAt?.getTime()
  if (isStopped(contract) && hasLapsed) return 'lapsed'
  if (isOver(contract)) return 'over'
  if (isStopped(contract)) return 'stopped'
  return endsAt ? 'ends' : 'intro'
}

/** Whether it ends for no other reason than that the provider had to be told in time. */
const isStopped = ({ stoppedAt, cancelledAt }: SubscriptionState): boolean =>
  stoppedAt !== null && stoppedAt.getTime() === cancelledAt?.getTime()

const toReader = ({ to, accountLanguage, language }: OwnerLetter) => ({
  email: to,
  language: paperLanguage(accountLanguage ?? language),
})

/** What follows for the contract as it stands now. */
function outcome(
  { kind, state, number, receivedAt }: OwnerLetter,
  contract: SubscriptionState | undefined,
  { text, language }: { text: Text; language: MailLanguage },
): string {
  if (!contract) return text('declaration.matched.waiting', { number })
  const at = new Date(receivedAt)
  if (kind === 'cancellation' && contract.settledBy === 'termination') {
    const amount = formatEuros(sumOwed(contract, 'termination'), language)
    const { day } = berlinStamp(at, language)
    return text('declaration.matched.terminated', { number, day, amount })
  }
  if (kind === 'cancellation') {
    const end =
      contract.endsAt && !isOver(contract)
        ? text('declaration.matched.ends', { number, ...berlinStamp(contract.endsAt, language) })
        : text('declaration.matched.over', { number })
    return state === 'waiting' ? `${end} ${text('declaration.matched.weighed')}` : end
  }
  if (state === 'waiting') return text('declaration.matched.waiting', { number })
  const cents = sumIfWithdrawn(contract, at)
  if (cents === 0) return text('declaration.matched.withdrawn', { number })
  const { day } = berlinStamp(new Date(at.getTime() + limits.refundDays * 24 * HOUR_MS), language)
  return text('declaration.matched.refunded', { number, day, amount: formatEuros(cents, language) })
}

/** The secret is made here, so that it waits in no queue. */
async function disputeLink(
  app: App,
  { id, kind, receivedAt }: OwnerLetter,
): Promise<(text: Text, language: MailLanguage) => MailParts> {
  const until = new Date(Date.parse(receivedAt) + limits.disputeHours * HOUR_MS)
  if (until <= app.now()) return (text) => ({ after: [text('declaration.matched.late')] })
  const token = await mailedToken(app, 'dispute')
  await noteDisputable(app.db, id, { hash: secretHash(token), until })
  const page = kind === 'cancellation' ? pages.cancellation : pages.withdrawal
  return (text, language) => ({
    link: `${page.path}#dispute=${token}`,
    after: [text('declaration.matched.validity', berlinStamp(until, language))],
  })
}

async function send(
  app: App,
  name: MailName,
  reader: { email: string; language: MailLanguage },
  parts: (text: Text, language: MailLanguage) => MailParts,
): Promise<void> {
  await writeMail(app, name, reader, (text, language) => ({
    ...parts(text, language),
    replyTo: app.config.operator.OPERATOR_EMAIL,
    footer: [],
  }))
}
