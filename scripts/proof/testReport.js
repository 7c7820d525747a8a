// How vitest tells the runner what became of the tests: its own JSON leaves out what fails outside
// of any test, such as a file that cannot be loaded, a set-up, or a promise nobody waited for.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from '../places.js'

/** @import { SerializedError, TestCase, TestModule } from 'vitest/node' */
/** What failed: a test, by its full name, or something outside of any test.
 * @typedef {{ file?: string, test?: string, where?: string, reason: string }} Failed */
/** `seconds` is how long each file took. @typedef {{ passed: number, failed: Failed[], seconds: Record<string, number> }} Report */

export default class TestReport {
  /** Prints a failure at once and not when its file has ended. @param {TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    const [line = ''] = tell(errors).split('\n')
    process.stdout.write(`✗ ${findFile(test.module)} › ${test.fullName}: ${line}\n`)
  }

  /** @param {ReadonlyArray<TestModule>} modules @param {ReadonlyArray<SerializedError>} unhandled @param {string} ending */
  onTestRunEnd(modules, unhandled, ending) {
    /** @type {Report} */
    const report = { passed: 0, failed: [], seconds: {} }
    for (const module of modules) readModule(module, report)
    for (const error of unhandled) report.failed.push(readUnhandled(error))
    if (ending === 'interrupted' && report.failed.length === 0)
      report.failed.push({ reason: 'it was interrupted' })
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(report))
  }
}

/** @param {TestModule} module @param {Report} report */
function readModule(module, report) {
  const file = findFile(module)
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  report.seconds[file] = Math.round((collectDuration + setupDuration + duration) / 100) / 10
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'passed') report.passed += 1
    if (state === 'failed') report.failed.push({ file, test: test.fullName, reason: tell(errors) })
    if (state === 'pending')
      report.failed.push({ file, test: test.fullName, reason: 'it did not come to an end' })
  }
  for (const suite of module.children.allSuites())
    if (suite.errors().length > 0)
      report.failed.push({ file, where: `around ${suite.fullName}`, reason: tell(suite.errors()) })
  const reasons = module.errors()
  if (reasons.length > 0)
    report.failed.push({ file, where: 'outside of its tests', reason: tell(reasons) })
  else if (['queued', 'pending'].includes(module.state()))
    report.failed.push({ file, reason: 'it did not come to an end' })
}

/** @param {TestModule} module */
const findFile = ({ moduleId }) => relative(ROOT, moduleId).replaceAll('\\', '/')

/** @param {SerializedError} error @returns {Failed} */
function readUnhandled(error) {
  const path = error.VITEST_TEST_PATH
  const place = typeof path === 'string' ? { file: relative(ROOT, path) } : {}
  return { ...place, where: 'outside of any test', reason: tell([error]) }
}

/** @param {readonly Partial<SerializedError>[] | undefined} errors */
function tell(errors = []) {
  return errors
    .map(({ message = '', stack = '', diff = '' }) => {
      const places = stack.slice(stack.indexOf('\n    at ')).split('\n')
      const place = places.find((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
      return [message, place, diff].filter(Boolean).join('\n')
    })
    .join('\n')
}
