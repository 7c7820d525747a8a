/** A word as a POSIX shell takes it back whole, quoted only where it has to be. @param {string} word */
export function quoteWord(word) {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  if (!/["$`\\!]/.test(word)) return `"${word}"`
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** A command line that can be copied as it stands. @param {string[]} words */
export const commandLine = (...words) => words.map(quoteWord).join(' ')

/** A text as a pattern that fits it and nothing else. @param {string} text */
export const literally = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
