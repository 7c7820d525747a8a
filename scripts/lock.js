import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2_000
/** A holder that was killed, or whose number another program has got since. */
const STALE_AFTER_MS = 15_000

/**
 * Runs the work while no other process on this machine does the same.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  let hasSaid = false
  while (!take(file)) {
    if (isStale(file)) remove(file)
    else {
      if (!hasSaid) process.stderr.write('Waiting for another process to finish the same…\n')
      hasSaid = true
      await sleep(200)
    }
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimesSync(file, now, now)
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function isStale(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    const isOld = Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS
    return isOld || (pid > 0 && !isAlive(pid))
  } catch {
    return false
  }
}

/** Whether a process of this machine is there. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** Only one of several who find it stale moves it away. @param {string} file */
function remove(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    rmSync(aside, { force: true })
  } catch {
    // another was faster
  }
}
