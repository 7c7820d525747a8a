// What an open stream costs in memory: the club and the bare stream server, each fresh for every round.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchClub } from './tools/club.ts'
import { atMost, inTurn, median, table, type Figure } from './tools/figures.ts'
import { Listeners } from './tools/listeners.ts'
import { startServer, type Measured } from './tools/server.ts'

const FEW = 200
const MANY = 2_000
const SETTLE_MS = 500
/** A server that was never busy grows a heap for its first guests that later ones find in place. */
const WARM_UP_BURSTS = 10
const BURST = 50

export async function memory(club: BenchClub): Promise<Figure[]> {
  const found = await inTurn({
    club: async () => kibEach(await club.start()),
    bare: async () => kibEach(await startServer('bench/baselines/stream.ts')),
  })
  const rows = Object.entries(found).map(([who, each]) => [who, median(each).toFixed(1)])
  console.log(table(['memory', `KiB a listener, from ${FEW} to ${MANY}`], rows))
  return [atMost('memory a listener', median(found.club), { unit: 'KiB', digits: 1, floor: 22 })]
}

/** Resident memory each further listener adds to a server that is warm, after a collection. */
async function kibEach(server: Measured): Promise<number> {
  const listeners = new Listeners(server.port)
  const settled = async () => {
    for (let n = 0; n < 3; n += 1) await listeners.one()
    await sleep(SETTLE_MS)
    await server.collect()
    return server.residentKib()
  }
  await listeners.grow(FEW)
  for (let n = 0; n < WARM_UP_BURSTS; n += 1) await listeners.burst(BURST)
  const before = await settled()
  await listeners.grow(MANY)
  const after = await settled()
  listeners.close()
  await server.stop()
  return (after - before) / (MANY - FEW)
}
