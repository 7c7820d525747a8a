// Mails to who wrote to the club: the receipt of a message or notice, and later the answer to a message.
import { pages } from '#contract/pages.ts'
import { isFlaggers } from '#server/features/moderation/moderation.ts'
import type { App } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail, type MailParts } from '#server/platform/mail/compose.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import type { Text } from '#server/text/words.ts'
import { findMessage, type ContactLetter } from './contact.queries.ts'
import { findNotice, setNoticeLink } from './notices.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_message_received: { messageId: string }
    mail_notice_received: { noticeId: string }
    mail_message_answered: { messageId: string }
  }
}

// A receipt repeats nothing that was written: somebody who types another's address into the form must
// not be able to send them their own words.

export const contactMails = {
  mail_message_received: {
    afterRestore: 'sent',
    async send(app, { messageId }) {
      await write(app, 'message', await findMessage(app.db, messageId), (text) => [
        text('message.intro'),
        text('message.next'),
        text('message.ignore'),
      ])
    },
  },
  mail_notice_received: {
    afterRestore: 'sent',
    async send(app, { noticeId }) {
      const letter = await findNotice(app.db, noticeId)
      const link = letter?.email ? await confirmationLink(app, noticeId, letter.email) : null
      const paragraphs = (text: Text) => [
        text('notice.intro'),
        text('notice.next'),
        ...(link ? [text('notice.confirm')] : []),
        text('notice.ignore'),
      ]
      await write(app, 'notice', letter, paragraphs, link ? { link } : {})
    },
  },
  mail_message_answered: {
    afterRestore: 'sent',
    async send(app, { messageId }) {
      const letter = await findMessage(app.db, messageId)
      if (!letter?.answer) return
      const lines = letter.answer.split(/\n+/)
      await write(app, 'answer', letter, (text) => [
        text('answer.intro'),
        ...lines,
        text('answer.reply'),
      ])
    },
  },
} satisfies Partial<JobHandlers>

/** Only an address of a trusted flagger has something to show; however often its mail is tried, the link is one. */
async function confirmationLink(app: App, noticeId: string, email: string): Promise<string | null> {
  if (!(await isFlaggers(app.db, email))) return null
  const token = await mailedToken(app, `notice ${noticeId}`)
  await setNoticeLink(app.db, noticeId, secretHash(token))
  return `${pages.notice.path}#confirm=${token}`
}

async function write(
  app: App,
  name: 'message' | 'notice' | 'answer',
  letter: ContactLetter | undefined,
  paragraphs: (text: Text) => string[],
  parts: MailParts = {},
): Promise<void> {
  if (!letter?.email) return
  const { email, language, reference } = letter
  await writeMail(app, name, { email, language }, (text) => ({
    ...parts,
    replyTo: app.config.operator.OPERATOR_EMAIL,
    values: { reference },
    paragraphs: [...paragraphs(text), text('reference', { reference })],
    after: [],
    footer: [`${app.config.publicUrl}${pages.contact.path}`],
  }))
}
