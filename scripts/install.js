import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.js'
import { contentHash, giveUp, MODULES } from './places.js'
import { runChild } from './run-child.js'

const STAMP = join(MODULES, '.installed')
const LOCK = join(MODULES, '.installing')

/** Installs the packages unless exactly these were installed before, whole. */
export async function install() {
  const wanted = contentHash(['package.json', 'package-lock.json'])
  if (isInstalled(wanted)) return
  await withLock(LOCK, async () => {
    if (isInstalled(wanted)) return
    const wasHalfDone = !existsSync(STAMP) && visibleModules().length > 0
    rmSync(STAMP, { force: true })
    process.stderr.write('Installing packages…\n')
    let code = await npmInstall()
    if (code !== 0 && wasHalfDone) {
      for (const name of visibleModules()) rmSync(join(MODULES, name), { recursive: true })
      code = await npmInstall()
    }
    if (code !== 0) giveUp('The packages could not be installed; npm says why above.')
    writeFileSync(STAMP, wanted)
  })
}

/** @param {string} wanted */
function isInstalled(wanted) {
  try {
    return readFileSync(STAMP, 'utf8') === wanted
  } catch {
    return false
  }
}

const visibleModules = () => readdirSync(MODULES).filter((name) => !name.startsWith('.install'))

/**
 * Not `npm ci`, which fails where other platforms' optional packages do not resolve. What the
 * surrounding npm or NODE_ENV think of development packages must not matter: they build the app.
 */
function npmInstall() {
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
  ]
  const npm = process.env.npm_execpath
  return npm?.endsWith('npm-cli.js')
    ? runChild(process.execPath, [npm, ...args], { env: { NODE_ENV: '' } })
    : runChild('npm', args, { env: { NODE_ENV: '' } })
}
