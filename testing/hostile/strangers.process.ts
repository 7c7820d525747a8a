// Strangers send requests from a separate process, so that the measuring process has its event loop to itself.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { RequestLoad } from '#testing/club/load.ts'

/** Below the club and the measuring process: real strangers compute on other machines. */
const NICENESS = 19

type Order = { port: number; strangers: number; requests: string[] }

/** How many were answered with each status. */
type StatusCounts = Record<number, number>

/** A crowd of strangers; each asks again as soon as it was answered. */
export function openStrangers() {
  const child = fork(fileURLToPath(import.meta.url))
  const readCounts = async () => ((await once(child, 'message')) as [StatusCounts])[0]
  return {
    /** They ask one request after the other in turn, as long as the work beside them takes. */
    async askBeside<T>(
      order: Order,
      work: () => Promise<T>,
    ): Promise<{ counts: StatusCounts; result: T }> {
      const begun = readCounts()
      child.send(order)
      await begun
      const result = await work()
      const over = readCounts()
      child.send('enough')
      return { counts: await over, result }
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

/** Tells when the first is answered, and at the end how many were. */
async function crowd({ port, strangers, requests }: Order): Promise<void> {
  const load = new RequestLoad(port)
  const counts: StatusCounts = {}
  let isOver = false
  let turn = 0
  process.once('message', () => (isOver = true))
  async function stranger(): Promise<void> {
    while (!isOver) {
      const answer = await load.ask(requests[turn++ % requests.length]!)
      const { status } = answer!
      if (Object.keys(counts).length === 0) process.send?.(counts)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: strangers }, stranger))
  load.close()
  process.send?.(counts)
  process.once('message', (order: Order) => void crowd(order))
}

if (import.meta.main) {
  setPriority(NICENESS)
  process.once('message', (order: Order) => void crowd(order))
}
