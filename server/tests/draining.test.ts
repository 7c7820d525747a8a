import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { openDraining } from '#testing/club/process/draining.ts'
import { folder, start } from '#testing/club/process/starting.ts'
import { until } from '#testing/until.ts'

test(
  'behind a proxy that looks at /readyz a server ends under load, and nobody notices',
  { timeout: 120_000 },
  async () => {
    await using club = await openDraining({ writers: 2, readers: 4, streams: 40, drainSeconds: 3 })
    await club.untilMore(50)
    const { ended, overMs } = await club.end(0)
    expect(ended).toBeGreaterThan(2)
    // five milliseconds after each other, not all in one instant
    expect(overMs).toBeGreaterThan((ended - 1) * 4)
    expect(overMs).toBeLessThan(5_000)
    await club.untilMore(50)
    expect(club.failed).toEqual([])
    await club.expectAll()
  },
)

test('asked again while it waits, it ends at once', { timeout: 120_000 }, async () => {
  const { url: DATABASE_URL, drop } = await cloneDatabase()
  onTestFinished(drop)
  const settings = { DATABASE_URL, DATA_DIR: await folder(), DRAIN_SECONDS: '30' }
  const clubs = ['SIGTERM', 'SIGINT'].map(async (again) => {
    const club = start(settings)
    const url = await club.url()
    club.child.kill('SIGTERM')
    await until(async () => (await fetch(`${url}/readyz`)).status === 503)
    let isOver = false
    void club.over.then(() => (isOver = true))
    await until(() => isOver || (club.child.kill(again as NodeJS.Signals), null), {
      withinMs: 10_000,
    })
    return club.over
  })
  expect(await Promise.all(clubs)).toEqual([1, 1])
})
