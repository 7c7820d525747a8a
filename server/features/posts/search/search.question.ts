import { foldName } from '#contract/folding.ts'
import { normalizeText } from '#contract/words.ts'

// "a phrase", -"not this", or what stands between spaces
const PIECE = /(-?)"([^"]*)"|([^\s"]+)/gu
const WORD = /[\p{L}\p{Nd}\p{M}]+/gu

/**
 * What somebody looks for, as PostgreSQL reads it: words end at whatever is neither letter nor digit,
 * as they do in the index, and what was typed together is looked for together.
 */
export const toQuestion = (typed: string): string =>
  Array.from(
    // phones put quotes as they are printed, or as wide as their letters
    typed.replace(/[„“”‟«»＂]/g, '"').matchAll(PIECE),
    ([, before = '', phrase, chunk = '']) => {
      const words = (phrase ?? chunk).match(WORD) ?? []
      if (words.length === 0) return ''
      const without = before || (/^-[\p{L}\p{Nd}]/u.test(chunk) ? '-' : '')
      const isOne = words.length === 1 && phrase === undefined
      return isOne ? `${without}${words[0]}` : `${without}"${words.join(' ')}"`
    },
  )
    .filter(Boolean)
    .join(' ')

/** What German stems are without anyway. */
const UMLAUTS: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' }

/**
 * The question, and the same without accents and in letters of the usual width, as what is looked for may be written.
 * Where something is not to be found, it is to be no form of it, so that there the question is taken at its word.
 */
export function listForms(question: string): string[] {
  // which takes syllables of Hangul apart
  const folded = normalizeText(foldName(question))
  const stemmed = question.toLowerCase().replace(/[äöüß]/g, (letter) => UMLAUTS[letter]!)
  return folded === stemmed || /(?:^|\s)-/.test(question) ? [question] : [question, folded]
}
