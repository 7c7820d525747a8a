import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** About a quarter of a processor's time beside a thread that answers; all of it when nobody asks. */
const NICENESS = 10

let isDone = false

/**
 * Lets Node's helper threads step back behind the one that answers members. Linux alone has
 * priorities by thread; elsewhere, and where it is not allowed, everything stays as it is.
 */
export function lowerHelperThreads(): void {
  if (isDone) return
  isDone = true
  try {
    for (const thread of readdirSync(TASKS))
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), NICENESS)
  } catch {
    // a courtesy, not a need
  }
}
