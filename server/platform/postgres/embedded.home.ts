// Where the embedded PostgreSQL lives, and as which user it runs, since it refuses root.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { completeBinaries, copyBinaries, installedBinaries } from './embedded.binaries.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

/** As whom PostgreSQL runs, which refuses root, and what its commands are wrapped in. */
type RunAs = { uid?: number; gid?: number; wrap: string[] }

/** Where one embedded PostgreSQL lives, and how its programs are run there. */
export type Home = {
  /** The cluster's files. */
  data: string
  /** A private folder with the socket. */
  socket: string
  binaries: string
  runAs: RunAs
}

const SYSTEM = '/var/lib/club'
/** A socket's path may have 107 bytes; its name takes 14. */
const MAX_SOCKET_FOLDER_BYTES = 90

/** Makes `dataDir/pg` accessible to the user that runs PostgreSQL, whatever the user of this process. */
export function prepareHome(dataDir: string): Home {
  const installed = installedBinaries()
  const isComplete = completeBinaries(installed)
  const wanted = join(dataDir, 'pg')
  const { runAs, home } =
    process.getuid?.() === 0 ? forRoot(dataDir, wanted) : { runAs: forUser(), home: wanted }

  ownFolder(home, runAs)
  const isReachable = !runAs.uid || may(runAs, '-x', join(installed, 'bin', 'postgres'))
  const binaries =
    isComplete && isReachable ? installed : copyBinaries(installed, isReachable ? home : SYSTEM)
  return { data: join(home, 'data'), socket: socketFolder(home, runAs), binaries, runAs }
}

function forRoot(dataDir: string, home: string): { runAs: RunAs; home: string } {
  const owner = existsSync(home) ? lstatSync(home) : null
  const isOwned = owner !== null && owner.uid !== 0
  const runAs: RunAs = isOwned
    ? { uid: owner.uid, gid: owner.gid, wrap: [] }
    : (account('postgres') ?? account('nobody') ?? { uid: 65_534, gid: 65_534, wrap: [] })
  if (may(runAs, '-x', dataDir)) return { runAs, home }

  // below a folder only root may enter, such as /root
  if (!isOwned && canUnshare()) return { runAs: { wrap: UNSHARE }, home }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const elsewhere = join(SYSTEM, name)
  mkdirSync(SYSTEM, { recursive: true, mode: 0o755 })
  writeFileSync(join(dataDir, 'pg-is-elsewhere.txt'), `${elsewhere}\n`)
  return { runAs, home: elsewhere }
}

/** PostgreSQL also refuses a user without an entry in the system's list of users. */
function forUser(): RunAs {
  try {
    userInfo()
    return { wrap: [] }
  } catch {
    return { wrap: canUnshare() ? UNSHARE : [] }
  }
}

const UNSHARE = ['unshare', '--user', '--']
const canUnshare = () =>
  spawnSync('unshare', ['--user', '--', 'sh', '-c', 'test "$(id -u)" != 0']).status === 0

function account(name: string): RunAs | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  if (uid?.status !== 0 || gid?.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), wrap: [] }
}

const may = ({ uid, gid }: RunAs, flag: string, path: string) =>
  spawnSync('/bin/sh', ['-c', `test ${flag} "$0"`, path], {
    cwd: '/',
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  }).status === 0

function socketFolder(home: string, runAs: RunAs): string {
  let folder = join(home, 'run')
  if (Buffer.byteLength(folder) > MAX_SOCKET_FOLDER_BYTES) {
    const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
    folder = join(tmpdir(), `club-${name}`)
  }
  ownFolder(folder, runAs)
  return folder
}

/** A folder nobody else may look into. One that is already there must be ours, not a trap. */
function ownFolder(folder: string, { uid, gid }: RunAs): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const own = process.getuid?.()
    if (!found.isDirectory() || ![own, uid].includes(found.uid))
      throw new SetupError(`${folder} belongs to another user; remove it or change DATA_DIR.`)
    if (uid !== undefined && gid !== undefined && found.uid !== uid) chownSync(folder, uid, gid)
    chmodSync(folder, 0o700)
  } catch (error) {
    if (error instanceof SetupError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SetupError(
      `${folder} cannot be written (${code}); set DATA_DIR to a folder that can.`,
    )
  }
}
