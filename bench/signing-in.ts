// Whether members who read notice that others sign in: hashing a password takes a processor tens of
// milliseconds and 19 MiB.
import type { BenchClub } from './tools/club.ts'
import { memberEmail, PASSWORD } from './tools/filling.ts'
import { atMost, inTurn, SECONDS, table, type Figure } from './tools/figures.ts'
import {
  closedLoop,
  LEAD_SECONDS,
  LOAD_COLUMNS,
  loadCells,
  openLoop,
  p99Of,
  type Load,
} from './tools/load.ts'
import { startMemory } from './tools/memory-server.ts'
import { post, reads } from './tools/requests.ts'
import type { Measured } from './tools/server.ts'

const SIGN_INS = 16
/** A busy evening: far from what the server can bear, so that waiting shows and queueing does not. */
const READS_PER_SECOND = 500
const READERS = 64
const WARM_UP_SECONDS = 1

export async function measureSignIns(club: BenchClub): Promise<Figure[]> {
  const ours = await club.start()
  const memory = await startMemory(club, ours)
  const next = reads()
  const read = ({ port }: Measured, seconds = SECONDS) =>
    openLoop({ port, connections: READERS, seconds, next, perSecond: READS_PER_SECOND })
  // each of them signs in again as soon as it was answered
  const { port } = ours
  const seconds = LEAD_SECONDS + SECONDS
  const signIn = () => closedLoop({ port, connections: SIGN_INS, seconds, next: logIn })
  for (const one of [ours, memory]) await read(one, WARM_UP_SECONDS)
  await signIn()

  const signIns: Load[] = []
  const found = await inTurn({
    without: () => read(ours),
    with: async () => {
      const [load, beside] = await Promise.all([read(ours), signIn()])
      signIns.push(beside)
      return load
    },
    // what busy processors cost a load that does nothing else
    memoryWithout: () => read(memory),
    memory: async () => (await Promise.all([read(memory), signIn()]))[0],
  })
  for (const one of [ours, memory]) await one.stop()
  const rows = [
    ['reads, nobody signing in', ...loadCells(found.without)],
    [`reads, ${SIGN_INS} sign-ins at a time`, ...loadCells(found.with)],
    ['reads of bytes from memory, nobody signing in', ...loadCells(found.memoryWithout)],
    [`reads of bytes from memory, ${SIGN_INS} sign-ins at a time`, ...loadCells(found.memory)],
    ['the sign-ins', ...loadCells(signIns)],
  ]
  console.log(table(['signing in', ...LOAD_COLUMNS], rows))
  return [
    atMost(
      `reading while ${SIGN_INS} sign in: p99 to that without`,
      p99Of(found.with) / p99Of(found.without),
      { floor: 1.5 },
    ),
    atMost(
      'bytes from memory beside the same sign-ins: p99 to that without',
      p99Of(found.memory) / p99Of(found.memoryWithout),
    ),
  ]
}

let turn = 0

/** Each from an address of its own, as members are at home. */
const logIn = (connection: number): string => {
  turn += 1
  const address = `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`
  const body = JSON.stringify({ email: memberEmail(connection), password: PASSWORD })
  return post('/api/auth/log-in', '', body, `x-forwarded-for: ${address}\r\n`)
}
