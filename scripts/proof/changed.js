import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readDurations } from './durations.js'
import { listImports, readSources } from './imports.js'
import { at, giveUp, ROOT } from '../places.js'
import { prove } from './proof.js'
import { chooseTests } from './reach.js'
import { format, journeys, runTests, stages } from '../stages.js'

/** @import { Stage } from './proof.js' */

/** What the chosen tests and checks take together when they run alone; two run at once, so it is half by the clock. */
const LIMIT_S = 280
/** For a test file that was never run here. */
const GUESS_S = 5

const CODE = /\.(tsx?|js)$/
/** What oxfmt knows. */
const TEXT = /\.(tsx?|js|json|md|css|html|ya?ml)$/
/** What is run itself, or proves nothing. */
const APART = /\.(test|spec)\.tsx?$|^docs\/|^[^/]+\.md$/

/**
 * `npm test -- --changed[=BASE]`: proves what the difference to the last commit, or to where another
 * branch was left, can reach; the likely red first.
 * @param {string} [base]
 * @returns {Promise<number>} the exit code
 */
export async function proveChanges(base) {
  const changed = findChanged(base)
  if (changed.length > 0) return prove(chooseStages(changed))
  say(`Nothing differs from ${base ?? 'the last commit'}.`)
  return 0
}

/** @param {string[]} changed @returns {Stage[][]} */
function chooseStages(changed) {
  const sources = readSources()
  const known = readDurations()
  const secondsFor = (/** @type {string} */ test) => known[test] ?? GUESS_S
  const checks = chooseChecks(changed, sources)
  const spent = checks.reduce((sum, check) => sum + secondsFor(check), 0)
  const time = { secondsFor, limit: LIMIT_S - spent }
  const { own, further, leftOut, beyond } = chooseTests(changed, sources, time)
  const there = changed.filter((path) => existsSync(at(path)))
  const written = there.filter((path) => TEXT.test(path))
  const linted = there.filter((path) => CODE.test(path))
  const specs = there.filter((path) => /^e2e\/.*\.spec\.ts$/.test(path))
  say(
    `${count(changed.length, 'changed file')}; near are ${count([...own, ...further, ...specs].length, 'test file')}.`,
  )
  say(
    `Left to \`npm test\`: ${count(leftOut, 'test file')} that are far from them, and the other journeys.`,
  )
  const unproved = beyond.filter((path) => !APART.test(path))
  if (unproved.length > 0)
    say(`Nothing imports these, so only \`npm test\` proves them: ${unproved.join(', ')}`)

  /** @param {string} name @param {string[]} files @param {Stage['run']} run @returns {Stage[]} */
  const withFiles = (name, files, run) => (files.length > 0 ? [{ name, run }] : [])
  const rest = [...checks, ...further]
  return [
    withFiles('nearest tests', own, () => runTests('test', { files: own })),
    withFiles('further tests', rest, () => runTests('test', { files: rest })),
    [
      ...withFiles('format', written, () => format(written)),
      ...withFiles('lint', linted, stages.lint),
    ],
    withFiles('browser', specs, () => journeys(specs)),
  ]
}

/** Also what git does not know yet. @param {string | undefined} base @returns {string[]} */
function findChanged(base) {
  const since = base ? git('merge-base', 'HEAD', base).trim() : 'HEAD'
  const known = git('diff', '--name-only', '--no-renames', '-z', since)
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set((known + fresh).split('\0').filter(Boolean))].sort()
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) giveUp(`What has changed is asked of git, which says: ${stderr?.trim()}`)
  return stdout
}

/** The checks; those that open a whole club only when what they ask of it may have changed. @param {string[]} changed @param {ReturnType<typeof readSources>} sources */
function chooseChecks(changed, sources) {
  const touchesCalls = changed.some((path) => /^(contract\/|server\/routes)/.test(path))
  return [...sources]
    .filter(([path]) => /^checks\/.*\.test\.ts$/.test(path))
    .filter(
      ([path, text]) =>
        touchesCalls ||
        changed.includes(path) ||
        !listImports(path, text).includes('testing/club/club.ts'),
    )
    .map(([path]) => path)
}

/** @param {number} number @param {string} what */
const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`

/** @param {string} sentence */
const say = (sentence) => process.stdout.write(`${sentence}\n`)
