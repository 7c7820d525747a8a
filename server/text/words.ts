import { createInstance } from 'i18next'
import { isolateDirection } from '#contract/direction.ts'
import type { Language } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { retention } from '#contract/privacy/retention.ts'
import de from './de/mail.json' with { type: 'json' }
import en from './en/mail.json' with { type: 'json' }

const words = createInstance()
await words.init({
  ns: ['mail'],
  defaultNS: 'mail',
  resources: { de: { mail: de }, en: { mail: en } },
  fallbackLng: 'en',
  // what is written is escaped where HTML is made of it
  // the club's own numbers stand in no catalogue: `{{limits.appealDays}}`, `{{retention.backups.amount}}`
  interpolation: { escape: isolateDirection, defaultVariables: { limits, retention } },
})

export type MailLanguage = 'de' | 'en'

/** The language of a mail. For `mul` it is that of the screen the mail follows from: sign-up German, the rest English. */
export function mailLanguage(chosen: Language | null, screen: MailLanguage): MailLanguage {
  return chosen === 'de' || chosen === 'en' ? chosen : screen
}

/** The language of receipts and contract mails. For `mul` it is German, like the pages on which contracts are made and ended. */
export const paperLanguage = (chosen: Language | null): MailLanguage =>
  mailLanguage(chosen, chosen === 'mul' ? 'de' : 'en')

/** The server's words in one language: `text('reset.subject')`. */
export const mailTranslator = (language: MailLanguage) => words.getFixedT(language, 'mail')

export type Text = ReturnType<typeof mailTranslator>

type Named<Words, Path extends string = ''> = {
  [Key in keyof Words & string]: Words[Key] extends string
    ? never
    :
        | (Words[Key] extends { subject: unknown } ? `${Path}${Key}` : never)
        | Named<Words[Key], `${Path}${Key}.`>
}[keyof Words & string]

/** The name of a mail: the path in the catalogue under which its subject stands. */
export type MailName = Named<typeof en>

/** The words under a key; null where there are none. */
export const findText = (text: Text, key: string, values: Record<string, string | number>) =>
  words.exists(key, { lng: 'en', ...values }) ? text(key, values) : null
