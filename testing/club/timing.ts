import type { Club } from './club.ts'

/** How unlikely a difference must be before it counts as one (Mann-Whitney, as a normal deviate: p < 0.0001). */
export const DEVIATION_LIMIT = 3.9

export type Timed = { isKnown: boolean; ms: number }

/** The rank-sum statistic of the known ones' times, in standard deviations from what chance gives. */
export function deviate(times: Timed[]): number {
  const ranked = times.toSorted((one, other) => one.ms - other.ms)
  const known = ranked.filter(({ isKnown }) => isKnown).length
  const unknown = ranked.length - known
  const sum = ranked.reduce((total, { isKnown }, i) => total + (isKnown ? i + 1 : 0), 0)
  const mean = (known * (ranked.length + 1)) / 2
  return (sum - mean) / Math.sqrt((known * unknown * (ranked.length + 1)) / 12)
}

/** How long an answer takes. */
export async function measureTime(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await ask()
  return performance.now() - start
}

/** The first requests of a new process are slower, whichever they are. */
const WARMING_UP = 20

/**
 * Asks by turns about addresses that have an account and such that have none, each address once, so
 * that both kinds have as many counted attempts; answers how long each took.
 */
export async function measureTimes(
  club: Club,
  ask: (email: string) => Promise<unknown>,
  samples: number,
): Promise<Timed[]> {
  const members: string[] = []
  for (let i = 0; i < samples + WARMING_UP / 2; i += 1) members.push((await club.member()).email)
  const times: Timed[] = []
  const time = async (isKnown: boolean, email: string) => {
    times.push({ isKnown, ms: await measureTime(() => ask(email)) })
  }
  for (const email of members) {
    await time(true, email)
    await time(false, email.replace('@', 'x@'))
  }
  return times.slice(WARMING_UP)
}
