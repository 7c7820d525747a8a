// Which tests a change can reach, by imports. The server is put together in a few files that import
// all of it, and so is the app of the browser: a way that leads through one of these would lead to
// every test. What is reached through them only is found by what they put together: a call by the
// names of its handlers in server/routes.ts and server/routes/, a page by web/routes.tsx.
import { listImports } from './imports.js'

/** The text of each file by its path. @typedef {Map<string, string>} Sources */
/** What leads to a change, by how many imports. @typedef {Map<string, number>} Distances */

const ROUTES = /^server\/routes(\/routes\.\w+)?\.ts$/
const PUT_TOGETHER =
  /^server\/(app|jobs|main|routes(\/routes\.\w+)?|serve|start)\.ts$|^testing\/club\/club\.ts$|^web\/(main|Root|routes)\.tsx$/
const TEST = /^(?!checks\/)(?!.*\.long\.).*\.test\.tsx?$/
const FEATURE = /^(server|web)\/(features|cli)\/([^/]+\/)+/

/**
 * The everyday tests a change can reach, the nearest first: those of the changed feature itself, then
 * by the number of imports between, a call or a page counting as one. Left out are those of other
 * features there is no time for, and those that reach it through the whole club and nothing nearer.
 * @param {string[]} changed
 * @param {Sources} sources
 * @param {{ secondsFor: (test: string) => number, limit: number }} time
 * @returns {{ own: string[], further: string[], leftOut: number, beyond: string[] }} `beyond` is what
 *   nothing imports and no test stands beside
 */
export function chooseTests(changed, sources, { secondsFor, limit }) {
  const importers = findImporters(sources)
  const near = measureDistances(changed, importers, PUT_TOGETHER)
  const everywhere = measureDistances(changed, importers, /^$/)
  const tests = [...sources.keys()].filter((path) => TEST.test(path))
  measureNamed(near, tests, sources)

  const stems = changed.map(cutExtension)
  const ranked = tests
    .map((path) => {
      const isOwn = changed.some((file) => belongTogether(file, path))
      const steps = near.get(path) ?? Infinity
      return { path, isOwn, steps: isOwn ? (stems.includes(cutExtension(path)) ? -2 : -1) : steps }
    })
    .filter(({ steps }) => steps < Infinity)
    .sort((a, b) => a.steps - b.steps || (a.path < b.path ? -1 : 1))
  let spent = 0
  const chosen = ranked.filter(({ path, isOwn }) => {
    const seconds = secondsFor(path)
    const isRun = isOwn || spent + seconds <= limit
    if (isRun) spent += seconds
    return isRun
  })
  const isChosen = new Set(chosen.map(({ path }) => path))
  const isReached = (/** @type {string} */ path) => near.has(path) || everywhere.has(path)
  return {
    own: chosen.filter(({ isOwn }) => isOwn).map(({ path }) => path),
    further: chosen.filter(({ isOwn }) => !isOwn).map(({ path }) => path),
    leftOut: tests.filter((path) => isReached(path) && !isChosen.has(path)).length,
    beyond: changed.filter(
      (file) => !importers.has(file) && !tests.some((path) => belongTogether(file, path)),
    ),
  }
}

/** What a test opens that asks a database. */
const WITH_DATABASE = ['club', 'database/cluster', 'process/serverProcess', 'process/starting'].map(
  (name) => `testing/club/${name}.ts`,
)
/** Of what holds for every call; a start, kills, and what the decoder makes of real files, say nothing of a call. */
const OF_THE_WHOLE =
  /^(server\/tests|checks|testing\/(authorisation|fuzz|hostile))\/(?!start\.|survival\.|realFiles\.)[^/]+$/

/**
 * The everyday tests that are over soon: those that ask no database, and those of what holds for every
 * call, which stand in `server/tests/`, `checks/` and three folders of `testing/` themselves.
 * @param {Sources} sources
 */
export function chooseQuickTests(sources) {
  const withDatabase = measureDistances(WITH_DATABASE, findImporters(sources), /^$/)
  return [...sources.keys()].filter(
    (path) =>
      /(?<!\.long)\.test\.tsx?$/.test(path) && (OF_THE_WHOLE.test(path) || !withDatabase.has(path)),
  )
}

/** A test that was changed itself, of the same feature, or of the same name beside it. @param {string} file @param {string} test */
function belongTogether(file, test) {
  const [feature] = FEATURE.exec(file) ?? []
  return (
    file === test ||
    (feature ? test.startsWith(feature) : cutExtension(test) === cutExtension(file))
  )
}

/** `posts` of `posts.service.ts` and of `posts.once.test.ts`, with the folder. @param {string} path */
const cutExtension = (path) => /^.*?(?=\.[^/]*$)/.exec(path)?.[0] ?? path

/** Who imports each file. @param {Sources} sources @returns {Map<string, string[]>} */
function findImporters(sources) {
  const importers = new Map()
  for (const [path, text] of sources)
    for (const target of listImports(path, text))
      importers.set(target, [...(importers.get(target) ?? []), path])
  return importers
}

/**
 * How many imports each file is away from the nearest of some, on no way through what is closed.
 * @param {string[]} starts
 * @param {Map<string, string[]>} importers
 * @param {RegExp} closed
 * @returns {Distances}
 */
function measureDistances(starts, importers, closed) {
  const distances = new Map(starts.map((path) => [path, 0]))
  // grows while it is walked
  for (const [path, steps] of distances)
    if (!closed.test(path) || steps === 0)
      for (const importer of importers.get(path) ?? [])
        if (!distances.has(importer)) distances.set(importer, steps + 1)
  return distances
}

/**
 * Adds the tests that speak of a call, or open a page, which leads to the change.
 * @param {Distances} near
 * @param {string[]} tests
 * @param {Sources} sources
 */
function measureNamed(near, tests, sources) {
  const calls = new Map(findCalls(sources).map(({ name, file }) => [name, near.get(file)]))
  const pages = findPages(sources).map(({ address, file }) => ({ address, steps: near.get(file) }))
  for (const path of tests) {
    const text = sources.get(path) ?? ''
    const spoken = listSpokenNames(text).map((name) => calls.get(name))
    const opened = listOpenedPaths(text).flatMap((place) =>
      pages.filter(({ address }) => address.test(place)).map(({ steps }) => steps),
    )
    const steps = [...spoken, ...opened].map((steps) => (steps ?? Infinity) + 1)
    const least = Math.min(near.get(path) ?? Infinity, ...steps)
    if (least < Infinity) near.set(path, least)
  }
}

/** What a file uses of the contract. @param {string} text */
function listSpokenNames(text) {
  const named = text.matchAll(/import \{([^}]+)\} from '#contract\//g)
  const whole = text.matchAll(/import \* as (\w+) from '#contract\//g)
  return [
    ...[...named].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
    ...[...whole].flatMap(([, space]) =>
      [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    ),
  ]
}

/** The addresses a file opens tabs at. @param {string} text */
const listOpenedPaths = (text) =>
  text.includes('openTab(')
    ? [...text.matchAll(/['"`](\/[^'"`?#\s]*)/g)].map(([, address = '']) => address)
    : []

/** Every call, by the name its handler and its contract share. @param {Sources} sources */
const findCalls = (sources) =>
  [...sources]
    .filter(([path]) => ROUTES.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/import \{([^}]+)\} (from '[^']+')/g)].flatMap(
        ([, names = '', from = '']) => {
          const [file = ''] = listImports(path, from)
          return (names.match(/\w+/g) ?? []).map((name) => ({ name, file }))
        },
      ),
    )

/** Every page, by its address. @param {Sources} sources */
function findPages(sources) {
  const addresses = sources.get('contract/pages.ts') ?? ''
  const routes = sources.get('web/routes.tsx') ?? ''
  const shown = routes.matchAll(/page\(\s*'(\w+)',\s*\(\) =>\s*(import\('[^']+'\))/g)
  return [...shown].flatMap(([, name, from = '']) => {
    const [file = ''] = listImports('web/routes.tsx', from)
    const path = new RegExp(`\\b${name}: \\{ path: '([^']+)'`).exec(addresses)?.[1]
    return path ? [{ file, address: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }] : []
  })
}
