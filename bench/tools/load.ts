import { RawConnection } from './connection.ts'
import { median, percentile } from './figures.ts'
import { promptly } from './promptly.ts'

/** What was answered with 200; latencies in milliseconds. A quick refusal is no quick answer. */
export type Load = { perSecond: number; p50: number; p99: number; failures: number }

/** The next request of one of the connections. */
export type Next = (connection: number) => Buffer | string

type Options = { port: number; connections: number; seconds: number; next: Next }
type Paced = Options & { perSecond: number }

/** Every connection asks again as soon as it was answered. */
export async function closedLoop({ port, connections, seconds, next }: Options): Promise<Load> {
  const open = Array.from({ length: connections }, () => new RawConnection(port))
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  const until = started + seconds * 1000

  const run = (connection: RawConnection, index: number) =>
    new Promise<void>((resolve) => {
      const again = () => {
        const from = performance.now()
        if (from >= until) return resolve()
        connection.ask(next(index), (status) => {
          if (status === 200) times.push(performance.now() - from)
          else failures += 1
          again()
        })
      }
      again()
    })
  await Promise.all(open.map(run))
  const elapsed = performance.now() - started
  for (const connection of open) connection.close()
  return loadOf(times, elapsed, failures)
}

const TICK_MS = 1

/** Before anything counts, so that no figure tells of connections that are being opened, or of everybody's first request at once. */
export const LEAD_SECONDS = 0.5

/**
 * Requests fall due at a fixed rate, whatever becomes of those before, and each is timed from when
 * it fell due: a server that stalls is charged with everything that had to wait for it. Those of the
 * lead are made and not counted.
 */
export const openLoop = (options: Paced): Promise<Load> => promptly(() => pacedLoop(options))

async function pacedLoop({ port, connections, seconds, next, perSecond }: Paced): Promise<Load> {
  const open = Array.from({ length: connections }, (_, index) => ({
    index,
    connection: new RawConnection(port),
  }))
  const free = [...open]
  const due: number[] = []
  const times: number[] = []
  const lead = Math.floor(perSecond * LEAD_SECONDS)
  const total = lead + Math.floor(perSecond * seconds)
  let [made, answered, failures] = [0, 0, 0]
  const started = performance.now()
  const counted = started + (lead * 1000) / perSecond

  await new Promise<void>((resolve) => {
    const send = () => {
      while (due.length > 0 && free.length > 0) {
        const from = due.shift()!
        const one = free.pop()!
        one.connection.ask(next(one.index), (status) => {
          answered += 1
          if (from >= counted)
            if (status === 200) times.push(performance.now() - from)
            else failures += 1
          free.push(one)
          send()
          if (answered === total) resolve()
        })
      }
    }
    const tick = () => {
      const wanted = Math.min(total, ((performance.now() - started) / 1000) * perSecond)
      for (; made < wanted; made += 1) due.push(started + (made * 1000) / perSecond)
      send()
      if (made < total) setTimeout(tick, TICK_MS)
    }
    tick()
  })
  const elapsed = performance.now() - counted
  for (const { connection } of open) connection.close()
  return loadOf(times, elapsed, failures)
}

function loadOf(times: number[], elapsedMs: number, failures: number): Load {
  return {
    perSecond: (times.length * 1000) / elapsedMs,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures,
  }
}

/** What a table says of the rounds of one side. */
export const LOAD_COLUMNS = ['per second', 'p50 ms', 'p99 ms', 'failed']

export function loadCells(loads: readonly Load[]): string[] {
  const of = (pick: (load: Load) => number, digits: number) => {
    const value = median(loads.map(pick))
    return Number.isNaN(value) ? '–' : value.toFixed(digits)
  }
  return [
    of((one) => one.perSecond, 0),
    of((one) => one.p50, 1),
    of((one) => one.p99, 1),
    String(loads.reduce((sum, one) => sum + one.failures, 0)),
  ]
}

export const medianRate = (loads: readonly Load[]): number =>
  median(loads.map((one) => one.perSecond))
export const p99Of = (loads: readonly Load[]): number => median(loads.map((one) => one.p99))
