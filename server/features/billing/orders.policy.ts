import { randomInt } from 'node:crypto'
import { berlinDay } from '#contract/birthdate.ts'

/** `A-2026-123456`: drawn, so that it tells nobody how many there are. */
export const drawNumber = (at: Date): string =>
  `A-${berlinDay(at).slice(0, 4)}-${String(randomInt(1_000_000)).padStart(6, '0')}`

/** Nobody pays for a plan that opens nothing to them yet. */
export const orderRefusal = ({ isAdmitted }: { isAdmitted: boolean }): 'not_admitted' | null =>
  isAdmitted ? null : 'not_admitted'
