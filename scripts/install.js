import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.js'
import { contentHash, giveUp, MODULES } from './places.js'
import { runChild } from './run-child.js'

const STAMP = join(MODULES, '.installed')
const LOCK = join(MODULES, '.installing')
/** The packages run on the Node that comes with them; what the one that installs them is too old for says nothing. */
const OF_ANOTHER_NODE = /^npm warn EBADENGINE.*\n/gim

/** Installs the packages unless exactly these were installed before, whole. */
export async function install() {
  const wanted = contentHash(['package.json', 'package-lock.json'])
  if (isInstalled(wanted)) return
  await withLock(LOCK, async () => {
    if (isInstalled(wanted)) return
    const wasHalfDone = !existsSync(STAMP) && visibleModules().length > 0
    rmSync(STAMP, { force: true })
    process.stderr.write('Installing packages; the first time this takes a minute or two…\n')
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
async function npmInstall() {
  const args = [
    'install',
    '--no-save',
    // whatever the surrounding npm is set to: a package we have runs nothing by being installed
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
  ]
  let words = ''
  const onOutput = (/** @type {string} */ text) => void (words += text)
  const options = { env: { NODE_ENV: '' }, onOutput }
  const npm = process.env.npm_execpath
  const code = await (npm?.endsWith('npm-cli.js')
    ? runChild(process.execPath, [npm, ...args], options)
    : runChild('npm', args, options))
  process.stderr.write(code === 0 ? words.replaceAll(OF_ANOTHER_NODE, '') : words)
  return code
}
