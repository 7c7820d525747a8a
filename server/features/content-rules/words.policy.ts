import { WORD_SIGNS } from '#contract/content-rules/contentRules.ts'
import { allMatches } from '#contract/words.ts'
import { inLatin } from '#server/platform/site/lookalikes.ts'

/** Where in a text, in UTF-16 units. */
export type FoundWord = { from: number; to: number }

const LEET: Record<string, string> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
  ß: 'ss',
}

const LEET_SIGN = new RegExp(`[${Object.keys(LEET).map(RegExp.escape).join('')}]`, 'gu')

/** What a word is compared by: case, accents, look-alikes and signs for letters do not matter. */
export function wordKey(word: string): string {
  const folded = word
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
  const plain = folded.replace(LEET_SIGN, (char) => LEET[char] ?? char)
  // three of a letter are drawn out, two may be how it is written
  return inLatin(plain).replace(/(.)\1{2,}/gu, '$1$1')
}

const SIGNS = '@$€!|*'
const WORD = new RegExp(`[${WORD_SIGNS}]+`, 'gu')
const EDGES = new RegExp(`^[${SIGNS}]+|[${SIGNS}]+$`, 'g')
/** Letters held apart by spaces or dots. */
const SPELLED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\s._*-]{1,2}[\p{L}\p{N}@$!|]){2,40}(?![\p{L}\p{N}])/gu

/** The first whole word of a text that is blocked, however it is written. `blocked` holds keys. */
export function findBlocked(text: string, blocked: ReadonlySet<string>): FoundWord | null {
  if (blocked.size === 0) return null
  const isBlocked = (word: string) => /\p{L}/u.test(word) && blocked.has(wordKey(word))
  for (const { 0: word, index: from } of allMatches(WORD, text)) {
    if (isBlocked(word)) return { from, to: from + word.length }
    const inner = word.replace(EDGES, '')
    const at = from + word.indexOf(inner)
    if (inner !== word && isBlocked(inner)) return { from: at, to: at + inner.length }
  }
  for (const { 0: spelled, index: from } of allMatches(SPELLED, text))
    if (isBlocked(spelled.replace(/[\s._*-]/g, ''))) return { from, to: from + spelled.length }
  return null
}
