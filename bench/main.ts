// Every figure the club must show, as ratios to baselines measured in the same run.
// npm run bench [-- name …] [--strict]; ROUNDS and SECONDS set how long it takes.
import { cpus } from 'node:os'
import { blocking } from './blocking.ts'
import { transport } from './transport.ts'
import { listening } from './listening.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { photos } from './photos.ts'
import { posting } from './posting.ts'
import { presence } from './presence.ts'
import { reading } from './reading.ts'
import { review } from './review.ts'
import { measureSignIns } from './signing-in.ts'
import { size } from './size.ts'
import { starting } from './starting.ts'
import { tables } from './tables.ts'
import { openBenchClub, type BenchClub } from './tools/club.ts'
import { isMissed, ROUNDS, SECONDS, summary, type Figure } from './tools/figures.ts'
import { canBePrompt } from './tools/promptly.ts'

const measurements: Record<string, (club: BenchClub) => Promise<Figure[]>> = {
  reading,
  'signing-in': measureSignIns,
  listening,
  blocking,
  presence,
  memory,
  posting,
  tables,
  photos,
  review,
  starting,
  pages,
  transport,
  size,
}
/** Only when asked for: the one needs a server of NATS to compare with, the other takes long and makes gigabytes. */
const ASKED_FOR = ['transport', 'size']

const args = process.argv.slice(2)
const isStrict = args.includes('--strict')
const wanted = args.filter((arg) => arg !== '--strict')
const unknown = wanted.find((name) => !Object.hasOwn(measurements, name))
if (unknown) {
  console.error(`There is no "${unknown}"; there are: ${Object.keys(measurements).join(', ')}.`)
  process.exit(1)
}

const began = performance.now()
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, shared with the load generator; Node ${process.versions.node}; medians of ${ROUNDS} rounds of ${SECONDS} s; answers are read ${canBePrompt() ? 'as soon as they are there' : 'when a processor is free (no chrt)'}\n`,
)
const club = await openBenchClub()
const figures: Figure[] = []
const failed: string[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ASKED_FOR.includes(name)) continue
  console.log(`\n## ${name}\n`)
  try {
    figures.push(...(await measure(club)))
  } catch (error) {
    failed.push(name)
    console.error(error)
  }
}
await club.close()

const missed = figures.filter(isMissed).length
const minutes = (performance.now() - began) / 60_000
console.log(`\n## summary\n\n${summary(figures)}\n`)
console.log(
  [
    missed === 0 && failed.length === 0 ? 'no floor is missed' : `${missed} missed`,
    ...failed.map((name) => `${name} could not be measured`),
    `${minutes.toFixed(1)} minutes`,
  ].join(', '),
)
process.exit(failed.length > 0 || (isStrict && missed > 0) ? 1 : 0)
