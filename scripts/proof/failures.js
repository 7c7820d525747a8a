import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { at, ROOT } from '../places.js'
import { commandLine, literally } from '../quoting.js'

/** @import { Report } from './testReport.js' */
/** One failure: what it is called, why, and the command that repeats it alone.
 * @typedef {{ name: string, reason: string, seen?: string, repeat: string }} Failure */
/** How a stage ended. @typedef {{ passed: number, failures: Failure[] }} Tally */

/** What ends with an exit code and counts as one. @param {string} name @param {number} code @param {string} output @returns {Tally} */
export function tallyOne(name, code, output) {
  if (code === 0) return { passed: 1, failures: [] }
  const repeat = commandLine('npm', 'run', 'check', '--', name)
  return { passed: 0, failures: [{ name, reason: output.trim() || `exit code ${code}`, repeat }] }
}

/** @param {Pick<Report, 'passed' | 'failed'>} report @param {string} command that runs all of it @returns {Tally} */
export function tallyTests({ passed, failed }, command) {
  const failures = failed.map(({ file, test, where, reason }) => ({
    name: [file, test ?? where].filter(Boolean).join(' › '),
    reason,
    repeat: file ? repeatTest(file, test) : command,
  }))
  return { passed, failures }
}

/** @param {string} file @param {string | undefined} test */
function repeatTest(file, test) {
  // a name with something in it that nobody can type is found by what stands before
  const name = test?.split(/\p{Cc}/u)[0]
  return withSeed('npm', 'test', '--', file, ...(name ? ['-t', name] : []))
}

/** @param {any} report as Playwright's JSON reporter writes it @param {string} command that runs all of it @returns {Tally} */
export function tallyJourneys({ stats, suites, errors = [] }, command) {
  const specs = suites.flatMap(listSpecs)
  const failures = specs.flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => ['unexpected', 'flaky'].includes(test.status))
      .map((/** @type {any} */ test) => ({
        name: `${findFile(spec)} › ${spec.title}`,
        reason: test.results
          .flatMap((/** @type {any} */ result) => result.errors)
          .map(readMessage)
          .join('\n'),
        seen: test.results.flatMap(listAttachments).join('\n'),
        repeat: repeatJourney(spec, specs),
      })),
  )
  for (const error of errors)
    failures.push({ name: 'outside of any journey', reason: readMessage(error), repeat: command })
  return { passed: stats.expected, failures }
}

/** @param {any} suite @returns {any[]} */
const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)]
/** @param {any} spec */
const findFile = (spec) => relative(ROOT, resolve(at('e2e'), spec.file)).replaceAll('\\', '/')
/** @param {any} error */
const readMessage = ({ message = 'no reason given' }) => message

/** What the pages showed and were refused (`e2e/club/witness.ts`). @param {any} result @returns {string[]} */
const listAttachments = ({ attachments = [] }) =>
  attachments
    .filter((/** @type {any} */ { name }) => name === 'seen')
    .map((/** @type {any} */ { body }) => Buffer.from(body, 'base64').toString())

/** By its line, and by its name too where a loop makes several there. @param {any} spec @param {any[]} specs */
function repeatJourney(spec, specs) {
  const { line, title } = spec
  const there = specs.filter((other) => other.file === spec.file && other.line === line)
  const more = there.length > 1 ? ['-g', `${literally(title)}$`] : []
  return withSeed('npm', 'run', 'e2e', '--', `${findFile(spec)}:${line}`, ...more)
}

/** @param {string[]} words */
export const withSeed = (...words) => `SEED=${process.env.SEED ?? ''} ${commandLine(...words)}`

/** @param {string} stage @param {Failure} failure */
export function tellFailure(stage, { name, reason, seen, repeat }) {
  const reasonText = [reason || 'no reason given', seen].filter(Boolean).map(shorten).join('\n    ')
  return `✗ ${stage}: ${name}\n    ${reasonText}\n    repeat: ${repeat}\n`
}

/** @param {string | undefined} text */
const shorten = (text = '') =>
  stripVTControlCharacters(text).trimEnd().split('\n').slice(0, 14).join('\n    ').slice(0, 1200)
