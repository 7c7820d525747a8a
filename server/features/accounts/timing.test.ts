import { expect, test } from 'vitest'
import { openClub } from '#testing/club/club.ts'
import { probes } from '#testing/club/probes.ts'
import { deviate, DEVIATION_LIMIT, measureTimes } from '#testing/club/timing.ts'

/** Few: `timing.long.test.ts` takes 200. A difference of a password's computation shows in these. */
const SAMPLES = 20

test.each(Object.entries(probes))(
  '%s answers the same bytes, in the same time, for known and unknown addresses',
  async (_, ready) => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    const ask = await ready(club)
    const answers = new Set<string>()
    const times = await measureTimes(
      club,
      async (email) => {
        const { headers, ...said } = await ask(email)
        answers.add(JSON.stringify([said, [...headers]]))
      },
      SAMPLES,
    )
    expect([...answers]).toHaveLength(1)
    expect(Math.abs(deviate(times))).toBeLessThan(DEVIATION_LIMIT)
  },
  60_000,
)
