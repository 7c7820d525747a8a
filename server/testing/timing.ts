/** How unlikely a difference must be before it counts as one (Mann-Whitney, as a normal deviate: p < 0.0001). */
export const DEVIATION_LIMIT = 3.9

/** The rank-sum statistic of the known ones' times, in standard deviations from what chance gives. */
export function deviate(times: { isKnown: boolean; ms: number }[]): number {
  const ranked = times.toSorted((one, other) => one.ms - other.ms)
  const known = ranked.filter(({ isKnown }) => isKnown).length
  const unknown = ranked.length - known
  const sum = ranked.reduce((total, { isKnown }, i) => total + (isKnown ? i + 1 : 0), 0)
  const mean = (known * (ranked.length + 1)) / 2
  return (sum - mean) / Math.sqrt((known * unknown * (ranked.length + 1)) / 12)
}
