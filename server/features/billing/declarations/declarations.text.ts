import { pages } from '#contract/pages.ts'
import { cleanLine } from '#contract/words.ts'
import { formatDay } from '#server/text/days.ts'
import { mailTranslator, type MailLanguage, type Text } from '#server/text/words.ts'
import type { Declaration } from './declarations.queries.ts'
import { berlinStamp } from './declarations.policy.ts'

/**
 * The declaration word for word, when it came and by which button (§ 312k (3), (4), § 356a (4)
 * BGB), a line each. It says what was declared and nothing the club knows.
 */
export function receiptLines(
  language: MailLanguage,
  declared: Declaration,
  publicUrl: string,
): string[] {
  const text = mailTranslator(language)
  const { kind, reference, name, contract, email } = declared
  const page = kind === 'cancellation' ? pages.cancellation : pages.withdrawal
  // what somebody wrote is put beside our words, never into them, and cannot look like a line of ours
  const line = (label: string, written: string) => `${label} ${cleanLine(written)}`
  return [
    text(`declaration.receipt.${kind}`, { reference }),
    text('declaration.receipt.received', berlinStamp(new Date(declared.receivedAt), language)),
    text(`declaration.receipt.button.${kind}`, { url: `${publicUrl}${page.path}` }),
    text(`declaration.receipt.words.${chooseWords(declared)}`),
    ...reasonLines(text, declared.reason),
    line(text('declaration.receipt.name'), name),
    line(text('declaration.receipt.contract'), contract),
    ...(kind === 'cancellation'
      ? [endLine(text, declared.endDate && formatDay(declared.endDate, language))]
      : []),
    line(text('declaration.receipt.email'), email),
  ]
}

const chooseWords = ({ kind, isExtraordinary }: Declaration) =>
  kind === 'withdrawal' ? kind : isExtraordinary ? 'extraordinary' : 'ordinary'

const reasonLines = (text: Text, reason: string | null): string[] =>
  reason === null
    ? []
    : [text('declaration.receipt.reason'), ...reason.split(/\n+/).map((line) => `> ${line}`)]

const endLine = (text: Text, day: string | null): string =>
  day === null ? text('declaration.receipt.earliest') : text('declaration.receipt.wanted', { day })
