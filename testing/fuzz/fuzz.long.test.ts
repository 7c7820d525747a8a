import { expect, test } from 'vitest'
import { SEED } from '#testing/random.ts'
import { fuzz } from './fuzz.run.ts'

const TEN_MINUTES_MS = 600_000

/** `SEED=seed:number` repeats one request of a run. */
const [seed = '', number] = SEED.split(':')

/**
 * They need a session that has given a password and owes the second factor, which nobody here has,
 * and the staff of a club that asks for one, which this one, on plain http, does not.
 */
const ABOUT_FACTORS = [
  'POST /api/auth/second-factor/challenge',
  'POST /api/auth/second-factor',
  'POST /api/auth/proof/mail',
]

test(
  'ten minutes of whatever can be asked: no failure, no undeclared answer, no broken row',
  { timeout: TEN_MINUTES_MS + 120_000 },
  async () => {
    const { problems, answered, operations, requests, slowestMs, later } = await fuzz(
      number === undefined
        ? { seed, forMs: Number(process.env['FUZZ_MS'] ?? TEN_MINUTES_MS) }
        : { seed, first: Number(number), count: 1 },
    )
    process.stdout.write(
      `SEED=${seed}: ${requests} requests, at most ${Math.round(slowestMs)} ms of work, ${later} put off\n`,
    )
    expect.soft(problems.join('\n\n')).toBe('')
    // so few at once are no overload
    expect.soft(later).toBeLessThan(requests / 1000)
    // a fuzz that never gets anywhere proves nothing
    if (number === undefined)
      expect(
        operations.filter((name) => !answered.get(name) && !ABOUT_FACTORS.includes(name)),
      ).toEqual([])
  },
)
