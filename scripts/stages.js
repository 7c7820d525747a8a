import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.js'
import { findBrowser } from './browser.js'
import { at, MODULES } from './places.js'
import { runChild, runNode, tool } from './run-child.js'

/** @typedef {{ passed: number, failed: number }} Tally */

/** @param {number} code @returns {Tally} */
const asOne = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** Every stage of the proof, by the name the summary uses. @satisfies {Record<string, () => Promise<Tally>>} */
export const stages = {
  format: async () => asOne(await runChild(tool('oxfmt'), ['--check', '.'])),
  lint: async () => asOne(await runChild(tool('oxlint'), ['--type-aware', '--deny-warnings'])),
  types: async () => asOne(await runNode(join(MODULES, 'typescript', 'bin', 'tsc'), ['-b'])),
  tests: () => vitest(),
  kills: () => vitest([], { TEST_KIND: 'kill' }),
  browser: () => journeys(['--grep-invert', '@long']),
  'long tests': () => vitest(['--passWithNoTests'], { TEST_KIND: 'long' }),
  'long journeys': () => journeys(['--grep', '@long', '--pass-with-no-tests']),
}

/** @typedef {keyof typeof stages} StageName */

/**
 * Runs the stages one after the other, whatever became of those before, and sums up.
 * @param {StageName[]} names
 * @returns {Promise<number>} the exit code
 */
export async function runStages(names) {
  const total = { passed: 0, failed: 0 }
  const summary = []
  for (const name of names) {
    process.stdout.write(`\n── ${name}\n`)
    const since = Date.now()
    const { passed, failed } = await stages[name]().catch(crashed)
    total.passed += passed
    total.failed += failed
    const seconds = ((Date.now() - since) / 1000).toFixed(1)
    summary.push(`${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
  }
  process.stdout.write(`\n${summary.join('\n')}\n\n`)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0 ? 0 : 1
}

/** @param {unknown} error @returns {Tally} */
function crashed(error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return { passed: 0, failed: 1 }
}

/** @param {string[]} more @param {Record<string, string>} env */
async function vitest(more = [], env = {}) {
  return withReport(async (report) => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runNode(join(MODULES, 'vitest', 'vitest.mjs'), [...args, ...more], { env })
    return { code, tally: ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests] }
  })
}

/** The journeys in a real browser. @param {string[]} more @returns {Promise<Tally>} */
export async function journeys(more) {
  if (!existsSync(at('e2e'))) return { passed: 0, failed: 0 }
  const browser = await findBrowser()
  if (!browser) {
    process.stderr.write(
      'No Chromium could be found or fetched; install one, or set CHROMIUM to its path.\n',
    )
    return { passed: 0, failed: 1 }
  }
  await build()
  return withReport(async (report) => {
    const env = { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const args = ['test', '--reporter=list,json', ...more]
    const code = await runNode(join(MODULES, '@playwright', 'test', 'cli.js'), args, { env })
    return { code, tally: ({ stats }) => [stats.expected, stats.unexpected + stats.flaky] }
  })
}

/**
 * Runs something that writes a JSON report and counts by it. A failure the report does not know
 * of (a crash, an error outside any test) counts as one.
 * @param {(report: string) => Promise<{ code: number, tally: (report: any) => number[] }>} work
 * @returns {Promise<Tally>}
 */
async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'club-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code, tally } = await work(file)
    const [passed = 0, failed = 0] = existsSync(file)
      ? tally(JSON.parse(readFileSync(file, 'utf8')))
      : []
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
