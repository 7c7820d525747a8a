import { pages } from '#contract/pages.ts'
import { cleanLine } from '#contract/words.ts'
import type { mailTranslator } from '#server/text/words.ts'
import type { Declaration } from './declarations.queries.ts'
import { berlinStamp, germanDay } from './declarations.policy.ts'

type Say = ReturnType<typeof mailTranslator>

/**
 * The declaration word for word, when it came and by which button (§ 312k (3), (4), § 356a (4)
 * BGB), a line each. It says what was declared and nothing the club knows.
 */
export function receiptLines(say: Say, declared: Declaration, publicUrl: string): string[] {
  const { kind, reference, name, contract, email } = declared
  const page = kind === 'cancellation' ? pages.cancellation : pages.withdrawal
  // what somebody wrote is put beside our words, never into them, and cannot look like a line of ours
  const line = (label: string, written: string) => `${label} ${cleanLine(written)}`
  return [
    say(`declaration.receipt.${kind}`, { reference }),
    say('declaration.receipt.received', berlinStamp(new Date(declared.receivedAt))),
    say(`declaration.receipt.button.${kind}`, { url: `${publicUrl}${page.path}` }),
    say(`declaration.receipt.words.${wordsOf(declared)}`),
    ...reasonLines(say, declared.reason),
    line(say('declaration.receipt.name'), name),
    line(say('declaration.receipt.contract'), contract),
    ...(kind === 'cancellation' ? [endLine(say, declared.endDate)] : []),
    line(say('declaration.receipt.email'), email),
  ]
}

const wordsOf = ({ kind, isExtraordinary }: Declaration) =>
  kind === 'withdrawal' ? kind : isExtraordinary ? 'extraordinary' : 'ordinary'

const reasonLines = (say: Say, reason: string | null): string[] =>
  reason === null
    ? []
    : [say('declaration.receipt.reason'), ...reason.split(/\n+/).map((text) => `> ${text}`)]

const endLine = (say: Say, endDate: string | null): string =>
  endDate === null
    ? say('declaration.receipt.earliest')
    : say('declaration.receipt.wanted', { day: germanDay(endDate) })
