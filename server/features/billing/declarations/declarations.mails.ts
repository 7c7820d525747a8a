import { limits } from '#contract/limits.ts'
import { pages } from '#contract/pages.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail, type Mail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { paperLanguage, mailTranslator, type MailLanguage } from '#server/text/words.ts'
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
  type State,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { findSubscription } from '#server/features/billing/subscriptions/subscription.queries.ts'

type Told = { declarationId: string }
type Say = ReturnType<typeof mailTranslator>

/** To the address that was given: what was declared, and nothing the club knows (control K-11). */
export async function mailDeclarationReceived(app: App, { declarationId }: Told): Promise<void> {
  const declared = await findDeclaration(app.db, declarationId)
  if (!declared) return
  const language = paperLanguage(declared.language)
  const say = mailTranslator(language)
  const { kind, isExtraordinary, reference, email } = declared
  const next = isExtraordinary ? 'extraordinary' : kind
  await send(app, say, {
    to: email,
    language,
    subject: say(`declaration.received.subject.${kind}`, { reference }),
    before: [
      say('declaration.received.intro'),
      ...receiptLines(say, declared, app.config.publicUrl),
    ],
    after: [say(`declaration.received.next.${next}`), say('declaration.received.person')],
  })
}

/** To the registered address of the contract, whoever declared: what follows, and a link that takes it back. */
export async function mailDeclarationMatched(app: App, { declarationId }: Told): Promise<void> {
  const letter = await findOwnerLetter(app.db, declarationId)
  if (!letter || letter.state === 'disputed') return
  const { language, say } = tongueOf(letter)
  const { kind, reference } = letter
  await send(app, say, {
    to: letter.to,
    language,
    subject: say(`declaration.matched.subject.${kind}`, { reference }),
    before: [
      say('declaration.matched.intro'),
      ...receiptLines(say, letter, app.config.publicUrl),
      await outcome(app, letter, { say, language }),
    ],
    ...(await disputeLink(app, letter, say)),
  })
}

/** To the registered address: what was declared counts no more there, or why it does all the same. */
export async function mailDeclarationDisputed(
  app: App,
  { declarationId, stays, movedFrom }: JobData['mail_declaration_disputed'],
): Promise<void> {
  const letter = await findOwnerLetter(app.db, declarationId, movedFrom)
  const row = letter && (await findSubscription(app.db, letter.subscriptionId))
  if (!row) return
  const { language, say } = tongueOf(letter)
  const { reference, number } = letter
  const contract = foldEvents(row, app.now())
  const end = contract.endsAt && berlinStamp(contract.endsAt)
  const words = stays ? 'stays' : standing(contract)
  const subject = stays ? 'staysSubject' : movedFrom ? 'movedSubject' : 'subject'
  const why = say(`declaration.disputed.${movedFrom ? 'moved' : 'disclaimed'}`, { reference })
  await send(app, say, {
    to: letter.to,
    language,
    subject: say(`declaration.disputed.${subject}`, { reference }),
    before: [`${why} ${say(`declaration.disputed.${words}`, { number, ...end })}`],
    after: NEXT[words].map((next) => say(`declaration.disputed.${next}`)),
  })
}

/** What somebody can do who was told so. */
const NEXT = {
  stays: ['ask'],
  over: [],
  lapsed: [],
  stopped: ['again'],
  ends: ['ask'],
  intro: ['hint'],
} as const

/** How a contract stands of which a declaration was taken away: others may hold, or what it brought about. */
function standing(contract: State): Exclude<keyof typeof NEXT, 'stays'> {
  const { endsAt, endedAt } = contract
  const hasLapsed = endedAt !== null && endedAt.getTime() === endsAt?.getTime()
  if (isStopped(contract) && hasLapsed) return 'lapsed'
  if (isOver(contract)) return 'over'
  if (isStopped(contract)) return 'stopped'
  return endsAt ? 'ends' : 'intro'
}

/** Whether it ends for no other reason than that the provider had to be told in time. */
const isStopped = ({ stoppedAt, cancelledAt }: State): boolean =>
  stoppedAt !== null && stoppedAt.getTime() === cancelledAt?.getTime()

function tongueOf({ accountLanguage, language: declared }: OwnerLetter) {
  const language = paperLanguage(accountLanguage ?? declared)
  return { language, say: mailTranslator(language) }
}

/** What follows for the contract as it stands now. */
async function outcome(
  app: App,
  { kind, state, number, subscriptionId, receivedAt }: OwnerLetter,
  { say, language }: { say: Say; language: MailLanguage },
): Promise<string> {
  const row = await findSubscription(app.db, subscriptionId)
  if (!row) return say('declaration.matched.waiting', { number })
  const contract = foldEvents(row, app.now())
  const at = new Date(receivedAt)
  if (kind === 'cancellation' && contract.settledBy === 'termination') {
    const amount = euros(sumOwed(contract, 'termination'), language)
    const { day } = berlinStamp(at)
    return say('declaration.matched.terminated', { number, day, amount })
  }
  if (kind === 'cancellation') {
    const end =
      contract.endsAt && !isOver(contract)
        ? say('declaration.matched.ends', { number, ...berlinStamp(contract.endsAt) })
        : say('declaration.matched.over', { number })
    return state === 'waiting' ? `${end} ${say('declaration.matched.weighed')}` : end
  }
  if (state === 'waiting') return say('declaration.matched.waiting', { number })
  const cents = sumIfWithdrawn(contract, at)
  if (cents === 0) return say('declaration.matched.withdrawn', { number })
  const { day } = berlinStamp(new Date(at.getTime() + limits.refundDays * 24 * HOUR_MS))
  return say('declaration.matched.refunded', { number, day, amount: euros(cents, language) })
}

const euros = (cents: number, language: MailLanguage): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100)

/** The secret is made here, so that it waits in no queue. */
async function disputeLink(
  app: App,
  { id, kind, receivedAt }: OwnerLetter,
  say: Say,
): Promise<Pick<Mail, 'link' | 'after'>> {
  const until = new Date(Date.parse(receivedAt) + limits.disputeHours * HOUR_MS)
  if (until <= app.now()) return { after: [say('declaration.matched.late')] }
  const token = await mailedToken(app, 'dispute')
  await noteDisputable(app.db, id, { hash: secretHash(token), until })
  const page = kind === 'cancellation' ? pages.cancellation : pages.withdrawal
  return {
    link: {
      label: say('declaration.matched.link'),
      url: `${app.config.publicUrl}${page.path}#dispute=${token}`,
    },
    after: [say('declaration.matched.validity', berlinStamp(until))],
  }
}

async function send(
  app: App,
  say: Say,
  { before, after, ...mail }: Omit<Mail, 'replyTo'>,
): Promise<void> {
  const { clubName, operator } = app.config
  await sendMail(app, {
    ...mail,
    replyTo: operator.OPERATOR_EMAIL,
    before: [say('greeting'), ...before],
    after: [...after, say('signature', { club: clubName })],
  })
}
