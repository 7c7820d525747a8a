// New posts, durable: answered when they are on the disk.
import { postScript, runScript } from './baselines/pgbench.ts'
import { sql } from '#server/platform/database/database.ts'
import type { BenchClub } from './tools/club.ts'
import { ROOMS } from './tools/filling.ts'
import { atLeast, inTurn, SECONDS, table, type Figure } from './tools/figures.ts'
import { closedLoop, LOAD_COLUMNS, loadCells, medianRate } from './tools/load.ts'
import { posts } from './tools/requests.ts'

const CONNECTIONS = 64
const WARM_UP_SECONDS = 1.5

export async function posting(club: BenchClub): Promise<Figure[]> {
  await refuseUnlessDurable(club)
  const ours = await club.start()
  const write = (rooms: number, seconds = SECONDS) =>
    closedLoop({ port: ours.port, connections: CONNECTIONS, seconds, next: posts(rooms) })
  await write(ROOMS, WARM_UP_SECONDS)

  const figures: Figure[] = []
  const rows: string[][] = []
  for (const rooms of [ROOMS, 1]) {
    const where = rooms === 1 ? 'one room' : `${rooms} rooms`
    const script = postScript(rooms)
    const found = await inTurn({
      pgbench: () => runScript(club, { script, connections: CONNECTIONS, seconds: SECONDS }),
      club: () => write(rooms),
    })
    for (const [who, loads] of Object.entries(found)) rows.push([who, where, ...loadCells(loads)])
    figures.push(
      atLeast(
        `posting, ${where}: rate to pgbench`,
        medianRate(found.club) / medianRate(found.pgbench),
        rooms === 1 ? {} : { floor: 0.4, aim: 0.6 },
      ),
    )
  }
  await ours.stop()
  console.log(table(['posting, 64 connections', 'where', ...LOAD_COLUMNS], rows))
  return figures
}

async function refuseUnlessDurable({ db }: BenchClub): Promise<void> {
  const found = await db.row<{ durable: boolean }>(sql`
    select current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on'
      and current_setting('full_page_writes') = 'on' as durable`)
  if (!found?.durable) throw new Error('this database does not wait for its disk')
}
