// Reading the newest posts and writing one, as ratios to a bare handler measured in the same run.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { firstMatch, openBenchClub } from './tools/club.ts'
import { closedLoop, median, type Load } from './tools/load.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SECONDS = Number(process.env['SECONDS'] ?? 3)

const club = await openBenchClub()
const bare = spawn(process.execPath, ['bench/tools/bare.ts', club.databaseUrl], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const bareUrl = `http://127.0.0.1:${await firstMatch(bare.stdout, /^(\d+)/)}`
const slugs = (
  await fetch(`${club.url}/api/rooms`, { headers: { cookie: club.cookies[0]! } }).then(
    (answer) => answer.json() as Promise<{ rooms: { slug: string; accessLevel: string }[] }>,
  )
).rooms.flatMap(({ slug, accessLevel }) => (accessLevel === 'free' ? [slug] : []))

let turn = 0
const cookie = () => club.cookies[(turn += 1) % club.cookies.length]!
const slug = () => slugs[turn % slugs.length]!
const read = () => ({ path: `/api/rooms/${slug()}/posts`, headers: { cookie: cookie() } })
const write = () => ({
  path: `/api/rooms/${slug()}/posts`,
  method: 'POST',
  headers: { cookie: cookie(), 'content-type': 'application/json' },
  body: JSON.stringify({ id: randomUUID(), text: 'Good evening from the bench.' }),
})

type Row = { what: string; rounds: Load[] }
const rows: Row[] = [16, 64].flatMap((connections) => [
  { what: `bare read, ${connections} connections`, rounds: [] },
  { what: `read, ${connections} connections`, rounds: [] },
])
rows.push({ what: 'post, 64 connections, 3 rooms', rounds: [] })

for (let round = 0; round < ROUNDS; round += 1) {
  rows[0]!.rounds.push(await closedLoop(bareUrl, 16, SECONDS, read))
  rows[1]!.rounds.push(await closedLoop(club.url, 16, SECONDS, read))
  rows[2]!.rounds.push(await closedLoop(bareUrl, 64, SECONDS, read))
  rows[3]!.rounds.push(await closedLoop(club.url, 64, SECONDS, read))
  rows[4]!.rounds.push(await closedLoop(club.url, 64, SECONDS, write))
}

const of = (row: Row, pick: (load: Load) => number) => median(row.rounds.map(pick))
console.log('| what | per second | p50 ms | p99 ms | failed |\n|---|---|---|---|---|')
for (const row of rows)
  console.log(
    `| ${row.what} | ${of(row, ({ perSecond }) => perSecond).toFixed(0)} | ${of(row, ({ p50 }) => p50).toFixed(1)} | ${of(row, ({ p99 }) => p99).toFixed(1)} | ${of(row, ({ failures }) => failures)} |`,
  )
const ratio = (row: number, base: number) =>
  (
    of(rows[row]!, ({ perSecond }) => perSecond) / of(rows[base]!, ({ perSecond }) => perSecond)
  ).toFixed(2)
console.log(`\nread to bare read: ${ratio(1, 0)} at 16, ${ratio(3, 2)} at 64 connections`)

bare.kill()
await club.close()
