// Makes the data folder of the embedded PostgreSQL, whole or not at all, and removes a stale pid file.
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Home } from './embedded.home.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

export const SUPERUSER = 'postgres'
/** PostgreSQL sees this instead of our environment, which may hold secrets. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the cluster unless there is one. It grows under another name and is renamed when whole, so
 * a start that was killed half-way leaves only litter, which the next one sweeps.
 */
export function ensureCluster({ data, binaries, runAs }: Home): void {
  if (existsSync(join(data, 'PG_VERSION'))) return
  sweep(data)
  const part = `${data}.part${process.pid}`
  mkdirSync(part, { mode: 0o700 })
  const { uid, gid, wrap } = runAs
  const initdb = join(binaries, 'bin', 'initdb')
  if (uid !== undefined && gid !== undefined) chownSync(part, uid, gid)

  const command = wrap[0] ?? initdb
  const args = [
    ...(wrap.length > 0 ? [...wrap.slice(1), initdb] : []),
    `--pgdata=${part}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    '--locale-provider=builtin',
    '--locale=C',
    '--builtin-locale=C.UTF-8',
  ]
  const made = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: '/',
    env: ENVIRONMENT,
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  if (made.status !== 0) {
    rmSync(part, { recursive: true, force: true })
    const output = (made.stderr || String(made.error ?? '')).trim().split('\n')
    // its last words are about cleaning up
    const reason = output
      .filter((line) => !line.startsWith('initdb: removing'))
      .slice(-2)
      .join('; ')
    throw new SetupError(`The embedded PostgreSQL could not be set up in ${data}: ${reason}`)
  }
  try {
    renameSync(part, data)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    // another process was faster
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
  syncFolder(dirname(data))
}

function sweep(data: string): void {
  const prefix = `${basename(data)}.part`
  for (const name of readdirSync(dirname(data)))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(dirname(data), name), { recursive: true, force: true })
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Removes a pid file whose number now belongs to some other program, as after a container's
 * restart: PostgreSQL would refuse to start. Answers whether it did.
 */
export function removeStalePidFile({ data }: Home): boolean {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return false
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!isAlive(pid) || isOwnPostgres(pid, data)) return false
  rmSync(file, { force: true })
  return true
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In doubt yes: then PostgreSQL itself decides. */
function isOwnPostgres(pid: number, data: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
  return !stdout || stdout.includes('postgres')
}
