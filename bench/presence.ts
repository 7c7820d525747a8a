// One crowded room whose tabs say that they show it, in which some write, come and go.
import { beside, LISTENERS } from './crowd.ts'
import { round } from './listening.ts'
import type { BenchClub } from './tools/club.ts'
import type { Figure } from './tools/figures.ts'

/** A second: a dozen who write are told of every three seconds, and as many come and go. */
const STIRS = 8

export async function presence(club: BenchClub): Promise<Figure[]> {
  const ours = await club.start()
  const figures = await beside(
    'presence',
    // who comes, goes and writes is told in between, at a pace of its own: the work is its, not the posts'
    [
      { name: 'not shown', round: () => round(ours, LISTENERS) },
      { name: 'shown, in motion', round: () => round(ours, LISTENERS, { stirs: STIRS }) },
    ],
  )
  await ours.stop()
  return figures
}
