// "a phrase", -"not this", or what stands between spaces
const PIECE = /(-?)"([^"]*)"|([^\s"]+)/gu
const WORD = /[\p{L}\p{Nd}\p{M}]+/gu

/**
 * What somebody looks for, as PostgreSQL reads it: words end at whatever is neither letter nor digit,
 * as they do in the index, and what was typed together is looked for together.
 */
export const toQuestion = (typed: string): string =>
  Array.from(
    // phones put quotes as they are printed
    typed.replace(/[„“”«»]/g, '"').matchAll(PIECE),
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
