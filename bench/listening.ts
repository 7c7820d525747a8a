// One room, many listeners: how soon, how fast and at what cost each new post reaches them all.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchClub } from './tools/club.ts'
import {
  atLeast,
  atMost,
  inTurn,
  median,
  percentile,
  SECONDS,
  table,
  type Figure,
} from './tools/figures.ts'
import { Listeners } from './tools/listeners.ts'
import { startServer, type Measured } from './tools/server.ts'

const SIZES = [100, 1_000, 2_000]
const BURST = 50
const BURSTS = 3
/** Between two single posts. */
const APART_MS = 1_000
/** The slowest hundredth of fewer would be the slowest post, whatever the others took. */
const MIN_HEARD = 2_000
const WARM_UP_BURSTS = 2
/** For a server to notice that its listeners left. */
const CLOSED_MS = 300

/** One round of one side. */
export type Round = {
  p50: number
  p99: number
  perSecond: number
  cpuUs: number
  refused: number
  lost: number
}

const STREAM = 'bench/baselines/stream.ts'

export async function listening(club: BenchClub): Promise<Figure[]> {
  const ours = await club.start()
  const storing = await startServer(STREAM, [club.databaseUrl])
  const plain = await startServer(STREAM)
  const rows: string[][] = []
  const figures: Figure[] = []
  let lost = 0
  for (const size of SIZES) {
    const found = await inTurn({
      club: () => round(ours, size),
      storing: () => round(storing, size),
      plain: () => round(plain, size),
    })
    const of = (who: keyof typeof NAMES, what: keyof Round) => {
      const rounds = found[who].map((one) => one[what])
      const isCount = what === 'lost' || what === 'refused'
      return isCount ? rounds.reduce((sum, one) => sum + one, 0) : median(rounds)
    }
    for (const who of ['club', 'storing', 'plain'] as const)
      rows.push([NAMES[who], String(size), ...cells((what) => of(who, what))])
    lost += of('club', 'lost')
    for (const base of ['storing', 'plain'] as const) {
      const ratio = (what: keyof Round) => of('club', what) / of(base, what)
      const what = (figure: string) => `${size} listeners: ${figure} to ${NAMES[base]}`
      // who waits for no disk is not in the same race: shown, but not asked for
      const floor = (value: number) => (base === 'storing' ? { floor: value } : {})
      figures.push(
        atMost(what('p99'), ratio('p99'), floor(1.5)),
        atLeast(what('events a second in a burst'), ratio('perSecond'), floor(0.75)),
        atMost(what('processor time an event'), ratio('cpuUs'), floor(1.3)),
      )
    }
  }
  for (const one of [ours, storing, plain]) await one.stop()
  console.log(table(['listening', 'listeners', ...CELLS], rows))
  return [
    atMost('posts that did not reach a listener, or twice', lost, { floor: 0, digits: 0 }),
    ...figures,
  ]
}

const NAMES = {
  club: 'club',
  storing: 'bare stream',
  plain: 'bare stream that stores nothing',
}

// with streams of its own, since the club ends each after five minutes
export async function round(
  server: Measured,
  size: number,
  { stirs = 0 }: { stirs?: number } = {},
): Promise<Round> {
  const listeners = new Listeners(server.port, { isPresent: stirs > 0 })
  await listeners.grow(size)
  const rest = stirs > 0 ? listeners.stir({ perSecond: stirs }) : () => {}
  for (let n = 0; n < WARM_UP_BURSTS; n += 1) await listeners.burst(BURST)
  const singles = await oneByOne(listeners)
  const cpu = server.cpuMs()
  const bursts = []
  for (let n = 0; n < BURSTS; n += 1) bursts.push(await listeners.burst(BURST))
  const cpuMs = server.cpuMs() - cpu
  rest()
  listeners.close()
  await sleep(CLOSED_MS)
  const times = singles.flatMap((one) => one.times)
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: (BURST * size * 1000) / median(bursts.map(({ ms }) => ms)),
    cpuUs: (cpuMs * 1000) / (BURST * BURSTS * size),
    refused: listeners.refused,
    lost: [...singles, ...bursts].reduce((sum, { lost }) => sum + lost, 0),
  }
}

/** Single posts, each a while after the last. */
export async function oneByOne(
  listeners: Listeners,
  posts = Math.max(SECONDS + 1, MIN_HEARD / listeners.count),
) {
  const singles = []
  for (let n = 0; n < posts; n += 1)
    singles.push((await Promise.all([listeners.one(), sleep(APART_MS)]))[0])
  return singles
}

export const CELLS = ['p50 ms', 'p99 ms', 'events/s', 'CPU µs an event', 'refused', 'lost']
export const cells = (of: (what: keyof Round) => number): string[] => [
  of('p50').toFixed(1),
  of('p99').toFixed(1),
  of('perSecond').toFixed(0),
  of('cpuUs').toFixed(1),
  of('refused').toFixed(0),
  of('lost').toFixed(0),
]
