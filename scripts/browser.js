import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { runChild, runNode } from './run-child.js'

const require = createRequire(import.meta.url)
/** The same engine without a window, at two thirds of the processor time; it takes no push messages. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @typedef {{ quick: string, whole: string }} Browsers the shell where there is one, and a whole Chromium */

/** Those that are installed, and fetched if there is none; null when nothing helps. @returns {Promise<Browsers | null>} */
export async function findBrowsers() {
  const present = installedBrowsers()
  if (present) return present

  process.stderr.write('There is no Chromium here; fetching one…\n')
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runChild('apt-get', ['update', '-qq'], { env })
    const install = (/** @type {string[]} */ ...names) =>
      runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
    await install('chromium', 'fonts-liberation')
    // not every Debian has it
    await install(SHELL)
    const now = installedBrowsers()
    if (now) return now
  }
  await runNode(require.resolve('playwright/cli'), ['install', 'chromium'])
  return installedBrowsers()
}

/** @returns {Browsers | null} */
function installedBrowsers() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = (/** @type {string} */ name) => folders.map((folder) => join(folder, name))
  const own = process.env.CHROMIUM ? [process.env.CHROMIUM] : []
  const whole = [...own, ...NAMES.flatMap(onPath), ...MAC, ...playwrights()].find(runs)
  if (!whole) return null
  const quick = [...own, ...onPath(SHELL)].find(runs) ?? whole
  return { quick, whole }
}

function playwrights() {
  try {
    return [require('playwright').chromium.executablePath()]
  } catch {
    return []
  }
}

/** A launcher without its browser, as some systems ship, does not count. @param {string} file */
function runs(file) {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}
