import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * So many tests run at the same time. With one more, all of them take a tenth longer although no
 * processor is idle then, with two for each processor a sixth.
 */
export const WORKERS = Math.max(2, availableParallelism())

/** With more than that, none is ever as busy as a processor of its own would make it. */
const FEW = 4
/** Whether each worker has a processor and a PostgreSQL of its own. */
export const isApart = WORKERS <= FEW

/** Which worker of Vitest this process is, from 0 on. */
export const workerNumber = (): number => Number(process.env['VITEST_POOL_ID'] ?? 1) - 1

/**
 * Keeps a process, and whatever it starts from now on, to the n-th of the processors. A test and its
 * database answer each other by turns: to wake one another up on the same processor costs a fifth less
 * than across two. Where the system has no such way, or it was done before, nothing changes.
 */
export function keepToProcessor(number: number, pid = process.pid): void {
  const processors = listProcessors()
  if (!isApart || processors.length < 2) return
  const one = processors[number % processors.length]
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(one), String(pid)])
}

/** Those this process may run on, as Linux tells them (`0-1,4`). */
function listProcessors(): number[] {
  try {
    const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return allowed![1]!.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    })
  } catch {
    return []
  }
}
