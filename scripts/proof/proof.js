import { tellFailure } from './failures.js'
import { SIGNALS } from '../run-child.js'

/** @import { Tally } from './failures.js' */
/** What is run, by the name the summary uses; `output` is what it wrote, where it was not shown at once.
 * @typedef {{ name: string, run: () => Promise<Tally & { output?: string }> }} Stage */

/**
 * Runs groups of stages one after the other, whatever became of those before, and sums up. Those of a
 * group run at the same time, and what each of them wrote is shown in one piece.
 * @param {Stage[][]} groups
 * @returns {Promise<number>} the exit code
 */
export async function prove(groups) {
  const failureTexts = []
  const summary = []
  const total = { passed: 0, failed: 0 }
  let isStopped = false
  for (const signal of SIGNALS) process.once(signal, () => (isStopped = true))
  for (const group of groups) {
    if (isStopped) break
    const running = group.map(({ name, run }, place) => {
      if (place === 0) announce(name)
      return { name, place, ended: time(run) }
    })
    for (const { name, place, ended } of running) {
      const { passed, failures, output = '', seconds } = await ended
      if (place > 0) announce(name)
      process.stdout.write(output)
      const failed = failures.length
      total.passed += passed
      total.failed += failed
      failureTexts.push(...failures.map((failure) => tellFailure(name, failure)))
      summary.push(
        `${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
      )
    }
  }
  if (isStopped && total.failed === 0) {
    total.failed += 1
    failureTexts.push('✗ stopped before its end\n')
  }
  if (failureTexts.length > 0) process.stdout.write(`\n── what failed\n${failureTexts.join('')}`)
  process.stdout.write(`\nSeed: ${process.env.SEED}\n${summary.join('\n')}\n\n`)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0 ? 0 : 1
}

/** @param {string} name */
const announce = (name) => process.stdout.write(`\n── ${name}\n`)

/** @param {Stage['run']} run */
async function time(run) {
  const since = Date.now()
  const tally = await run().catch(reportCrash)
  return { ...tally, seconds: ((Date.now() - since) / 1000).toFixed(1) }
}

/** @param {unknown} error @returns {Awaited<ReturnType<Stage['run']>>} */
function reportCrash(error) {
  const reason = String(error instanceof Error ? error.stack : error)
  return { passed: 0, failures: [{ name: 'the runner', reason, repeat: 'npm test' }] }
}
