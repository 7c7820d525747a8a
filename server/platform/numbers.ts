import { randomInt } from 'node:crypto'
import { berlinDay } from '#contract/birthdate.ts'

const PLACES = 1_000_000
/** More numbers drawn in vain than this, and something else is wrong. */
const DRAWS = 50

/**
 * Tries `R-2026-000123` and others like it until one is free: easy to say on the phone, and drawn at
 * random, since a count would tell everybody how many there are.
 */
export async function withNumber(
  letter: string,
  now: Date,
  isFree: (number: string) => Promise<boolean>,
): Promise<string> {
  const [year = ''] = berlinDay(now).split('-')
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const number = `${letter}-${year}-${String(randomInt(PLACES)).padStart(6, '0')}`
    if (await isFree(number)) return number
  }
  throw new Error('no number is left to draw')
}
