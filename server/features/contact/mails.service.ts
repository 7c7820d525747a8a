import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import { sendMail } from '#server/platform/mail.ts'
import { mailLanguage, wordsIn } from '#server/text/words.ts'
import { findMessage, type Letter } from './contact.queries.ts'
import { findNotice } from './notices.queries.ts'

// A receipt repeats nothing that was written: whoever types another's address into the form must
// not be able to send them words of their own.

type Words = {
  subject: 'message.subject' | 'notice.subject' | 'answer.subject'
  paragraphs: (say: ReturnType<typeof wordsIn>) => string[]
}

export async function mailMessageReceived(app: App, { messageId }: { messageId: string }) {
  await write(app, await findMessage(app.db, messageId), {
    subject: 'message.subject',
    paragraphs: (say) => [say('message.intro'), say('message.next'), say('message.ignore')],
  })
}

export async function mailNoticeReceived(app: App, { noticeId }: { noticeId: string }) {
  await write(app, await findNotice(app.db, noticeId), {
    subject: 'notice.subject',
    paragraphs: (say) => [say('notice.intro'), say('notice.next'), say('notice.ignore')],
  })
}

export async function mailMessageAnswered(app: App, { messageId }: { messageId: string }) {
  const letter = await findMessage(app.db, messageId)
  if (!letter?.answer) return
  const lines = letter.answer.split(/\n+/)
  await write(app, letter, {
    subject: 'answer.subject',
    paragraphs: (say) => [say('answer.intro'), ...lines, say('answer.reply')],
  })
}

async function write(app: App, letter: Letter | undefined, words: Words): Promise<void> {
  if (!letter?.email) return
  const { clubName, operator, publicUrl } = app.config
  const language = mailLanguage(letter.language, 'en')
  const say = wordsIn(language)
  await sendMail(app, {
    to: letter.email,
    replyTo: operator.OPERATOR_EMAIL,
    language,
    subject: say(words.subject, { reference: letter.reference }),
    before: [say('greeting'), ...words.paragraphs(say), say('reference', letter)],
    after: [say('signature', { club: clubName }), `${publicUrl}${pages.contact.path}`],
  })
}
