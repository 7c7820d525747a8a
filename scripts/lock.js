import {
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2_000
/** A holder that was killed, or whose number another program has got since. */
const STALE_AFTER_MS = 15_000
const LOOK_MS = 200
/** Looks at an old lock: a holder who slept with the machine beats again meanwhile. */
const SILENT_LOOKS = 25

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
  let beatAt = 0
  let silentLooks = 0
  let held = take(file)
  while (held === null) {
    const before = beatAt
    beatAt = lastBeat(file)
    silentLooks = beatAt === before ? silentLooks + 1 : 0
    const isSilent = silentLooks >= SILENT_LOOKS && Date.now() - beatAt > STALE_AFTER_MS
    if (isSilent || isAbandoned(file)) remove(file)
    else {
      if (!hasSaid) process.stderr.write('Waiting for another process to finish the same…\n')
      hasSaid = true
      await sleep(LOOK_MS)
    }
    held = take(file)
  }
  const lock = held
  const beat = setInterval(() => {
    const now = new Date()
    futimesSync(lock, now, now)
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    giveBack(file, lock)
  }
}

/** Null when somebody has it. @param {string} file */
function take(file) {
  try {
    const lock = openSync(file, 'wx')
    writeFileSync(lock, String(process.pid))
    return lock
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return null
    throw error
  }
}

/** Not what somebody else made in its place. @param {string} file @param {number} lock */
function giveBack(file, lock) {
  const isOurs = readInode(file) === fstatSync(lock).ino
  closeSync(lock)
  if (isOurs) rmSync(file, { force: true })
}

/** @param {string} file */
const readInode = (file) => statSync(file, { throwIfNoEntry: false })?.ino
/** @param {string} file */
const lastBeat = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Its holder is no longer there. @param {string} file */
function isAbandoned(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid > 0 && !isAlive(pid)
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
