// A release from before this one, to stand beside it: its sources, a web app built of them, and a database of its own.
import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { migrate } from '#server/platform/database/migrate.ts'
import type { grantToApp } from '#server/platform/database/roles.ts'
import { makeSeed } from '#testing/club/database/standby.ts'
import { build } from '../../scripts/build.js'
import { MODULES, ROOT } from '../../scripts/places.js'
import type { fill } from '../tools/filling.ts'

/** Written with each release, and never in between. */
const NOTE = 'testing/released'
const PACKED = /\.(br|gz)$/

export type OlderRelease = Awaited<ReturnType<typeof makeOlderRelease>>

/** Below `folder`: of the commit of the last release where that is at hand, else of these sources as another build. */
export async function makeOlderRelease(folder: string) {
  const [root, seed] = [join(folder, 'release'), join(folder, 'seed')]
  for (const one of [root, seed]) mkdirSync(one)
  const commit = findReleased()
  if (commit) unpack(commit, root)
  else copySources(root)
  symlinkSync(MODULES, join(root, 'node_modules'))
  const vite = join(MODULES, 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'error']
  await Promise.all([build(), promisify(execFile)(process.execPath, args, { cwd: root })])

  const load = <T>(path: string) => import(pathToFileURL(join(root, path)).href) as Promise<T>
  const database = 'server/platform/database'
  const [older, roles, filling] = await Promise.all([
    load<{ migrate: typeof migrate }>(`${database}/migrate.ts`),
    load<{ grantToApp: typeof grantToApp }>(`${database}/roles.ts`),
    load<{ fill: typeof fill }>('bench/tools/filling.ts'),
  ])
  await makeSeed(seed, {
    fill: filling.fill,
    async makeTables(owner, role) {
      await older.migrate(owner)
      await roles.grantToApp(owner, role)
    },
  })
  const [ownAssets, olderAssets] = [listAssets(ROOT), listAssets(root)]
  return {
    root,
    seed,
    says: commit ? `that of commit ${commit.slice(0, 8)}` : 'these sources as another build',
    /** A file that only the one or the other build has. */
    ownAsset: ownAssets.find((name) => !olderAssets.includes(name))!,
    olderAsset: olderAssets.find((name) => !ownAssets.includes(name))!,
  }
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Null where the history does not reach so far, or that release stands on other packages than are installed. */
function findReleased(): string | null {
  try {
    const head = git('rev-parse', 'HEAD').trim()
    const noted = git('log', '-2', '--format=%H', '--', NOTE).trim().split('\n')
    const commit = noted.find((one) => one && one !== head)
    return commit && standsOnSame(git('show', `${commit}:package.json`)) ? commit : null
  } catch {
    return null
  }
}

function standsOnSame(manifest: string): boolean {
  const wanted = dependenciesOf(manifest)
  const here = dependenciesOf(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return Object.entries(wanted).every(([name, version]) => here[name] === version)
}

function dependenciesOf(manifest: string): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(manifest) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  return { ...dependencies, ...devDependencies }
}

const unpack = (commit: string, to: string) =>
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, to], { cwd: ROOT })

function copySources(to: string): void {
  const isLeftOut = (name: string) => name.startsWith('.') || /^(dist|node_modules)/.test(name)
  for (const name of readdirSync(ROOT))
    if (!isLeftOut(name)) cpSync(join(ROOT, name), join(to, name), { recursive: true })
  // so that its parts have other names
  appendFileSync(
    join(to, 'web/main.tsx'),
    "\ndocument.documentElement.dataset['release'] = 'before'\n",
  )
}

const listAssets = (root: string) =>
  readdirSync(join(root, 'dist/assets')).filter((name) => !PACKED.test(name))
