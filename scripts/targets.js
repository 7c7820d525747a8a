import { readdirSync } from 'node:fs'
import { giveUp, at } from './places.js'
import { literally } from './quoting.js'
import { journeys, runTests } from './stages.js'

/** @import { Stage } from './proof/proof.js' */
/** @import { Kind } from './stages.js' */
/** A test file, and for a journey perhaps a line in it. @typedef {{ file: string, line: string }} Target */

const PLACES = ['contract', 'server', 'web', 'checks', 'scripts', 'testing', 'bench', 'e2e']
const NAMED = /^(.+?)(:\d+)?$/

/** Every test file of this repository, of whatever kind. */
export const testFiles = () =>
  PLACES.flatMap((place) =>
    readdirSync(at(place), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${place}/${path.replaceAll('\\', '/')}`,
    ),
  ).filter((path) => testKind(path) !== null)

/** What runs a file, by its name; null when it holds no tests. @param {string} path @returns {Kind | 'browser' | null} */
export function testKind(path) {
  if (/^e2e\/.*\.spec\.ts$/.test(path)) return 'browser'
  const found = /\.(?:(long)\.)?test\.tsx?$/.exec(path)
  if (!found || path.startsWith('e2e/')) return null
  return /** @type {Kind | undefined} */ (found[1]) ?? 'test'
}

/**
 * The files that are meant: the one of exactly that path, or the everyday ones with that in their path.
 * @param {string} word
 * @param {string[]} files
 * @returns {Target[]}
 */
export function findTargets(word, files) {
  const [, path = '', line = ''] = NAMED.exec(word.replace(/^\.\//, '')) ?? []
  if (files.includes(path)) return [{ file: path, line }]
  const near = files.filter((file) => file.includes(path))
  const everyday = near.filter((file) => !file.includes('.long.'))
  return (everyday.length > 0 ? everyday : near).map((file) => ({ file, line }))
}

/**
 * `npm test -- FILE… [-t NAME]`: those files alone, each in the way its kind is run.
 * @param {string[]} args
 * @returns {Stage[][]}
 */
export function chooseTargetStages(args) {
  const { words, test } = readArguments(args)
  const files = testFiles()
  const targets = words.flatMap((word) => {
    const found = findTargets(word, files)
    return found.length > 0 ? found : giveUp(`There is no test file called "${word}".`)
  })
  /** @param {Kind | 'browser'} kind */
  const ofKind = (kind) => targets.filter(({ file }) => testKind(file) === kind)
  /** @param {string} name @param {Kind} kind @returns {Stage[]} */
  const tests = (name, kind) => {
    const chosen = ofKind(kind).map(({ file }) => file)
    return chosen.length > 0 ? [{ name, run: () => runTests(kind, { files: chosen, test }) }] : []
  }
  const walked = ofKind('browser').map(({ file, line }) => file + line)
  if (walked.length > 0 && test !== undefined) walked.push('-g', literally(test))
  return [
    tests('tests', 'test'),
    tests('long tests', 'long'),
    walked.length > 0 ? [{ name: 'browser', run: () => journeys(walked) }] : [],
  ]
}

/** @param {string[]} args */
function readArguments(args) {
  const words = []
  let test
  for (let place = 0; place < args.length; place += 1) {
    const word = args[place] ?? ''
    if (word === '-t') test = args[(place += 1)] ?? giveUp('-t needs the name of a test.')
    else if (word.startsWith('-')) giveUp(`There is no option ${word}; see README.md.`)
    else words.push(word)
  }
  if (words.length === 0) giveUp('-t needs the file the test is in, too.')
  return { words, test }
}
