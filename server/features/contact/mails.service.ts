import { pages } from '#contract/pages.ts'
import { isFlaggers } from '#server/features/moderation/moderation.ts'
import type { App } from '#server/platform/context.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { mailLanguage, mailTranslator } from '#server/text/words.ts'
import { findMessage, type Letter } from './contact.queries.ts'
import { findNotice, setNoticeLink } from './notices.queries.ts'

// A receipt repeats nothing that was written: whoever types another's address into the form must
// not be able to send them words of their own.

type Words = {
  subject: 'message.subject' | 'notice.subject' | 'answer.subject'
  paragraphs: (say: ReturnType<typeof mailTranslator>) => string[]
  link?: string
}

export async function mailMessageReceived(app: App, { messageId }: { messageId: string }) {
  await write(app, await findMessage(app.db, messageId), {
    subject: 'message.subject',
    paragraphs: (say) => [say('message.intro'), say('message.next'), say('message.ignore')],
  })
}

export async function mailNoticeReceived(app: App, { noticeId }: { noticeId: string }) {
  const letter = await findNotice(app.db, noticeId)
  const link = letter?.email ? await linkFor(app, noticeId, letter.email) : null
  await write(app, letter, {
    subject: 'notice.subject',
    paragraphs: (say) => [
      say('notice.intro'),
      say('notice.next'),
      ...(link ? [say('notice.confirm')] : []),
      say('notice.ignore'),
    ],
    ...(link && { link }),
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

/** Only an address of a trusted flagger has something to show; however often its mail is tried, the link is one. */
async function linkFor(app: App, noticeId: string, email: string): Promise<string | null> {
  if (!(await isFlaggers(app.db, email))) return null
  const token = await mailedToken(app, `notice ${noticeId}`)
  await setNoticeLink(app.db, noticeId, secretHash(token))
  return `${app.config.publicUrl}${pages.notice.path}#confirm=${token}`
}

async function write(app: App, letter: Letter | undefined, words: Words): Promise<void> {
  if (!letter?.email) return
  const { clubName, operator, publicUrl } = app.config
  const language = mailLanguage(letter.language, 'en')
  const say = mailTranslator(language)
  await sendMail(app, {
    to: letter.email,
    replyTo: operator.OPERATOR_EMAIL,
    language,
    subject: say(words.subject, { reference: letter.reference }),
    before: [say('greeting'), ...words.paragraphs(say), say('reference', letter)],
    ...(words.link && { link: { label: say('notice.link'), url: words.link } }),
    after: [say('signature', { club: clubName }), `${publicUrl}${pages.contact.path}`],
  })
}
