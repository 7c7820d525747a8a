import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/fields.ts'
import { retention } from '#contract/privacy/retention.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { mailLanguage, mailTranslator, type MailLanguage } from '#server/text/words.ts'
import { findLeaver, noteUndoHash, type Leaver } from './deletion.queries.ts'
import { inactivityEnd } from './inactivity.policy.ts'
import { findSleeper } from './inactivity.queries.ts'

const TAGS: Record<MailLanguage, string> = { de: 'de-DE', en: 'en-GB' }

const asDay = (at: Date, language: MailLanguage): string =>
  new Intl.DateTimeFormat(TAGS[language], { timeZone: 'Europe/Berlin', dateStyle: 'long' }).format(
    at,
  )

const { vouchers, consents, notices, declarations, cases, heldCases, banEvidence } = retention

/** What the law wants kept of whoever leaves, and how long. */
const kept = (say: ReturnType<typeof mailTranslator>): string[] => [
  say('leaving.kept', {
    vouchers: vouchers.amount,
    consents: consents.amount,
    notices: notices.amount,
    declarations: declarations.amount,
  }),
  say('leaving.keptMore', {
    cases: cases.amount,
    heldCases: heldCases.amount,
    banEvidence: banEvidence.amount,
  }),
]

type Leaving = JobData['mail_account_leaving']

/**
 * The way back, and what the law keeps, to each address in a mail that is tried again by itself;
 * nothing when the deletion was taken back meanwhile.
 */
export async function mailAccountLeaving(app: App, { userId, email }: Leaving): Promise<void> {
  const changedSince = new Date(app.now().getTime() - limits.emailUndoHours * HOUR_MS)
  const leaver = await findLeaver(app.db, userId, changedSince)
  if (!leaver) return
  if (email) return mailWayBack(app, userId, leaver, email)
  await app.db.transaction(async (tx) => {
    for (const to of leaver.emails)
      await app.jobs.send(tx, 'mail_account_leaving', { userId, email: to })
  })
}

async function mailWayBack(app: App, userId: string, leaver: Leaver, to: string): Promise<void> {
  if (!leaver.emails.includes(to)) return
  const { clubName, publicUrl } = app.config
  // made here, so that no secret waits in a queue; the same in every mail of one deletion
  const mark = await app.strongbox.mark('ways back', `${userId} ${leaver.requestedAt}`)
  const token = mark.toString('base64url')
  if (!(await noteUndoHash(app.db, userId, secretHash(token)))) return
  const language = mailLanguage(leaver.language, 'en')
  const say = mailTranslator(language)
  const day = asDay(new Date(leaver.purgeAt), language)
  await sendMail(app, {
    to,
    language,
    subject: say('leaving.subject'),
    before: [say('greeting'), say('leaving.intro'), say('leaving.next', { day })],
    link: { label: say('leaving.link'), url: `${publicUrl}/#stay=${token}` },
    after: [
      ...kept(say),
      say('leaving.ignore'),
      say('signature', { club: clubName }),
      say('automatic'),
    ],
  })
}

type Gone = { email: string; language: Language | null }

/**
 * The last mail: everything is gone but what the law keeps. Its job is the only place left that
 * knows the address, and goes as soon as the mail is sent.
 */
export async function mailAccountPurged(
  app: App,
  { email, language: chosen }: Gone,
): Promise<void> {
  const language = mailLanguage(chosen, 'en')
  const say = mailTranslator(language)
  await sendMail(app, {
    to: email,
    language,
    subject: say('purged.subject'),
    before: [say('greeting'), say('purged.intro'), ...kept(say)],
    after: [say('purged.bye'), say('signature', { club: app.config.clubName }), say('automatic')],
  })
  await app.jobs.forget(app.db, { email, only: 'mail_account_purged' })
}

/** Before an account ends that nobody uses: signing in once is enough to keep it. */
export async function mailAccountUnused(app: App, { userId }: { userId: string }): Promise<void> {
  const sleeper = await findSleeper(app.db, userId)
  if (!sleeper) return
  const { clubName, publicUrl } = app.config
  const language = mailLanguage(sleeper.language, 'en')
  const say = mailTranslator(language)
  const day = asDay(new Date(inactivityEnd(sleeper.seenOn, sleeper.warnedOn)), language)
  await sendMail(app, {
    to: sleeper.email,
    language,
    subject: say('unused.subject'),
    before: [say('greeting'), say('unused.intro'), say('unused.next', { day })],
    link: { label: say('unused.link'), url: `${publicUrl}/login` },
    after: [say('signature', { club: clubName }), say('automatic')],
  })
}
