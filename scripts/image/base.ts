import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './archive.ts'
import { USER } from './contents.ts'
import { walk } from './walk.ts'

const SUITE = 'trixie'
/** What the making of it leaves behind, which differs each time, and what nobody reads in an image. */
const LITTER =
  /^(?:(?:dev|proc|run|sys|tmp|debootstrap)|var\/(?:log|tmp|cache|lib\/apt\/lists)|usr\/share\/(?:man|locale|info))\/|^var\/lib\/dpkg\/(?:[a-z]+-old|lock.*)$|^etc\/(?:resolv\.conf|hostname|machine-id|[a-z]+-|\.pwd\.lock)$|^usr\/share\/doc\/.*\/(?!copyright$)[^/]*$/

/** Debian as small as it comes, made from its archive unless it lies there already. */
export function makeBase(root: string): void {
  if (existsSync(join(root, 'var/lib/dpkg/status')) && !existsSync(join(root, 'debootstrap')))
    return
  if (process.getuid?.() !== 0)
    throw new Error('The base of an image is made by root on Linux, with debootstrap.')
  const packages = '--include=ca-certificates'
  const { error, status, stderr } = spawnSync(
    'unshare',
    ['--mount', 'debootstrap', '--variant=minbase', packages, SUITE, root],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  if (error ?? status !== 0)
    throw new Error(`debootstrap made no ${SUITE}: ${error?.message ?? stderr}`)
}

/** Its files with their owners and modes, and the club's user. */
export function listBase(root: string): Entry[] {
  const names = [...walk(root)]
  const paths = names.filter(
    (name) => (!LITTER.test(name) && !LITTER.test(`${name}/`)) || isPlace(name),
  )
  return paths.flatMap((path) => describe(join(root, path), path))
}

/** A folder whose content goes stays itself. */
const isPlace = (name: string) =>
  /^(?:dev|proc|run|sys|tmp|var\/(?:log|tmp|cache|lib\/apt\/lists)|usr\/share\/(?:man|locale|info))$/.test(
    name,
  )

function describe(file: string, path: string): Entry[] {
  const stat = lstatSync(file)
  const known = { path, mode: stat.mode & 0o7777, owner: stat.uid, group: stat.gid }
  if (stat.isDirectory()) return [{ ...known, kind: 'folder' }]
  if (stat.isSymbolicLink())
    return [{ ...known, mode: 0o777, kind: 'link', to: readlinkSync(file) }]
  if (!stat.isFile()) return []
  const added = ADDED[path]
  if (!added) return [{ ...known, kind: 'file', size: stat.size, read: () => readFileSync(file) }]
  const content = Buffer.from(added(readFileSync(file, 'utf8')))
  return [{ ...known, kind: 'file', size: content.length, read: () => content }]
}

/** The club's user; and no day on which a password was set, which nobody has. */
const ADDED: Record<string, (text: string) => string> = {
  'etc/passwd': (text) => `${text}club:x:${USER}:${USER}::/var/lib/club:/usr/sbin/nologin\n`,
  'etc/group': (text) => `${text}club:x:${USER}:\n`,
  'etc/shadow': (text) => `${text.replace(/^([^:]*:[^:]*):\d*:/gm, '$1::')}club:!::::::::\n`,
  'etc/gshadow': (text) => `${text}club:!::\n`,
}
