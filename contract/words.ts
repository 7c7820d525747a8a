const ENDLESS = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/** What somebody types into one line and is longer is read as nothing: one sign may stand for eighteen. */
export const LONGEST_LINE = 1_000

/**
 * A text in one of Unicode's forms, well-formed. Of marks upon one letter thirty stay (Unicode's
 * stream-safe format): putting tens of thousands in order would take a processor seconds.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  text.toWellFormed().replace(ENDLESS, '$1').normalize(form)

/**
 * Text as the club stores and counts it: well-formed, NFC, line breaks as LF, also those of word
 * processors, tabs as spaces, without the control, bidirectional and zero-width characters that could
 * disguise or break it, and without the hyphens that pages put into long words, by which nobody would
 * find these.
 * Emoji keep their joiners; of signs piled upon one letter (“Zalgo”) four stay, which is more than
 * any language writes there.
 */
export function cleanText(text: string): string {
  const shown = normalizeText(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(
      /(?!\n)(?:[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]|\u034F)/gu,
      '',
    )
  return normalizeText(normalizeText(shown).replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, '$1'))
}

/**
 * A letter, number, punctuation mark or symbol, but for those that are drawn as nothing: blanks of Braille, Hangul,
 * music and hieroglyphs, and what stands for an object. And whatever an engine of last year knows nothing of: a new
 * phone has letters and emoji of this one.
 */
const SHOWN =
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFC\u{1D159}\u{13441}\u{13442}]/u

/** Trimmed; nothing is left of a text in which there is nothing to be seen. */
const trimToVisible = (text: string): string => (SHOWN.test(text) ? text.trim() : '')

/** As `cleanText`, of what somebody has to say: trimmed, and empty where nothing would be seen. */
export const cleanWords = (text: string): string => trimToVisible(cleanText(text))

/** As `cleanWords`, on a single line. */
export const cleanLine = (text: string): string =>
  trimToVisible(cleanText(text.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' ')))

/** Length as people count it here: Unicode code points after NFC. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of normalizeText(text)) count += 1
  return count
}

/** How long a text is of which the club keeps `cleanWords`. */
export const countKept = (text: string): number => codePoints(cleanWords(text))

/** What is as wide as a space and as empty. */
const BLANK = /[\u2800\u115F\u1160\u3164\uFFA0\u{13441}\u{13442}]/gu
/** Joiners, tags and whatever else is drawn as nothing; an emoji keeps what says that it is one, and what joins two to one. */
const UNSEEN =
  /(?!\uFE0F|(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D\p{Extended_Pictographic})[\p{Default_Ignorable_Code_Point}\p{Cf}]|[\uFFFC\u{1D159}]|(?<!\p{Emoji})\uFE0F/gu

/** As `cleanLine`, on names: they must not differ by what nobody can see. */
export const cleanName = (text: string): string =>
  cleanLine(text.replace(BLANK, ' ').replace(UNSEEN, '')).replace(/\s+/g, ' ')

/**
 * As `matchAll`, with the (global) pattern itself. A copy of it, as that one takes, is prepared again
 * once the engine has forgotten: milliseconds for a pattern that names the letters of all scripts.
 */
export function allMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const all: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let one = pattern.exec(text); one; one = pattern.exec(text)) all.push(one)
  return all
}
