import { expect, test } from 'vitest'
import { openDraining } from '#testing/club/process/draining.ts'

test(
  'behind a proxy one server after the other is replaced under load, and not one request fails',
  { timeout: 240_000 },
  async () => {
    await using club = await openDraining({
      writers: 8,
      readers: 16,
      streams: 300,
      drainSeconds: 3,
    })
    const { servers, proxy } = club
    for (const at of [0, 1, 0] as const) {
      await club.untilMore(500)
      const { ended, overMs } = await club.end(at)
      expect(ended).toBeGreaterThan(20)
      expect(overMs).toBeGreaterThan((ended - 1) * 4)
      expect(overMs).toBeLessThan(10_000)
      await servers[at].start()
      await proxy.untilReady(2)
      await club.untilMore(200)
      expect(club.failed).toEqual([])
    }
    await club.expectAll()
  },
)
