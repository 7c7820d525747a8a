// Where tests keep what they throw away: in memory where there is room, because making and dropping
// hundreds of databases on a disk costs more than everything the tests do in them.
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './lock.js'

const MEMORY = '/dev/shm'
const NAME = /^club-scratch-(\d+)$/
const NEEDED_BYTES = 4 * 1024 ** 3

/** From here on `os.tmpdir()` of this process and its children is a folder that ends with it. */
export function throwAwayInMemory() {
  if (!hasRoom() || NAME.test(process.env['TMPDIR']?.split('/').at(-1) ?? '')) return
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const folder = join(MEMORY, `club-scratch-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // PostgreSQL runs as another user when we are root
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED_BYTES
  } catch {
    return false
  }
}
