/**
 * Text as the club stores and counts it: well-formed, NFC, line breaks as LF, without the
 * control, bidirectional and zero-width characters that could disguise or break it.
 * Emoji keep their joiners; of signs piled upon one letter (“Zalgo”) four stay, which is more than
 * any language writes there.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(
      /(?!\n)[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u061C]/gu,
      '',
    )
    .normalize('NFC')
    .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, '$1')
    .normalize('NFC')
}

/** As `cleanText`, on a single line and trimmed. */
export const cleanLine = (text: string): string =>
  cleanText(text.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' ')).trim()

/** Length as people count it here: Unicode code points after NFC. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text.toWellFormed().normalize('NFC')) count += 1
  return count
}

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u

/**
 * As `cleanLine`, without the joiners too: names must not differ by what nobody can see. Nothing is
 * left of a name that shows nothing.
 */
export function cleanName(text: string): string {
  const name = cleanLine(text.replace(/\u200C|\u200D|\u00AD/g, '')).replace(/\s+/g, ' ')
  return VISIBLE.test(name) ? name : ''
}

/**
 * As `matchAll`, with the (global) pattern itself. A copy of it, as that one takes, is prepared anew
 * once the engine has forgotten: milliseconds for a pattern that names the letters of all scripts.
 */
export function allMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const all: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let one = pattern.exec(text); one; one = pattern.exec(text)) all.push(one)
  return all
}
