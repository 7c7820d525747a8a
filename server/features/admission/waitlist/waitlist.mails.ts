// Mails an address where it stands on the waitlist: to be confirmed, waiting, let in or declined.
import { rejoinDay } from '#contract/admission/invitations.ts'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/pages.ts'
import { mailAccountNews } from '#server/features/accounts/accounts.ts'
import { freshCode } from '#server/features/admission/invitations/issuing.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { writeMail, type MailParts } from '#server/platform/mail/compose.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { formatDay } from '#server/text/days.ts'
import type { MailLanguage, MailName, Text } from '#server/text/words.ts'
import { mayAskToJoin, waitlistLifetimes } from './admission.policy.ts'
import { insertToken } from './tokens.queries.ts'
import { findEntry, type WaitlistEntry } from './waitlist.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    /** `isAsked`: somebody who typed the address waits for it. */
    mail_waitlist: { email: string; isAsked?: true }
  }
}

export const waitlistMails = {
  mail_waitlist: { send: mailWaitlist, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/**
 * Mails an address where it stands, and tells nobody else. That is looked up here and not in the request,
 * so that requests for all addresses take the same time.
 */
async function mailWaitlist(app: App, { email, isAsked }: JobData['mail_waitlist']): Promise<void> {
  const mustConfirm = needsConfirmation(app.config)
  const entry = await findEntry(app.db, email, { mustConfirm })
  if (!entry) return
  const { userId } = entry
  if (userId && entry.state === 'declined' && !entry.isMember && !mayAskToJoin(entry, app.now()))
    return mailAccountNews(app, { userId })

  const words = await findWords(app, entry)
  if (!words) return
  const leave = entry.id && (await leaveAddresses(app, entry.id))
  const { language } = entry
  await writeMail(app, words.name, { email, language }, (text, spoken) => ({
    ...words.parts(text, spoken),
    ...(entry.state === 'admitted' && !isAsked && { isUnasked: true }),
    ...(leave && { leave: { label: text('waitlist.leave'), ...leave } }),
  }))
}

type Words = { name: MailName; parts: (text: Text, language: MailLanguage) => MailParts }

async function findWords(app: App, entry: WaitlistEntry): Promise<Words | null> {
  if (mayAskToJoin(entry, app.now())) return entry.id ? confirmation(app, entry.id) : null
  if (entry.userId)
    return {
      name: 'waitlist.account',
      parts: (text) => ({ link: '/login', after: [text('waitlist.ignore')] }),
    }
  if (entry.state === 'declined') return refusal(entry)
  if (entry.state === 'waiting')
    return {
      name: 'waitlist',
      parts: (text) => ({
        paragraphs: [text('waitlist.waiting.intro')],
        after: [text('waitlist.waiting.next'), text('waitlist.ignore')],
      }),
    }
  return entry.invitationId ? admission(app, entry.invitationId) : null
}

async function confirmation(app: App, entryId: string): Promise<Words> {
  const token = await linkToken(app, entryId, 'confirm', waitlistLifetimes.confirmation)
  const link = `${pages.waitlist.path}#confirm=${token}`
  const values = { days: waitlistLifetimes.confirmation / DAY_MS }
  return { name: 'waitlist.confirmation', parts: () => ({ link, values }) }
}

/** Nothing when somebody came by it, or an admin took it back. */
async function admission(app: App, invitationId: string): Promise<Words | null> {
  const made = await freshCode(app, invitationId)
  if (!made) return null
  return {
    name: 'waitlist',
    parts: (text) => ({
      paragraphs: [text('waitlist.admitted.intro')],
      link: made.url,
      linkLabel: text('waitlist.admitted.link'),
      code: made.code,
      codeLabel: text('waitlist.admitted.code'),
      after: [text('waitlist.admitted.validity', { days: limits.inviteDays })],
    }),
  }
}

function refusal({ declinedAt, declinedReason }: WaitlistEntry): Words {
  return {
    name: 'waitlist',
    parts: (text, language) => ({
      paragraphs: [text('waitlist.declined.intro'), declinedReason ?? ''],
      after: [
        text('waitlist.declined.again', { day: formatDay(rejoinDay(declinedAt ?? ''), language) }),
      ],
    }),
  }
}

async function leaveAddresses(
  app: App,
  entryId: string,
): Promise<Omit<NonNullable<Mail['leave']>, 'label'>> {
  const token = await linkToken(app, entryId, 'leave', waitlistLifetimes.leaving)
  const { publicUrl } = app.config
  return {
    url: `${publicUrl}${pages.waitlist.path}#leave=${token}`,
    oneClickUrl: `${publicUrl}/api/waitlist/unsubscribe?token=${token}`,
  }
}

async function linkToken(
  app: App,
  entryId: string,
  purpose: 'confirm' | 'leave',
  lifetimeMs: number,
): Promise<string> {
  const token = await mailedToken(app, `waitlist ${purpose}`)
  const now = app.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await insertToken(app.db, { hash: secretHash(token), entryId, purpose, expiresAt }, now)
  return token
}
