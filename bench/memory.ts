// What an open stream costs in memory: the club and the bare stream server, each fresh for every round.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchClub } from './tools/club.ts'
import { atMost, inTurn, median, table, type Figure } from './tools/figures.ts'
import { Listeners } from './tools/listeners.ts'
import { startServer, type Measured } from './tools/server.ts'

/** What the heap grows by once, for its own sake, falls between the one or the other. */
const SIZES = [200, 2_000, 4_000] as const
const SETTLE_MS = 500
/** A server that was never busy grows a heap for its first guests that later ones find in place. */
const WARM_UP_BURSTS = 10
const BURST = 50

export async function memory(club: BenchClub): Promise<Figure[]> {
  const found = await inTurn({
    club: async () => kibEach(await club.start()),
    bare: async () => kibEach(await startServer('bench/baselines/stream.ts')),
  })
  const each = (rounds: number[][]) => STEPS.map((_, n) => median(rounds.map((round) => round[n]!)))
  const rows = Object.entries(found).map(([who, rounds]) => [
    who,
    ...each(rounds).map((kib) => kib.toFixed(1)),
  ])
  console.log(table(['memory', ...STEPS.map((step) => `KiB a listener, ${step}`)], rows))
  return each(found.club).map((kib, n) =>
    atMost(`memory a listener, ${STEPS[n]}`, kib, { unit: 'KiB', digits: 1, floor: 22 }),
  )
}

const STEPS = SIZES.slice(1).map((size, step) => `from ${SIZES[step]} to ${size}`)

/** Resident memory each further listener adds to a server that is warm, after a collection. */
async function kibEach(server: Measured): Promise<number[]> {
  const listeners = new Listeners(server.port)
  const settled = async () => {
    for (let n = 0; n < 3; n += 1) await listeners.one()
    await sleep(SETTLE_MS)
    await server.collect()
    return server.residentKib()
  }
  const found: number[] = []
  for (const size of SIZES) {
    await listeners.grow(size)
    if (size === SIZES[0]) for (let n = 0; n < WARM_UP_BURSTS; n += 1) await listeners.burst(BURST)
    found.push(await settled())
  }
  listeners.close()
  await server.stop()
  return SIZES.slice(1).map(
    (size, step) => (found[step + 1]! - found[step]!) / (size - SIZES[step]!),
  )
}
