import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.js'
import { findBrowsers } from './browser.js'
import { keepDurations } from './proof/durations.js'
import { tallyJourneys, tallyOne, tallyTests, withSeed } from './proof/failures.js'
import { readSources } from './proof/imports.js'
import { at, MODULES } from './places.js'
import { literally } from './quoting.js'
import { chooseQuickTests } from './proof/reach.js'
import { captureOutput, runNode, tool } from './run-child.js'
import { throwAwayInMemory } from './scratch.js'

/** @import { Tally } from './proof/failures.js' */

/** Every stage of the proof, by the name the summary uses. @satisfies {Record<string, () => Promise<Tally>>} */
export const stages = {
  format: () => format(['.']),
  // of all files at once, since a type that changes breaks files far from it
  lint: () => judge('lint', tool('oxlint'), ['--type-aware', '--type-check', '--deny-warnings']),
  'quick tests': () => runTests('test', { files: chooseQuickTests(readSources()) }),
  tests: () => runTests('test'),
  browser: () => journeys(['--grep-invert', '@long']),
  'long tests': () => runTests('long'),
  mutants: () => plantFaults(),
  'long journeys': () => journeys(['--grep', '@long']),
}

/** @param {string[]} files */
export const format = (files) =>
  judge('format', tool('oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...files])

/** Runs what is right or wrong as a whole. @param {string} name @param {string} program @param {string[]} args */
async function judge(name, program, args) {
  const { code, output } = await captureOutput(program, args)
  return { ...tallyOne(name, code, output), output }
}

/** @typedef {'test' | 'long'} Kind by the names of test files: `x.test.ts`, `x.long.test.ts` */

/**
 * Runs tests of one kind: all of them, those of some files, or the one of that name.
 * @param {Kind} kind
 * @param {{ files?: string[], test?: string | undefined }} [which]
 * @returns {Promise<Tally>}
 */
export async function runTests(kind, { files = [], test } = {}) {
  const patterns = test === undefined ? [undefined] : [`^${literally(test)}$`, literally(test)]
  for (const pattern of patterns) {
    const tally = await vitest(kind, files, pattern)
    if (tally.passed + tally.failures.length > 0) return tally
  }
  const reason = test === undefined ? 'there was nothing to run' : `there is no test "${test}"`
  const repeat = files.length > 0 ? withSeed('npm', 'test', '--', ...files) : wholeCommand(kind)
  return { passed: 0, failures: [{ name: files.join(', ') || kind, reason, repeat }] }
}

/** @param {Kind} kind */
const wholeCommand = (kind) =>
  withSeed(...(kind === 'long' ? ['npm', 'run', 'test:long'] : ['npm', 'test']))

/** @param {Kind} kind @param {string[]} files @param {string | undefined} pattern */
function vitest(kind, files, pattern) {
  return withReport(async (report) => {
    const args = ['run', '--reporter=default', `--reporter=${at('scripts/proof/testReport.js')}`]
    if (pattern !== undefined) args.push(`--testNamePattern=${pattern}`)
    const env = { TEST_KIND: kind, TEST_REPORT: report }
    const vitest = join(MODULES, 'vitest', 'vitest.mjs')
    const code = await runNode(vitest, [...args, ...files], { env })
    return {
      code,
      repeat: wholeCommand(kind),
      read(results) {
        if (pattern === undefined) keepDurations(results.seconds)
        return tallyTests(results, wholeCommand(kind))
      },
    }
  })
}

/** Plants faults in these files, or in all that are watched, and sees whether a test notices. @param {string[]} files */
export function mutate(files) {
  throwAwayInMemory()
  return runNode('checks/mutants/main.ts', files)
}

async function plantFaults() {
  const code = await mutate([])
  return tallyOne('mutants', code, code === 0 ? '' : 'see the table above')
}

/** The journeys in a real browser. @param {string[]} more @returns {Promise<Tally>} */
export async function journeys(more) {
  const repeat = withSeed('npm', 'run', 'e2e', '--', ...more)
  const browsers = await findBrowsers()
  if (!browsers) {
    const reason =
      'No Chromium could be found or fetched; install one, or set CHROMIUM to its path.'
    return { passed: 0, failures: [{ name: 'no journey', reason, repeat }] }
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
    return { code, read: (results) => tallyJourneys(results, repeat), repeat }
  })
}

/**
 * Runs something that writes a JSON report and counts by it. What ends badly without a failure in the
 * report, or well without a report, has failed.
 * @param {(report: string) => Promise<{ code: number, read: (report: any) => Tally, repeat: string }>} work
 * @returns {Promise<Tally>}
 */
async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'club-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code, read, repeat } = await work(file)
    const hasTold = existsSync(file)
    const tally = hasTold
      ? read(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failures: [] }
    if ((code === 0 && hasTold) || tally.failures.length > 0) return tally
    const reason = `it ended with ${code} and named no failure; see its output above`
    return { ...tally, failures: [{ name: 'outside of any test', reason, repeat }] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
