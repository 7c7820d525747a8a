// Reads a birthdate however it was written, and sets the dots for somebody who types it: `TT.MM.JJJJ`.
import { parseGermanDate } from '#contract/admission/birthdate.ts'
import { plainDigits } from '#contract/digits.ts'

const LENGTH = 'TT.MM.JJJJ'.length

/** Reads a whole date however it was written, day before month; answers `TT.MM.JJJJ`, or null. */
export function readDate(text: string): string | null {
  const [first = '', second = '', third = '', ...more] = plainDigits(text)
    .trim()
    .split(/[^\d]+/)
    .filter(Boolean)
  if (more.length > 0) return null
  const tried = second
    ? first.length === 4
      ? [[third, second, first]]
      : [[first, second, third]]
    : [
        [first.slice(0, 2), first.slice(2, 4), first.slice(4)],
        [first.slice(6), first.slice(4, 6), first.slice(0, 4)],
      ]
  const written = tried.map(([day = '', month = '', year = '']) =>
    [day.padStart(2, '0'), month.padStart(2, '0'), year].join('.'),
  )
  return written.find((date) => parseGermanDate(date)) ?? null
}

type Typed = { text: string; caret: number }

/**
 * Helps with the dots of a birthdate, and only where nobody is in the way: a date that arrives whole
 * is rewritten, digits typed at the end get their dots. Deleting and editing in the middle are left
 * alone, and so is the caret.
 */
export function maskBirthdate(before: string, after: string, caret: number): Typed {
  const cleaned = plainDigits(after).replace(/[^\d./\- ]/g, '')
  if (after.length - before.length > 1) {
    const whole = readDate(after)
    if (whole) return { text: whole, caret: LENGTH }
  }
  const isDeletion = after.length < before.length
  const isAtEnd = caret === after.length
  if (isDeletion || !isAtEnd) {
    return { text: cleaned, caret: Math.max(0, caret - (after.length - cleaned.length)) }
  }
  const text = withDots(cleaned)
  return { text, caret: text.length }
}

function withDots(typed: string): string {
  // somebody writes the year first: leave them to it until the date is whole
  const yearFirst = /^((?:19|20)\d\d)-$/.exec(typed.replaceAll('.', ''))
  if (yearFirst && /^\d\d\.\d\d\.?-/.test(typed)) return `${yearFirst[1]}-`
  // no month: it was a day and a month that looked like a year
  const wasDay = /^(\d\d)(\d\d)-(1[3-9]|[2-9]\d)$/.exec(typed)
  if (wasDay) return wasDay.slice(1).join('.')
  if (/^\d{4}-/.test(typed)) return (typed.length >= LENGTH && readDate(typed)) || typed
  // somebody writes dashes between: what they wrote tells a day from the half of a year
  const dashed = /^(\d\d?)\.?(-.*)$/.exec(typed)
  if (dashed) {
    const text = `${dashed[1]}${dashed[2]}`.replace(/-{2,}/g, '-')
    return (/-\d{4}$/.test(text) && readDate(text)) || text.slice(0, LENGTH)
  }

  const [day = '', month = '', ...rest] = parts(typed)
  const year = rest.join('').slice(0, 4)
  if (rest.length > 0) return `${day}.${month}.${year}`
  return month.length === 2 ? `${day}.${month}.` : day.length === 2 ? `${day}.${month}` : day
}

/** Day, month and year as far as they were typed; a separator completes a single digit. */
function parts(typed: string): string[] {
  const found: string[] = ['']
  for (const sign of typed) {
    const last = found.length - 1
    const current = found[last] ?? ''
    if (!/\d/.test(sign)) {
      if (!current || last === 2) continue
      found[last] = current.padStart(2, '0')
      found.push('')
    } else if (last < 2 && current.length === 2) found.push(sign)
    else found[last] = current + sign
  }
  return found
}
