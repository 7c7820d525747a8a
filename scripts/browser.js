import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { runChild, runNode } from './run-child.js'

const require = createRequire(import.meta.url)
/** The shell first: the same engine without a window, at two thirds of the processor time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [
  SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** An installed Chromium, and one fetched if there is none; null when nothing helps. */
export async function findBrowser() {
  const present = installedBrowser()
  if (present) return present

  process.stderr.write('There is no Chromium here; fetching one…\n')
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runChild('apt-get', ['update', '-qq'], { env })
    // not every Debian has the shell
    for (const name of [SHELL, 'chromium']) {
      const args = ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation']
      await runChild('apt-get', args, { env })
      const now = installedBrowser()
      if (now) return now
    }
  }
  await runNode(require.resolve('playwright/cli'), ['install', 'chromium'])
  return installedBrowser()
}

/** The first Chromium that is there and starts. */
function installedBrowser() {
  const own = process.env.CHROMIUM ? [process.env.CHROMIUM] : []
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...own, ...onPath, ...MAC, ...playwrights()].find(runs) ?? null
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
