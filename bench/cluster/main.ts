// Whether the club keeps its promises while its parts are killed, stopped and replaced.
// npm run test:cluster [-- --listeners 60 --rate 40 --rounds kill-web,release]
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeSeed } from '#testing/club/database/standby.ts'
import { SEED } from '#testing/random.ts'
import { table } from '../tools/figures.ts'
import { fill } from '../tools/filling.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { judge, type Outcome } from './judge.ts'
import { makeOlderRelease } from './olderRelease.ts'
import { rounds, type Round } from './rounds.ts'
import { Stage } from './stage.ts'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '600' },
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: Object.keys(rounds).join() },
  },
})
const wanted = values.rounds.split(',')
for (const name of wanted)
  if (!Object.hasOwn(rounds, name))
    throw new Error(`There is no round "${name}"; there are: ${Object.keys(rounds).join(', ')}.`)
const load = { listeners: Number(values.listeners), rate: Number(values.rate) }
const STEADY_MS = 2_000
/** Into the fault, where it lasts so long. */
const WITHDRAWN_AFTER_MS = 500

const folder = mkdtempSync(join(tmpdir(), 'club-cluster-seed-'))
// PostgreSQL runs as somebody else where we are root, and has to enter
chmodSync(folder, 0o755)
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
const own = join(folder, 'own')
mkdirSync(own)
await makeSeed(own, { fill })

let current: { cluster: Cluster; stage: Stage } | null = null

async function open({ fromOlder }: Round) {
  if (fromOlder) await close()
  if (current) return current
  const older = fromOlder && (await makeOlderRelease(folder))
  if (older) console.log(`The older release is ${older.says}.`)
  const cluster = await (older ? openCluster(older.seed, older) : openCluster(own))
  const stage = new Stage(cluster, load)
  // before anybody waits for it, so that what never opens is closed as well
  current = { cluster, stage }
  await stage.untilOpen()
  return current
}

async function close(): Promise<void> {
  const open = current
  current = null
  await open?.stage.close()
  await open?.cluster.close()
}

type RoundResult = { outcome: Outcome; found: string[]; posted: number }

async function play(round: Round): Promise<RoundResult> {
  const { cluster, stage } = await open(round)
  await stage.begin(round.most)
  const before = await stage.readMemory()
  await sleep(STEADY_MS)
  await Promise.all([
    round.act(cluster, stage),
    sleep(WITHDRAWN_AFTER_MS).then(() => stage.leavers.withdraw(cluster.pair.admin)),
  ])
  // it may have been lost with the rest
  if (round.loses) await stage.leavers.withdraw(cluster.pair.admin)
  const urls = cluster.listWebs().map(cluster.urlOf)
  const [withdrawnMs, { wholeMs, restMs }] = await Promise.all([
    stage.leavers.measure(urls),
    stage.measureWhole(),
  ])
  const after = await stage.readMemory()
  const outcome: Outcome = {
    tally: stage.tally,
    stored: await stage.readStored(),
    missing: await stage.countMissing(),
    wholeMs,
    restMs,
    withdrawnMs,
    memory: [...after].flatMap(([pid, kib]) =>
      before.has(pid) ? { before: before.get(pid)!, after: kib } : [],
    ),
    files: await stage.findWrongFiles(round.loses === true),
  }
  const odd = restMs === null ? [] : await stage.findOdd()
  return {
    outcome,
    found: [...judge(outcome, round.excused ?? []), ...odd],
    posted: stage.posted,
  }
}

const rows: string[][] = []
let [passed, failed] = [0, 0]
for (const name of wanted) {
  const round = rounds[name]!
  const result = await play(round).catch((error: unknown) => ({
    outcome: null,
    found: [String(error)],
    posted: 0,
  }))
  const { outcome, found, posted } = result
  if (found.length === 0) passed += 1
  else failed += 1
  const reasons = found.length > 0 ? (outcome?.tally.reasons ?? []) : []
  const lines = [...found, ...reasons].map((one) => `\n  ${one}`).join('')
  console.log(`${found.length === 0 ? '✓' : '✗'} ${name}${lines}`)
  const seconds = (ms: number | null = null) => (ms === null ? '–' : (ms / 1_000).toFixed(1))
  rows.push([
    name,
    seconds(outcome?.wholeMs),
    seconds(outcome?.restMs),
    seconds(outcome?.withdrawnMs),
    String(posted),
    String(outcome?.tally.acknowledged.size ?? '–'),
    String(outcome?.tally.resent ?? '–'),
    [...(outcome?.tally.answers ?? [])].map(([answer, count]) => `${answer}: ${count}`).join(', '),
  ])
  // what is broken is not taken along
  if (round.endsPair || found.length > 0) await close()
}
await close()
const head = [
  'round',
  'whole after s',
  'at rest',
  'withdrawn after s',
  'posts',
  'acknowledged',
  'asked again',
]
console.log(`\n${table([...head, 'answers'], rows)}\n`)
console.log(`Seed: ${SEED}\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
