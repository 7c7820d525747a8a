// The newest 20 posts, asked for by signed-in members.
import { readScript, runScript } from './baselines/pgbench.ts'
import type { BenchClub } from './tools/club.ts'
import { ROOMS } from './tools/filling.ts'
import { atLeast, atMost, inTurn, SECONDS, table, type Figure } from './tools/figures.ts'
import {
  closedLoop,
  LOAD_COLUMNS,
  loadCells,
  openLoop,
  p99Of,
  medianRate,
  type Load,
} from './tools/load.ts'
import { reads } from './tools/requests.ts'
import { startMemory } from './tools/memory-server.ts'
import { startServer, type Measured } from './tools/server.ts'

const WARM_UP_SECONDS = 1.5

export async function reading(club: BenchClub): Promise<Figure[]> {
  const ours = await club.start()
  const bare = await startServer('bench/baselines/bare.ts', [club.databaseUrl])
  const memory = await startMemory(club, ours)
  const next = reads()
  const load = ({ port }: Measured, connections: number, seconds = SECONDS) =>
    closedLoop({ port, connections, seconds, next })
  for (const one of [ours, bare, memory]) await load(one, 64, WARM_UP_SECONDS)

  const figures: Figure[] = []
  const rows: string[][] = []
  let most = Infinity
  for (const connections of [16, 64]) {
    const what = `reading, ${connections} connections`
    const script = readScript(ROOMS)
    const found = await inTurn<string, Load>({
      bare: () => load(bare, connections),
      club: () => load(ours, connections),
      memory: () => load(memory, connections),
      'pgbench, the select alone': () => runScript(club, { script, connections, seconds: SECONDS }),
    })
    for (const [who, loads] of Object.entries(found))
      rows.push([who, String(connections), ...loadCells(loads)])
    const rate = (who: string) => medianRate(found[who]!)
    most = Math.min(most, rate('bare'))
    figures.push(
      atLeast(`${what}: throughput to bare handler`, rate('club') / rate('bare'), { floor: 1 }),
      atLeast(`${what}: throughput to memory`, rate('club') / rate('memory'), { aim: 0.6 }),
    )
  }

  const open = ({ port }: Measured) =>
    openLoop({ port, connections: 64, seconds: SECONDS, next, perSecond: most / 2 })
  const calm = await inTurn({ bare: () => open(bare), club: () => open(ours) })
  for (const [who, loads] of Object.entries(calm))
    rows.push([`${who}, open loop at half of bare's most`, '64', ...loadCells(loads)])
  figures.push(
    atMost('reading at half load: p99 to bare handler', p99Of(calm.club) / p99Of(calm.bare), {
      floor: 2,
    }),
  )
  for (const one of [ours, bare, memory]) await one.stop()
  console.log(table(['reading', 'connections', ...LOAD_COLUMNS], rows))
  return figures
}
