import { plainDigits } from '../digits.ts'
import { berlinDay } from '../day.ts'
import { limits } from '../limits.ts'

const GERMAN_DATE = /^(\d{2})\.(\d{2})\.(\d{4})$/

/** Reads `TT.MM.JJJJ`; answers `YYYY-MM-DD`, or null when no such day exists. */
export function parseGermanDate(text: string): string | null {
  const [, day, month, year] = GERMAN_DATE.exec(plainDigits(text).trim()) ?? []
  if (!day || !month || !year) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return null
  return `${year}-${month}-${day}`
}

/** Completed years on `today`; born on 29 February, one ages on 1 March in common years (§ 188 BGB). */
export function computeAge(birthdate: string, today: string): number {
  const [birthYear = 0, birthMonth = 0, birthDay = 0] = birthdate.split('-').map(Number)
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const hadBirthday = month > birthMonth || (month === birthMonth && day >= birthDay)
  return year - birthYear - (hadBirthday ? 0 : 1)
}

/** Whether somebody is not of age yet, in Europe/Berlin. */
export const isMinor = (birthdate: string, now: Date): boolean =>
  computeAge(birthdate, berlinDay(now)) < limits.minimumAge

type BirthdateProblem = 'birthdate_invalid' | 'birthdate_underage'

/** What is wrong with a birthdate typed as `TT.MM.JJJJ`, seen in Europe/Berlin; null when it will do. */
export function birthdateProblem(text: string, now: Date): BirthdateProblem | null {
  const birthdate = parseGermanDate(text)
  const today = berlinDay(now)
  if (!birthdate || birthdate > today) return 'birthdate_invalid'
  const age = computeAge(birthdate, today)
  if (age > limits.maximumAge) return 'birthdate_invalid'
  return age < limits.minimumAge ? 'birthdate_underage' : null
}
