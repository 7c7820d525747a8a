import { composeMail } from '#server/features/accounts/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { findLetter } from './mails.queries.ts'

/** The answer is in it: whoever was banned may have no other way to read it. */
export async function mailAppeal(
  app: App,
  { appealId, event }: JobData['mail_appeal'],
): Promise<void> {
  const letter = await findLetter(app.db, appealId)
  if (!letter) return
  const { number, userId, email, language, isGranted, answer } = letter
  const { say, frame, opening, closing } = composeMail(app, { id: userId, email, language }, 'en')
  const outcome = isGranted ? 'appeal.granted' : 'appeal.refused'
  await sendMail(app, {
    ...frame,
    replyTo: app.config.operator.OPERATOR_EMAIL,
    subject: say('appeal.subject', { number }),
    before:
      event === 'received' || answer === null
        ? [opening, say('appeal.received')]
        : [opening, say(outcome), say('appeal.answer', { answer }), say('appeal.byPeople')],
    after: closing,
  })
}
