import { normalizeText } from './words.ts'

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
  /^[\x20-\x7E]*$/.test(text)
    ? text
    : normalizeText(text, 'NFKC')
        .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
        .replace(/(?![0-9])\p{Nd}/gu, readDigit)

/** A code, as its owner reads it to the club. */
export const cleanCode = (text: string): string => plainDigits(text.toWellFormed()).trim()

/** An order or a case number, in capitals, without blanks, and with the hyphens it is kept with. */
export const cleanNumber = (text: string): string =>
  cleanCode(text)
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
