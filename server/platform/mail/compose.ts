// Words a mail in its reader's language, from the catalogue, and sends it: greeting, link or code, signature.
import type { Language } from '#contract/fields.ts'
import type { App } from '#server/platform/context.ts'
import { findText, mailLanguage, mailTranslator, type MailLanguage } from '#server/text/words.ts'
import type { MailName, Text } from '#server/text/words.ts'
import { sendMail, type Mail } from './mail.ts'

export type Reader = {
  /** Whose account it is, where its mails are listed for them. */
  id?: string
  email: string
  /** As they chose; in `mul`, and where nobody chose, the mail speaks the language of `screen`. */
  language: Language | null
  screen?: MailLanguage
}

/** What a mail says beside its words in the catalogue, or instead of them. */
export type MailParts = {
  /** What stands in the holes of its words, such as `{ number }`. */
  values?: Record<string, string | number>
  /** Instead of its `subject`. */
  subject?: string
  /** What comes between greeting and link, instead of its `intro`. */
  paragraphs?: string[]
  /** Where its link leads: an address, or a path of the club. */
  link?: string
  /** Instead of its words under `link`. */
  linkLabel?: string
  code?: string
  /** Instead of its words under `code`. */
  codeLabel?: string
  /** What comes after the link, instead of its `validity`, `hint` and `ignore`. */
  after?: string[]
  /** What comes below the club's name, instead of the line that nobody wrote it. */
  footer?: string[]
} & Pick<Mail, 'replyTo' | 'leave' | 'isUnasked' | 'attachments'>

type Given = MailParts | ((text: Text, language: MailLanguage) => MailParts)

/** Sends the mail of that name to one reader, as `sendMail`. */
export const writeMail = (
  app: App,
  name: MailName,
  reader: Reader,
  parts: Given = {},
): Promise<void> => sendMail(app, composeMail(app, name, reader, parts))

/**
 * The mail of that name for one reader: greeting, words, link or code, and the club's name below,
 * all in the reader's language, from `server/text/<language>/mail.json`.
 */
function composeMail(
  { config }: Pick<App, 'config'>,
  name: MailName,
  { id, email, language: chosen, screen = 'en' }: Reader,
  given: Given,
): Mail {
  const language = mailLanguage(chosen, screen)
  const text = mailTranslator(language)
  const parts = typeof given === 'function' ? given(text, language) : given
  const { values = {}, subject, paragraphs, link, linkLabel, ...others } = parts
  const { code, codeLabel, after, footer, ...rest } = others
  const own = (...keys: string[]) =>
    keys.flatMap((key) => findText(text, `${name}.${key}`, values) ?? [])
  const url = link?.startsWith('/') ? config.publicUrl + link : link
  return {
    ...rest,
    ...(id && { userId: id }),
    to: email,
    language,
    subject: subject ?? text(`${name}.subject`, values),
    before: [text('greeting'), ...(paragraphs ?? own('intro'))],
    ...(url && { link: { label: linkLabel ?? text(`${name}.link`, values), url } }),
    ...(code && { code: { label: codeLabel ?? text(`${name}.code`), code } }),
    after: [
      ...(after ?? own('validity', 'hint', 'ignore')),
      text('signature', { club: config.clubName }),
      ...(footer ?? [text('automatic')]),
    ],
  }
}
