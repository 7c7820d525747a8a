import { normalizeText } from './words.ts'

/** Letters that are typed as others, and are none of them with a mark. */
const PLAIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ß: 'ss',
}

const MARKS =
  /(?:[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u065F\u0670]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u200B-\u200F]|[\u20D0-\u20FF]|[\uFE00-\uFE0F]|[\uFE20-\uFE2F])+/g

/**
 * A name as it is looked for by its beginning: without case, accents and the marks upon letters, and with one
 * apostrophe and one dash. The database does the same by `folded()`. Whether two names look alike is another question
 * (`usernameKey`): that one makes `m` of `rn`, and so of half of it something else.
 */
export const foldName = (name: string): string =>
  // an accent by itself would leave the blank it stands upon
  normalizeText(name.replace(/[\u00B4\u1FFD]/g, "'"), 'NFKD')
    .replace(MARKS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[øłđðħıςæœþß]/g, (letter) => PLAIN[letter] ?? letter)
    // of these each device types its own
    .replace(/[‘’‛ʻʼ`′]/g, "'")
    .replace(/[‐‒–—―−]/g, '-')
