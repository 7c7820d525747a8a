import { accountById, composeMail } from '#server/features/accounts/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { isActing, listActing } from '#server/platform/member-rules/staff.ts'
import { toOutcome } from './reports.policy.ts'
import { findLetter } from './mails.queries.ts'

// None of them says what was reported, or whom: others may see a mail, too.

export const mailReport = (app: App, { reportId, event }: JobData['mail_report']): Promise<void> =>
  event === 'received' ? mailReceived(app, reportId) : mailDecided(app, reportId)

/** Whoever sent a notice got their receipt from there. */
async function mailReceived(app: App, reportId: string): Promise<void> {
  const letter = await findLetter(app.db, reportId)
  if (!letter?.email || !letter.userId) return
  const { number, userId, email, language } = letter
  const { say, frame, opening, closing } = composeMail(app, { id: userId, email, language }, 'en')
  await sendMail(app, {
    ...frame,
    subject: say('report.subject', { number }),
    before: [opening, say('report.received')],
    link: { label: say('report.link'), url: `${app.config.publicUrl}/reports/${number}` },
    after: closing,
  })
}

/** With how it ended, and how to object; whoever sent a notice has no page to read it on. */
async function mailDecided(app: App, reportId: string): Promise<void> {
  const letter = await findLetter(app.db, reportId)
  const outcome = letter && toOutcome(letter.decision, letter.isUnfounded)
  if (!letter?.email || !outcome) return
  const { number, userId, email, language } = letter
  const account = { ...(userId && { id: userId }), email, language }
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  const url = userId ? `/reports/${number}` : '/kontakt'
  await sendMail(app, {
    ...frame,
    replyTo: app.config.operator.OPERATOR_EMAIL,
    subject: say('report.subject', { number }),
    before: [
      opening,
      say('report.decided'),
      ...(userId ? [] : [say(`report.outcomes.${outcome}`), say('report.byPeople')]),
    ],
    link: {
      label: say(userId ? 'report.link' : 'report.object'),
      url: `${app.config.publicUrl}${url}`,
    },
    after: closing,
  })
}

/** To the staff, each in a mail that is tried again by itself; not to whom all of it is about. */
export const mailDesk = (
  { db, jobs, now }: App,
  { about = [[]] }: JobData['mail_desk'],
): Promise<void> =>
  db.transaction(async (tx) => {
    for (const userId of await listActing(tx, now()))
      if (about.some((people) => !people.includes(userId)))
        await jobs.send(tx, 'mail_staff', { userId })
  })

/** To somebody of the staff: something waits that is due soon, or was. */
export async function mailStaff(app: App, { userId }: JobData['mail_staff']): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account || !(await isActing(app.db, app.now(), { userId }))) return
  const { say, frame, opening, closing } = composeMail(app, account, 'de')
  await sendMail(app, {
    ...frame,
    subject: say('desk.subject'),
    before: [opening, say('desk.intro')],
    link: { label: say('desk.link'), url: `${app.config.publicUrl}/admin/reports` },
    after: closing,
  })
}
