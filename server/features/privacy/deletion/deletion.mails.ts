// Mails about a deletion: the way back, the last word once all is gone, and a warning to unused accounts.
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/fields.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { forgetRefused } from '#server/platform/mail/mail.refusals.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { TAGS } from '#server/text/days.ts'
import type { MailLanguage, Text } from '#server/text/words.ts'
import { findLeaver, noteUndoHash, type Leaver } from './deletion.queries.ts'
import { inactivityEnd } from './inactivity.policy.ts'
import { findSleeper } from './inactivity.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_account_leaving: { userId: string; email?: string }
    // the account is gone: nothing else knows whom to write to
    mail_account_purged: { email: string; language: Language | null }
    mail_account_unused: { userId: string }
  }
}

export const deletionMails = {
  mail_account_leaving: { send: mailLeaving, afterRestore: 'sent' },
  mail_account_purged: { send: mailPurged, afterRestore: 'dropped' },
  mail_account_unused: { send: mailUnused, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

const asDay = (at: Date, language: MailLanguage): string =>
  new Intl.DateTimeFormat(TAGS[language], { timeZone: 'Europe/Berlin', dateStyle: 'long' }).format(
    at,
  )

/** What is kept of a member who leaves, and how long. */
const keptLines = (text: Text): string[] => [text('leaving.kept'), text('leaving.keptMore')]

/**
 * The way back, and what the law keeps, to each address in a mail that is tried again by itself;
 * nothing when the deletion was taken back meanwhile.
 */
async function mailLeaving(
  app: App,
  { userId, email }: JobData['mail_account_leaving'],
): Promise<void> {
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
  // made here, so that no secret waits in a queue; the same in every mail of one deletion
  const mark = await app.strongbox.mark('ways back', `${userId} ${leaver.requestedAt}`)
  const token = mark.toString('base64url')
  const undoing = { userId, hash: secretHash(token), now: app.now() }
  if (!(await noteUndoHash(app.db, undoing))) return
  const reader = { email: to, language: leaver.language }
  await writeMail(app, 'leaving', reader, (text, language) => {
    const day = asDay(new Date(leaver.purgeAt), language)
    return {
      paragraphs: [text('leaving.intro'), text('leaving.next', { day })],
      link: `/#stay=${token}`,
      after: [...keptLines(text), text('leaving.ignore')],
    }
  })
}

/**
 * The last mail: everything is gone but what the law keeps. Its job is the only place left that
 * knows the address, and goes as soon as the mail is sent, or refused for good.
 */
async function mailPurged(app: App, reader: JobData['mail_account_purged']): Promise<void> {
  await writeMail(app, 'purged', reader, (text) => ({
    paragraphs: [text('purged.intro'), ...keptLines(text)],
    after: [text('purged.bye')],
  }))
  // that its mailbox did not take the mail is nobody's to know either
  await forgetRefused(app.db, [reader.email])
  await app.jobs.forget(app.db, { email: reader.email, only: 'mail_account_purged' })
}

/** Before an account ends that nobody uses: signing in once is enough to keep it. */
async function mailUnused(app: App, { userId }: { userId: string }): Promise<void> {
  const sleeper = await findSleeper(app.db, userId)
  if (!sleeper) return
  const end = new Date(inactivityEnd(sleeper.seenOn, sleeper.warnedOn))
  await writeMail(app, 'unused', sleeper, (text, language) => ({
    paragraphs: [text('unused.intro'), text('unused.next', { day: asDay(end, language) })],
    link: '/login',
  }))
}
