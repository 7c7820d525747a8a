import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT } from './places.js'

/** Where certificates lie that this machine trusts and a bare one does not know. */
const CERTIFICATES = '/etc/ssl/certs/of-the-machine-around.crt'
/** A repository of its own, as a server would offer it. */
const REPOSITORY = '/srv/parlour.git'
const OUTER = '/opt/outer'
const DEBIAN = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const NEEDED = { debootstrap: 'debootstrap', unshare: 'util-linux', chroot: 'coreutils' }

/** A Node with the npm that comes with it; Debian's own where none is named. */
export type Outer = { node: string; npm: string } | 'of Debian'
export const PERSON = 'mia'
export type User = 'root' | typeof PERSON

/** Says in one sentence what is missing for a bare machine to be made here, or does nothing. */
export function refuseWithoutTools(): void {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const missing = Object.entries(NEEDED)
    .filter(([tool]) => !folders.some((folder) => existsSync(join(folder, tool))))
    .map(([, name]) => name)
  if (process.getuid?.() === 0 && missing.length === 0) return
  throw new Error(
    `A bare machine is made by root on Linux, with debootstrap: become root and run apt-get install ${missing.join(' ') || 'debootstrap'}.`,
  )
}

/**
 * Debian as it comes, with git, its own Node and npm, a library that Node 26 does not bring along, a
 * person without rights, and nothing else.
 */
export async function makeBareMachine(root: string): Promise<void> {
  const packages = '--include=ca-certificates,git,libatomic1,nodejs'
  await finish(unshare('debootstrap', ['--variant=minbase', packages, 'stable', root]))
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) copyFileSync(file, join(root, file))
  const { certificates } = readNetwork()
  if (certificates) copyFileSync(certificates, join(root, CERTIFICATES))
  // its packages need each other in a circle, which only apt can untie
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends npm'
  await finish(
    enter(root, `${install} && apt-get clean && useradd --create-home ${PERSON}`, {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    }),
  )
}

/** The same machine once more, with the repository to clone, and with a Node and npm before Debian's. */
export async function copyMachine(from: string, to: string, outer: Outer): Promise<void> {
  await finish(spawn('cp', ['--archive', '--reflink=auto', from, to]))
  await finish(spawn('git', ['clone', '--quiet', '--bare', ROOT, join(to, REPOSITORY)]))
  if (outer === 'of Debian') return
  const names = [`node-linux-${process.arch}@${outer.node}`, `npm@${outer.npm}`]
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  await finish(spawn('npm', ['install', '--prefix', join(to, OUTER), ...flags, ...names]))
}

/** Never beyond the file system it lies on, should anything be mounted there still. */
export const removeMachine = (root: string) =>
  finish(spawn('rm', ['-rf', '--one-file-system', root]))

/**
 * Runs a script in a fresh clone there, as a newcomer would have it: in a folder with a space and an
 * umlaut, and with nothing of this machine's settings but how it reaches the registry.
 */
export async function enterClone(
  root: string,
  user: User,
  script: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  await finish(enter(root, `chown -R ${user} ${REPOSITORY}`))
  const clone = `git clone --quiet ${REPOSITORY} "$HOME/Mein Klub für uns/parlour"`
  const there = 'cd "$HOME/Mein Klub für uns/parlour"'
  return enter(root, `${clone} && ${there} && { ${script}\n}`, { user, env })
}

/** Runs a script there; all that it leaves running ends with it. */
function enter(
  root: string,
  script: string,
  { user = 'root', env = {} }: { user?: User; env?: Record<string, string> } = {},
): ChildProcess {
  const into = [
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs tmpfs "$0/dev/shm"',
    'mount -t proc proc "$0/proc"',
    'exec chroot "$0" "$@"',
  ].join(' && ')
  const become = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
  const command = [...(user === 'root' ? [] : become), 'sh', '-c', script]
  return unshare('sh', ['-c', into, root, ...command], {
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    USER: user,
    PATH: `${OUTER}/node_modules/.bin:${DEBIAN}`,
    ...readNetwork().env,
    ...env,
  })
}

/** With mounts and processes of its own, which are gone when it is. */
const unshare = (command: string, args: string[], env?: Record<string, string>) =>
  spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', command, ...args], {
    stdio: 'pipe',
    env: env ?? { ...process.env, PATH: `${process.env['PATH']}:${DEBIAN}` },
  })

type Network = { certificates: string | undefined; env: Record<string, string> }
let network: Network | undefined

/** How this machine reaches the registry. */
function readNetwork(): Network {
  if (network) return network
  const configured = (name: string) => {
    const { stdout } = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' })
    return ['', 'null', 'undefined'].includes(stdout.trim()) ? undefined : stdout.trim()
  }
  const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? configured('cafile')
  const env = {
    npm_config_registry: configured('registry'),
    npm_config_proxy: configured('proxy'),
    npm_config_https_proxy: configured('https-proxy'),
    http_proxy: process.env['http_proxy'],
    https_proxy: process.env['https_proxy'],
    no_proxy: process.env['no_proxy'],
    ...(certificates && { NODE_EXTRA_CA_CERTS: CERTIFICATES, npm_config_cafile: CERTIFICATES }),
  }
  const set = Object.entries(env).filter((one): one is [string, string] => one[1] !== undefined)
  return (network = { certificates, env: Object.fromEntries(set) })
}

/** Waits for a program to end; what it said is the reason when it fails. */
export async function finish(child: ChildProcess): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (words: string) => (output += words))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}:\n${output}`)
  return output
}
