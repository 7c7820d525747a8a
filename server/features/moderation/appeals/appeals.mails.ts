import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { findLetter } from './mails.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_appeal: { appealId: string; event: 'received' | 'decided' }
  }
}

export const appealMails = {
  mail_appeal: { send: mailAppeal, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/** The mail holds the answer itself: a banned member may have no other way to read it. */
async function mailAppeal(app: App, { appealId, event }: JobData['mail_appeal']): Promise<void> {
  const letter = await findLetter(app.db, appealId)
  if (!letter) return
  const { number, userId, email, language, isGranted, isLifted, answer } = letter
  await writeMail(app, 'appeal', { id: userId, email, language }, (text) => ({
    replyTo: app.config.operator.OPERATOR_EMAIL,
    values: { number },
    paragraphs:
      event === 'received' || answer === null
        ? [text('appeal.received')]
        : [
            // what does not hold any more does not stand by an answer that came later
            text(isGranted ? 'appeal.granted' : isLifted ? 'statement.lifted' : 'appeal.refused'),
            text('appeal.answer', { answer }),
            text('appeal.byPeople'),
          ],
  }))
}
