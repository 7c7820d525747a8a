// Finds telephone numbers in a text, however they are written, and leaves dates and prices alone.
import { allMatches } from './words.ts'

/**
 * Tells numbers of telephones from what people write in numbers as well: days, hours, sums, scores,
 * rows of small numbers. Those are read first, by their form, however they are joined; what is left
 * and begins like a number one calls is one.
 */

const DAY = String.raw`(?:3[01]|[12]\d|0?[1-9])`
const MONTH = '(?:1[0-2]|0?[1-9])'
const YEAR = String.raw`(?:19|20)\d\d`
const HOUR = String.raw`(?:2[0-4]|[01]?\d)`
const SIGN = String.raw`\s?[./\-–]\s?`
const DATE = [
  String.raw`${DAY}${SIGN}${MONTH}(?:${SIGN}(?:${YEAR}|\d\d))?\.?`,
  // by spaces alone only with a year of these
  String.raw`${DAY}\s${MONTH}\s(?:${YEAR}|[23]\d)`,
  `${MONTH}${SIGN}${DAY}${SIGN}${YEAR}`,
  `${YEAR}${SIGN}${MONTH}${SIGN}${DAY}`,
  `${MONTH}${SIGN}${YEAR}`,
  `(?:3[01]|[12]\\d|0[1-9])(?:1[0-2]|0[1-9])${YEAR}`,
  YEAR,
].join('|')
const SUM = [
  String.raw`(?!49\.)[1-9]\d{0,2}(?:\.\d{3})+`,
  String.raw`[1-9]\d{0,2}(?:[.\s]\d{3})*[.\s]000`,
  String.raw`(?:0|[1-9]\d?)\.\d\d?`,
].join('|')
const TIME = String.raw`${HOUR}\.[0-5]\d|[12]\d[0-5]\d`
const SMALL = String.raw`[0-5]?\d\.?`
const RANGE = String.raw`(?:${TIME}|${SMALL})\s?[-–/]\s?(?:${TIME}|${SMALL})`
/** The opening times of a door. */
const FOUR_DIGITS = String.raw`[01]\d(?:00|15|30|45)\s?[-–]\s?[0-2]\d(?:00|15|30|45)`
const JOIN = String.raw`(?:\.?\s?[-–/]\s?|\.?\s{1,2}[()]?|\s?[()]{1,2}\s?)`
const ITEM = `(?:${DATE}|${SUM}|${TIME}|${FOUR_DIGITS}|${RANGE})`
const TALK = new RegExp(`^(?:${SMALL}${JOIN})?${ITEM}(?:${JOIN}${ITEM}){0,8}(?:${JOIN}${SMALL})?$`)
/** The days of a season, however many. */
const DAYS = new RegExp(String.raw`^(?:${DAY}\.${MONTH}\.?[\s\-–/()]{1,3})+${DAY}(?:\.${MONTH})?$`)
/** A whole day, before whatever else stands there. */
const AFTER_A_DAY = new RegExp(
  String.raw`^(?:${DAY}${SIGN}${MONTH}${SIGN}(?:${YEAR}|\d\d)|${YEAR}${SIGN}${MONTH}${SIGN}${DAY})(?!\d)(?=[^\d]*[\s(])[^\d+]{1,3}`,
)

/** The largest number of a lottery; pairs up to it are drawn more often than called. */
const MOST_DRAWN = 50
/** What people count in. */
const LONGEST_STEP = 15

const isPair = (group: string) => group.length === 2
const isSingle = (group: string) => group.length === 1
const isPadded = (group: string) => /^0\d/.test(group)

/** Numbers in a row, as one counts, draws, throws and lists them, told by their order or their smallness. */
function isRow(groups: readonly string[]): boolean {
  const values = groups.map(Number)
  if (groups.length < 3) return false
  if (values.every((value) => value % 10 === 0) && groups.every((group) => /^[1-9]\d/.test(group)))
    return true
  if (groups.some((group) => group.length > (isPadded(group) ? 2 : 3))) return false

  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const [step = 0] = steps
  if (step !== 0 && Math.abs(step) <= LONGEST_STEP && steps.every((other) => other === step))
    return true
  const isGermanMobile = groups.every(isPair) && /^01[5-7]/.test(groups.join(''))
  if (isGermanMobile || groups.length < 5) return false
  const isSmall = values.every((value) => value <= MOST_DRAWN)
  const isOrdered = steps.every((by) => by >= 0) || steps.every((by) => by <= 0)
  if (isOrdered && (isSmall || groups.length > 5)) return true
  if (!isSmall || groups.every(isSingle)) return false
  // minutes begin with two zeros; a list written in pairs shows by more than one pair with a zero
  if (groups[0] === '00' || !groups.some(isPadded)) return values[0] !== 0 || isPair(groups[0]!)
  const isDrawn = groups.length > 5 && new Set(values).size === values.length
  return isDrawn && groups.filter(isPadded).length > 1
}

/** Five pairs, as numbers are written in France, from their zero on. */
const FIVE_PAIRS = /^0[1-9]([\s.\-–/])\d\d(?:\1\d\d){3}$/
/** How some spell a number; pairs of scores and halves have two kinds of signs between. */
const DIGIT_BY_DIGIT = /^\d([\s.\-–/()]{1,3})\d(?:\1\d){6,}$/
const DAY_AND_TIME = new RegExp(String.raw`^${DAY}.${MONTH}.[23]\d.${HOUR}.[0-5]\d$`)

/** Whether these are days, hours, sums or small numbers, and nothing else. */
function isTalk(numbers: string): boolean {
  const groups = numbers.split(/\D+/)
  if (FIVE_PAIRS.test(numbers)) return DAY_AND_TIME.test(numbers) || isRow(groups)
  if (DIGIT_BY_DIGIT.test(numbers)) return isRow(groups)
  const isPostCodes = groups.length > 1 && groups.every((group) => /^0\d{4}$/.test(group))
  return isPostCodes || TALK.test(numbers) || DAYS.test(numbers) || isRow(groups)
}

/** Digits in ones and twos, with signs between; a number this short is nobody's. */
const ONES_AND_TWOS = /^\d{1,2}(?:[.\-–/\s()]{1,3}(?:\d{1,2}|(?:19|20)\d\d))+$/

function isCalled(found: string): boolean {
  const numbers = found.replace(/^\(/, '')
  const digits = found.replace(/\D/g, '')
  if (numbers.startsWith('+'))
    return digits.length >= 8 && !/^\+\d{1,3}[.\s]\d{3}(?:[.\s]000)+$/.test(numbers)
  if (/\d{18}/.test(numbers) || isTalk(numbers)) return false
  if (digits.length < 10 && ONES_AND_TWOS.test(numbers)) return false
  if (digits.startsWith('00')) return digits.length >= 10
  if (digits.startsWith('0')) return digits.length >= 8
  // a mobile number of these countries, or any, whose zero or plus was left out
  return (
    /^(?:1[5-7]\d{8,9}|49\d{9,11}|43[67]\d{8,10}|417\d{8})$/.test(digits) ||
    /^\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.test(numbers)
  )
}

/**
 * How much of what was found comes before the number one calls; null where there is none. Whatever divides it, it is
 * read as with hyphens; and an O it begins with, as the zero it looks like.
 */
export const beforePhone = (found: string): number | null =>
  beforeNumber(found.replace(/[_|·•*]/g, '-').replace(/^o/, '0'))

function beforeNumber(found: string): number | null {
  const day = AFTER_A_DAY.exec(found.replace(/^\(/, ' ').trimStart())?.[0]
  if (day !== undefined) {
    const at = found.indexOf(day) + day.length
    const then = beforeNumber(found.slice(at))
    return then === null ? null : at + then
  }
  if (isCalled(found)) return 0
  // after the number of a table or a house, a number one calls shows by its zero
  for (const { index } of allMatches(/\s\(?(?=0{1,2}[1-9]\d|\+)/g, found))
    if (isCalled(found.slice(index + 1))) return index + 1
  return null
}
