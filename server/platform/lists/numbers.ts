import { randomInt } from 'node:crypto'
import { berlinDay } from '#contract/day.ts'

const PLACES = 1_000_000
/** More numbers drawn in vain than this, and something else is wrong. */
const DRAWS = 50

/**
 * Draws `R-2026-000123` and others like it until `take` answers more than null or false, which it
 * does as long as a number is taken: easy to say on the phone, and drawn at random, since a count
 * would tell everybody how many there are.
 */
export async function allocateReference<T>(
  letters: string,
  now: Date,
  take: (number: string) => Promise<T | null | false>,
): Promise<T> {
  const [year = ''] = berlinDay(now).split('-')
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const number = `${letters}-${year}-${String(randomInt(PLACES)).padStart(6, '0')}`
    const taken = await take(number)
    if (taken !== null && taken !== false) return taken
  }
  throw new Error('no number is left to draw')
}
