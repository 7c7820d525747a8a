// How many fleeting notices a second three processes can tell each other before they come late.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { hasNatsServer, startNatsServer } from '#testing/nats/natsServer.ts'
import type { BenchClub } from './tools/club.ts'
import { atLeast, percentile, SECONDS, table, type Figure } from './tools/figures.ts'
import type { TellerResult, Order } from './tools/teller.ts'

const PROCESSES = 3
/** All told, a second. */
const RATES = [250, 500, 1_000, 2_000, 4_000, 6_000, 8_000, 16_000, 32_000, 64_000, 128_000]
/** Later than this, who writes is no news. */
const LATE_MS = 250

/** One rate; whether all came in time. */
async function measureRate(tellers: readonly ChildProcess[], order: Order) {
  const answers = tellers.map((teller) => once(teller, 'message') as Promise<[TellerResult]>)
  for (const teller of tellers) teller.send({ ...order, rate: order.rate / tellers.length })
  const results = (await Promise.all(answers)).map(([one]) => one)
  const sent = results.reduce((sum, one) => sum + one.sent, 0)
  const delays = results.flatMap((one) => one.delays)
  const p99 = percentile(delays, 0.99)
  const came = delays.length / (sent * tellers.length)
  const isInTime = came === 1 && p99 <= LATE_MS && sent >= order.rate * order.seconds * 0.95
  return { p50: percentile(delays, 0.5), p99, came, isInTime }
}

/** The highest rate at which all come in time, and what was measured on the way there. */
async function climb(name: string, club: BenchClub, natsUrl = '') {
  const tellers = Array.from({ length: PROCESSES }, () =>
    fork('bench/tools/teller.ts', [club.databaseUrl, natsUrl]),
  )
  const end = () => tellers.forEach((teller) => teller.kill('SIGKILL'))
  process.once('exit', end)
  await Promise.all(tellers.map((teller) => once(teller, 'message')))
  const rows: string[][] = []
  let best = 0
  // the first warms up
  await measureRate(tellers, { round: 0, rate: RATES[0]!, seconds: 1 })
  for (const [at, rate] of RATES.entries()) {
    const { p50, p99, came, isInTime } = await measureRate(tellers, {
      round: at + 1,
      rate,
      seconds: SECONDS,
    })
    const load = loadavg()[0]!.toFixed(1)
    rows.push([
      name,
      String(rate),
      `${p50.toFixed(1)} ms`,
      `${p99.toFixed(1)} ms`,
      `${(came * 100).toFixed(1)} %`,
      load,
    ])
    if (!isInTime) break
    best = rate
  }
  if (best === RATES.at(-1)) console.log(`${name} ends above what was tried.\n`)
  end()
  process.off('exit', end)
  return { best, rows }
}

export async function transport(club: BenchClub): Promise<Figure[]> {
  const figures: Figure[] = []
  const rows: string[][] = []
  const add = (name: string, { best, rows: found }: Awaited<ReturnType<typeof climb>>) => {
    rows.push(...found)
    figures.push(atLeast(`fleeting notices over ${name}`, best, { digits: 0, unit: 'a second' }))
  }
  add('NOTIFY', await climb('NOTIFY', club))
  if (hasNatsServer()) {
    await using nats = await startNatsServer()
    add('NATS', await climb('NATS', club, nats.url))
  } else console.log('NATS is left out: nats-server is not installed here.\n')
  console.log(table(['over', 'a second', 'p50', 'p99', 'came', 'load'], rows))
  return figures
}
