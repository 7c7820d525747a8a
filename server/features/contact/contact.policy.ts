import { randomInt } from 'node:crypto'
import { berlinDay } from '#contract/birthdate.ts'

const PLACES = 1_000_000

/**
 * What a receipt calls a message (K) or a notice (M): easy to say on the phone, and drawn at
 * random, since a count would tell everybody how much mail the club gets.
 */
export function drawReference(kind: 'K' | 'M', now: Date): string {
  const [year = ''] = berlinDay(now).split('-')
  return `${kind}-${year}-${String(randomInt(PLACES)).padStart(6, '0')}`
}
