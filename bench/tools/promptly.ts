// The load generator is the clock as well. Beside somebody who uses a processor to the full, the
// system lets it wait up to 4 ms before it may read an answer that is already there.
import { execFileSync } from 'node:child_process'

/** Real-time, for this thread alone: what it starts runs as everything does. */
const AT_ONCE = ['--reset-on-fork', '--rr', '--pid', '1']
const AS_EVER = ['--other', '--pid', '0']

/** Runs what times answers as soon as they are there, where the system allows that (Linux, as root). */
export async function promptly<T>(run: () => Promise<T>): Promise<T> {
  const isPrompt = setClass(AT_ONCE)
  try {
    return await run()
  } finally {
    if (isPrompt) setClass(AS_EVER)
  }
}

/** Whether `promptly` makes a difference here. */
export function canBePrompt(): boolean {
  return setClass(AT_ONCE) && setClass(AS_EVER)
}

function setClass(how: string[]): boolean {
  try {
    execFileSync('chrt', [...how, String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
