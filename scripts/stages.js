import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.js'
import { findBrowsers } from './browser.js'
import { at, MODULES, ROOT } from './places.js'
import { runChild, runNode, tool } from './run-child.js'
import { throwAwayInMemory } from './scratch.js'

/** How a stage ended; `failures` names each one with its reason, for the end of the output.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Tally */

/** @param {number} code @returns {Tally} */
const asOne = (code) =>
  code === 0 ? { passed: 1, failed: 0, failures: [] } : oneFailure('see its output above')

/** @param {string} why @returns {Tally} */
const oneFailure = (why) => ({ passed: 0, failed: 1, failures: [why] })

/** Every stage of the proof, by the name the summary uses. @satisfies {Record<string, () => Promise<Tally>>} */
export const stages = {
  format: async () => asOne(await runChild(tool('oxfmt'), ['--check', '.'])),
  lint: async () => asOne(await runChild(tool('oxlint'), ['--type-aware', '--deny-warnings'])),
  types: async () => asOne(await runNode(join(MODULES, 'typescript', 'bin', 'tsc'), ['-b'])),
  tests: () => vitest(),
  alone: () => vitest([], { TEST_KIND: 'alone' }),
  browser: () => journeys(['--grep-invert', '@long']),
  'long tests': () => vitest(['--passWithNoTests'], { TEST_KIND: 'long' }),
  mutants: async () => asOne(await mutate([])),
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
  const details = []
  for (const name of names) {
    process.stdout.write(`\n── ${name}\n`)
    const since = Date.now()
    const { passed, failed, failures } = await stages[name]().catch(crashed)
    total.passed += passed
    total.failed += failed
    details.push(...failures.map((failure) => `✗ ${name}: ${failure}\n`))
    const seconds = ((Date.now() - since) / 1000).toFixed(1)
    summary.push(`${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
  }
  if (details.length > 0) process.stdout.write(`\n── what failed\n${details.join('')}`)
  process.stdout.write(`\n${summary.join('\n')}\n\n`)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0 ? 0 : 1
}

/** @param {unknown} error @returns {Tally} */
function crashed(error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return oneFailure('it crashed; see its output above')
}

/** @param {string[]} more @param {Record<string, string>} env */
async function vitest(more = [], env = {}) {
  return withReport(async (report) => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runNode(join(MODULES, 'vitest', 'vitest.mjs'), [...args, ...more], { env })
    return { code, read: vitestTally }
  })
}

/** Plants faults in these files, or in all that are watched, and sees whether a test notices. @param {string[]} files */
export function mutate(files) {
  throwAwayInMemory()
  return runNode('checks/mutants/main.ts', files)
}

/** The journeys in a real browser. @param {string[]} more @returns {Promise<Tally>} */
export async function journeys(more) {
  if (!existsSync(at('e2e'))) return { passed: 0, failed: 0, failures: [] }
  const browsers = await findBrowsers()
  if (!browsers) {
    return oneFailure(
      'No Chromium could be found or fetched; install one, or set CHROMIUM to its path.',
    )
  }
  await build()
  return withReport(async (report) => {
    const env = {
      CHROMIUM: browsers.quick,
      CHROMIUM_WHOLE: browsers.whole,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }
    const args = ['test', '--reporter=list,json', ...more]
    const code = await runNode(join(MODULES, '@playwright', 'test', 'cli.js'), args, { env })
    return { code, read: playwrightTally }
  })
}

/**
 * Runs something that writes a JSON report and counts by it. A failure the report does not know
 * of (a crash, an error outside any test) counts as one.
 * @param {(report: string) => Promise<{ code: number, read: (report: any) => Tally }>} work
 * @returns {Promise<Tally>}
 */
async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'club-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code, read } = await work(file)
    const tally = existsSync(file)
      ? read(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 0, failures: [] }
    if (code === 0 || tally.failed > 0) return tally
    return {
      ...tally,
      ...oneFailure('it failed outside any test; see its output above'),
      passed: tally.passed,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {any} report as Jest writes it @returns {Tally} */
function vitestTally({ numPassedTests, numFailedTests, testResults }) {
  const failures = testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => named(file.name, test.fullName, test.failureMessages[0])),
  )
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/** @param {any} report as Playwright's JSON reporter writes it @returns {Tally} */
function playwrightTally({ stats, suites }) {
  const specs = suites.flatMap(function inside(/** @type {any} */ suite) {
    return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(inside)]
  })
  const failures = specs.flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => ['unexpected', 'flaky'].includes(test.status))
      .map((/** @type {any} */ test) =>
        named(spec.file, spec.title, test.results[0]?.errors[0]?.message),
      ),
  )
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }
}

/** One failure, short enough to be read where only the end of the output is kept.
 * @param {string} file @param {string} title @param {string | undefined} message */
function named(file, title, message = 'no reason given') {
  const lines = stripVTControlCharacters(message).split('\n')
  const reason = lines
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n    ')
  return `${relative(ROOT, resolve(at('e2e'), file))} › ${title}\n    ${reason.slice(0, 1000)}`
}
