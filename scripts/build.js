import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.js'
import { at, contentHash, giveUp, MODULES, ROOT } from './places.js'
import { runNode } from './run-child.js'

const DIST = at('dist')
const BUILT = join(DIST, '.built-from')
const PACKED = join(DIST, '.packed-from')
const SOURCES = [
  'web',
  'contract',
  'legal',
  'scripts/site',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
]

/**
 * Builds and packs the web app unless exactly these sources were before. Once it is built it can be
 * served: what is not packed by then is packed when asked for.
 * @param {() => void} [onBuilt]
 */
export async function build(onBuilt = () => {}) {
  const wanted = contentHash(SOURCES, (path) => !/\.test\.tsx?$/.test(path))
  const isAt = (/** @type {string} */ stamp) => readStamp(stamp) === wanted
  if (isAt(PACKED)) return onBuilt()
  await withLock(join(MODULES, '.building'), async () => {
    if (!isAt(BUILT)) await buildAnew(wanted)
    onBuilt()
    if (isAt(PACKED)) return
    if ((await runNode('scripts/site/precompress.ts', [DIST])) === 0) writeFileSync(PACKED, wanted)
  })
}

/** @param {string} wanted */
async function buildAnew(wanted) {
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
}

/** @param {string} stamp */
function readStamp(stamp) {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return null
  }
}
