// Mails to a reporter when a report came in and was decided, and to staff when something waits at the desk.
import { pages } from '#contract/pages.ts'
import { accountMail } from '#server/features/accounts/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { listActiveStaff } from '#server/platform/member-rules/staff.ts'
import { toOutcome } from './reports.policy.ts'
import { findLetter } from './mails.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_report: { reportId: string; event: 'received' | 'decided' }
    /** What waits, each thing by whom it is about: they are not told of it. A reminder comes once in ten minutes at most. */
    mail_desk: { about?: string[][]; isReminder?: boolean }
    mail_staff: { userId: string }
  }
}

// None of them says what was reported, or whom: others may see a mail, too.

export const reportMails = {
  mail_report: {
    afterRestore: 'sent',
    send: (app, { reportId, event }) =>
      event === 'received' ? mailReceived(app, reportId) : mailDecided(app, reportId),
  },
  mail_desk: { send: mailDesk, afterRestore: 'sent' },
  mail_staff: {
    afterRestore: 'sent',
    /** To somebody of the staff: something waits that is due soon, or was. */
    send: accountMail('desk', { link: '/admin/reports' }, { screen: 'de', only: 'staff' }),
  },
} satisfies Partial<JobHandlers>

/** To members; the sender of a notice got a receipt when it was confirmed. */
async function mailReceived(app: App, reportId: string): Promise<void> {
  const letter = await findLetter(app.db, reportId)
  if (!letter?.email || !letter.userId) return
  const { number, userId, email, language } = letter
  await writeMail(app, 'report', { id: userId, email, language }, (text) => ({
    values: { number },
    paragraphs: [text('report.received')],
    link: `/reports/${number}`,
  }))
}

/** The mail says how it ended and how to object; the sender of a notice has no page to read it on. */
async function mailDecided(app: App, reportId: string): Promise<void> {
  const letter = await findLetter(app.db, reportId)
  const outcome = letter && toOutcome(letter.decision, letter.isUnfounded)
  if (!letter?.email || !outcome) return
  const { number, userId, email, language } = letter
  const reader = { ...(userId && { id: userId }), email, language }
  await writeMail(app, 'report', reader, (text) => ({
    replyTo: app.config.operator.OPERATOR_EMAIL,
    values: { number },
    paragraphs: [
      text('report.decided'),
      ...(userId ? [] : [text(`report.outcomes.${outcome}`), text('report.byPeople')]),
    ],
    ...(userId
      ? { link: `/reports/${number}` }
      : { link: pages.contact.path, linkLabel: text('report.object') }),
  }))
}

/**
 * To the staff, each in a mail that is tried again by itself; not to whom all of it is about. What comes in too fast is
 * told a little later, in one mail: a flood must neither fill a mailbox nor hide what comes after it.
 */
async function mailDesk(
  app: App,
  { about = [[]], isReminder }: JobData['mail_desk'],
): Promise<void> {
  const { db, jobs, now } = app
  await db.transaction(async (tx) => {
    for (const userId of await listActiveStaff(tx, now())) {
      if (about.every((people) => people.includes(userId))) continue
      const wait = isReminder ? null : await countAttempt(app, tx, 'deskMail', userId)
      if (wait === null) await jobs.send(tx, 'mail_staff', { userId })
      else if (!(await jobs.isWaiting(tx, 'mail_staff', userId)))
        await jobs.send(tx, 'mail_staff', { userId }, { afterSeconds: wait })
    }
  })
}
