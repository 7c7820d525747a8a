import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.js'
import { at, contentHash, giveUp, MODULES, ROOT } from './places.js'
import { runNode } from './run-child.js'

const DIST = at('dist')
const STAMP = join(DIST, '.built-from')
const SOURCES = [
  'web',
  'contract',
  'scripts/site',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
]

/** Builds the web app unless exactly these sources were built before. */
export async function build() {
  const wanted = contentHash(SOURCES, (path) => !/\.test\.tsx?$/.test(path))
  if (isBuilt(wanted)) return
  await withLock(join(MODULES, '.building'), async () => {
    if (isBuilt(wanted)) return
    process.stderr.write('Building the web app…\n')
    for (const name of readdirSync(ROOT))
      if (/^dist\.(part|old)$/.test(name)) rmSync(at(name), { recursive: true })
    const part = at('dist.part')
    const vite = join(MODULES, 'vite', 'bin', 'vite.js')
    const args = ['build', '--outDir', part, '--emptyOutDir', '--logLevel', 'warn']
    if ((await runNode(vite, args)) !== 0) giveUp('The web app could not be built; see above.')
    writeFileSync(join(part, '.built-from'), wanted)
    if (existsSync(DIST)) renameSync(DIST, at('dist.old'))
    renameSync(part, DIST)
    rmSync(at('dist.old'), { recursive: true, force: true })
  })
}

/** @param {string} wanted */
function isBuilt(wanted) {
  try {
    return readFileSync(STAMP, 'utf8') === wanted
  } catch {
    return false
  }
}
