// Starts a process that decodes strangers' files with as little of the machine as the system lets it have.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * How a process is kept from everything but its task: `cage`, where the system gives namespaces: no
 * network, no processes but its own, and of the disk only what it runs on; `user`, at least a user
 * that owns nothing; `none`, the permission model of Node alone.
 */
export type Confinement = 'cage' | 'user' | 'none'

/** The user of no files. */
const NOBODY = 65_534
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PLATFORM = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const SEARCHED = FOLDERS.join(':')
const PATIENCE_MS = 10_000

/**
 * Run as the first of new namespaces: makes an empty root, lays into it what the system and the club
 * need to run, to be read only, goes in for good, and becomes somebody without rights. `/sys` is
 * where the new root lies: it is there everywhere, and nothing we need is below it.
 */
const CAGE = `
set -e
root=/sys; app=$1; node=$2; program=$3; user=$4; shift 4
keep() { mount --rbind "$1" "$root$2"; mount -o remount,bind,ro,nosuid,nodev "$root$2"; }
mount -t tmpfs -o mode=755,size=1m,nosuid,nodev tmpfs $root
for folder in usr lib lib64 lib32 bin sbin; do
  if [ -L /$folder ]; then ln -s "$(readlink /$folder)" $root/$folder
  elif [ -d /$folder ]; then mkdir $root/$folder; keep /$folder /$folder; fi
done
mkdir -p $root/app/node_modules $root/app/server/platform "$root/app/$program"
touch $root/node $root/app/package.json
keep "$node" /node
keep "$app/package.json" /app/package.json
keep "$app/node_modules" /app/node_modules
keep "$app/server/platform" /app/server/platform
case "$program" in server/platform/*) ;; *) keep "$app/$program" "/app/$program" ;; esac
mount -o remount,bind,ro,nosuid,nodev $root
if [ "$user" = 0 ]; then user=; else user="--reuid $user --regid $user --clear-groups"; fi
exec chroot $root env -i \${NODE_CHANNEL_FD:+NODE_CHANNEL_FD=$NODE_CHANNEL_FD} \
  \${NODE_CHANNEL_SERIALIZATION_MODE:+NODE_CHANNEL_SERIALIZATION_MODE=$NODE_CHANNEL_SERIALIZATION_MODE} \
  setpriv $user --pdeathsig KILL --bounding-set=-all --inh-caps=-all --no-new-privs /node "$@"
`
const NAMESPACES = ['--net', '--mount', '--pid', '--ipc', '--uts', '--propagation', 'private']
/** Ending the outer process also ends the inner one. */
const LIVES = ['--fork', '--kill-child=SIGKILL']
const OWN_USERS = ['--user', '--map-root-user']

type Way =
  | { kind: 'cage'; command: string; args: string[]; user: number }
  | { kind: 'user' | 'none' }

let known: Promise<Way> | undefined

/** What this machine gives; asked once. */
export const getConfinement = async (): Promise<Confinement> => (await knownWay()).kind

const knownWay = (): Promise<Way> => (known ??= findWay())

async function findWay(): Promise<Way> {
  const isRoot = process.getuid?.() === 0
  const command = process.platform === 'linux' ? await programNamed('unshare') : null
  // who is root needs no users of its own, and is one of another user then
  const tries = [...(isRoot ? [[]] : []), OWN_USERS].map((users): Way => {
    const user = users.length === 0 ? NOBODY : 0
    return { kind: 'cage', command: command ?? '', args: [...users, ...NAMESPACES, ...LIVES], user }
  })
  if (command) for (const way of tries) if (await works(way)) return way
  return { kind: isRoot && (await isOpenToAll()) ? 'user' : 'none' }
}

async function works(way: Way): Promise<boolean> {
  const [command, args] = await buildCommand(way, PLATFORM, ['--version'])
  try {
    const { stdout } = await run(command, args, {
      env: { PATH: SEARCHED },
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    })
    return stdout.trim() === process.version
  } catch {
    return false
  }
}

const run = promisify(execFile)

async function programNamed(name: string): Promise<string | null> {
  for (const folder of FOLDERS) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

/** Whether a user who owns nothing could read the club and run its Node. */
async function isOpenToAll(): Promise<boolean> {
  for (const place of [PLATFORM, join(ROOT, 'node_modules'), await realpath(process.execPath)])
    for (let at = place; ; at = dirname(at)) {
      if (((await stat(at)).mode & 0o001) === 0) return false
      if (at === dirname(at)) break
    }
  return true
}

async function buildCommand(way: Way, folder: string, args: string[]): Promise<[string, string[]]> {
  const node = await realpath(process.execPath)
  if (way.kind !== 'cage') return [node, args]
  const app = resolve(ROOT)
  const shell = ['/bin/sh', '-c', CAGE, 'cage']
  const given = [app, node, relative(app, folder), String(way.user), ...args]
  return [way.command, [...way.args, ...shell, ...given]]
}

type Options = {
  /** More of Node's own, as it stands on a command line. */
  flags?: string[]
  /** Off only where it is tried what holds without it. */
  isModelOn?: boolean
}

/**
 * Starts one of our programs with a channel to it, without environment, and with no more rights and
 * no more of the machine than it needs to run. It has libraries of others in it, which the permission
 * model does not bind: that is what the cage is for.
 */
export async function startConfined(
  program: string,
  { flags = [], isModelOn = true }: Options = {},
): Promise<ChildProcess> {
  const way = await knownWay()
  const app = way.kind === 'cage' ? '/app' : resolve(ROOT)
  const folder = dirname(program)
  const inside = (path: string) => join(app, relative(ROOT, path))
  const readable = [
    inside(PLATFORM),
    inside(folder),
    join(app, 'node_modules'),
    join(app, 'package.json'),
  ]
  const model = [
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ]
  const [command, args] = await buildCommand(way, folder, [
    ...flags,
    ...(isModelOn ? model : []),
    inside(program),
  ])
  return spawn(command, args, {
    cwd: '/',
    env: way.kind === 'cage' ? { PATH: SEARCHED } : {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(way.kind === 'user' && { uid: NOBODY, gid: NOBODY }),
  })
}
