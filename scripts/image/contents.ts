import { lstatSync, readFileSync, readlinkSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './archive.ts'
import { isNode, shippedPackages } from './packages.ts'
import { walk } from './walk.ts'

/** Where the club lies in its image. */
const HOME = 'srv/club'
/** The user of the image. */
export const USER = 10001
export const DATA = ['var/lib/club', 'var/lib/club-keys']

/** What the club is started from, beside what it depends on. */
const OWN = ['contract', 'deploy', 'dist', 'legal', 'migrations', 'server']
const OWN_FILES = ['package.json', 'package-lock.json']
const NOT_SHIPPED = /\.test\.tsx?$|^server\/testing\/|(?:^|\/)tsconfig\.json$/

/** The club's own files and the web app, and the folders it may write to. */
export function listOwn(root: string): Entry[] {
  const files = OWN.flatMap((folder) => listFolder(join(root, folder), folder))
  return [
    ...parents(HOME),
    ...[...files, ...OWN_FILES.map((file) => describe(join(root, file), file))]
      .filter(({ path }) => !NOT_SHIPPED.test(path))
      .map((entry) => ({ ...entry, path: `${HOME}/${entry.path}` })),
    ...DATA.map((path): Entry => ({ kind: 'folder', path, mode: 0o700, owner: USER })),
  ]
}

/** The pinned Node. */
export const listNode = (root: string): Entry[] => listPackages(root, isNode)

/** What the club depends on when it runs. */
export const listDependencies = (root: string): Entry[] =>
  listPackages(root, (path) => !isNode(path))

function listPackages(root: string, counts: (path: string) => boolean): Entry[] {
  const packages = shippedPackages(root).filter(({ path }) => counts(path))
  const entries = packages.flatMap(({ path }) => [
    ...parents(path),
    ...listFolder(join(root, path), path).filter(
      // those inside it have a line of their own in the lock file
      (entry) => !entry.path.slice(path.length).includes('/node_modules'),
    ),
    ...embeddedLinks(join(root, path), path),
  ])
  const unique = new Map(entries.map((entry) => [entry.path, entry]))
  return [
    ...parents(HOME),
    ...[...unique.values()].map((entry) => ({ ...entry, path: `${HOME}/${entry.path}` })),
  ]
}

/** The embedded database makes these links at its first start, where it can write. */
function embeddedLinks(folder: string, path: string): Entry[] {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }): Entry => {
    const from = target.slice(0, target.lastIndexOf('/'))
    const isNear = source.startsWith(`${from}/`)
    const to = isNear ? source.slice(from.length + 1) : `/${HOME}/${path}/${source}`
    return { kind: 'link', path: `${path}/${target}`, mode: 0o777, to }
  })
}

/** Each folder on the way to a path, and that one. */
function parents(path: string): Entry[] {
  const parts = path.split('/')
  return parts.map((_, count) => ({
    kind: 'folder',
    path: parts.slice(0, count + 1).join('/'),
    mode: 0o755,
  }))
}

/** All below a folder, and the folder itself. */
function listFolder(folder: string, path: string): Entry[] {
  const names = [...walk(folder)]
  return [
    { kind: 'folder', path, mode: 0o755 },
    ...names.map((name) => describe(join(folder, name), `${path}/${name}`)),
  ]
}

function describe(file: string, path: string): Entry {
  const found = lstatSync(file)
  if (found.isDirectory()) return { kind: 'folder', path, mode: 0o755 }
  if (found.isSymbolicLink()) return { kind: 'link', path, mode: 0o777, to: readlinkSync(file) }
  const mode = found.mode & 0o100 ? 0o755 : 0o644
  return { kind: 'file', path, mode, size: found.size, read: () => readFileSync(file) }
}
