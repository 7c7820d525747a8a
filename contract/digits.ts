import { LONGEST_LINE, normalizeText } from './words.ts'

/** Decimal digits of every script stand in runs of ten, from nought to nine. */
const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

function readDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

/**
 * A text in which digits are asked for, with each of another script as its value, full-width signs
 * as usual ones, and without what nobody sees.
 */
export const plainDigits = (text: string): string =>
  text.length > LONGEST_LINE || /^[\x20-\x7E]*$/.test(text)
    ? text
    : normalizeText(text, 'NFKC')
        .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
        .replace(/(?![0-9])\p{Nd}/gu, readDigit)

/** A code, as its owner reads it to the club. */
export const cleanCode = (text: string): string => plainDigits(text.toWellFormed()).trim()

const NUMBER =
  /(?<![\p{L}\p{N}])([A-Z]{1,2})[\s._/-]{0,3}([\dO]{4})[\s._/-]{0,3}([\dO]{6})(?![\p{N}O])/gu

/**
 * An order or a case number, in capitals, and with the hyphens it is kept with, whatever stood there; without
 * the words around it, if it is the only one among them.
 */
export function cleanNumber(text: string): string {
  const plain = cleanCode(text)
    .toUpperCase()
    .replace(/[\p{Pd}\u2212]/gu, '-')
  const [number, ...others] = new Set(
    Array.from(plain.matchAll(NUMBER), ([, letters = '', ...digits]) =>
      [letters, ...digits.map((some) => some.replaceAll('O', '0'))].join('-'),
    ),
  )
  return number && others.length === 0 ? number : plain.replace(/\s/g, '')
}
