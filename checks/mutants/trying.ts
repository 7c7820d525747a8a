// Tries the mutants of one file after the other on tests that are kept ready.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type {} from 'vitest/config'
import { BaseSequencer, createVitest, type Vitest } from 'vitest/node'
import {
  clearResults,
  reachKnown,
  readResults,
  writePlan,
  type MutantLine,
  type Plan,
} from './plan.ts'
import { findMark, type PlantedFile } from './planted.ts'
import type { Mutant } from './planting.ts'
import type { Tried } from './report.ts'
import { findGuards } from './watched.ts'

/** So many of a file's tests that come past a mutant are tried on it, the nearest file first. */
const TESTS_EACH = 20
/** Of those that need no club as good as all: each is done at once. */
const LIGHT_TESTS_EACH = 1000
/** Test files of which it is known what every test comes past. */
const learnt = new Set<string>()

/** Milliseconds a test may take beyond ten times its own before it hangs. */
const PATIENCE = 20_000
/** Milliseconds until something is heard of a process in which a mutant is from the start. */
const LOADED_PATIENCE = 300_000

type Planted = ReadonlyMap<string, PlantedFile>
/** What runs tests: with a database, or at once where they need none. */
type Runners = { light: () => Promise<Vitest>; whole: () => Promise<Vitest> }

export function openTrying(folder: string, planted: Planted) {
  process.env['MUTANTS_FOLDER'] = folder
  // the global set-up reads our files, too, and nothing is tried there
  globalThis.plantedFault = () => false
  const opened = new Map<string, Promise<Vitest>>()
  const once = (name: string, globalSetup: string[]) => () => {
    const runner = opened.get(name) ?? openRunner(planted, globalSetup)
    opened.set(name, runner)
    return runner
  }
  const runners: Runners = {
    light: once('light', []),
    whole: once('whole', ['testing/club/globalSetup.ts']),
  }
  const found: Found = { hung: new Map(), lines: [] }
  return {
    /** Tries all of these files on the tests that need no club, which takes one start for all. */
    tryLight: (files: string[]) =>
      tryReached(runners, folder, found, {
        mutants: files.flatMap((file) => toTry(planted, file)),
        tests: [...new Set(files.flatMap(findGuards))].filter(isLight),
      }),
    tryFile: (file: string) => tryFile(runners, folder, found, { planted, file }),
    async close() {
      for (const runner of opened.values()) await (await runner).close()
    },
  }
}

/** What is known so far, of all files. */
type Found = { hung: Map<number, string>; lines: MutantLine[] }

const toTry = (planted: Planted, file: string): Mutant[] =>
  planted.get(file)!.mutants.filter((mutant) => !findMark(mutant))

function openRunner(planted: Planted, globalSetup: string[]): Promise<Vitest> {
  const plantedAt = (id: string) => planted.get(relative(process.cwd(), id).replaceAll('\\', '/'))
  return createVitest(
    'test',
    {
      config: false,
      watch: false,
      reporters: [{}],
      include: ['{contract,server,checks,scripts}/**/*.test.ts'],
      globalSetup,
      runner: 'checks/mutants/runner.ts',
      sequence: { sequencer: AsGiven },
      isolate: false,
      maxWorkers: 1,
      restoreMocks: true,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
    {
      plugins: [
        {
          name: 'plant',
          enforce: 'pre',
          load: (id) => plantedAt(id)?.code ?? null,
          // what is kept on the disk would bring back a file as it was planted before
          configureVitest: ({ defineCacheKeyGenerator }) =>
            defineCacheKeyGenerator(({ id }) => (plantedAt(id) ? false : null)),
        },
      ],
    },
  )
}

/** What guards a file most closely is run first. */
class AsGiven extends BaseSequencer {
  override sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return Promise.resolve(files)
  }
}

async function tryFile(
  runners: Runners,
  folder: string,
  found: Found,
  { planted, file }: { planted: Planted; file: string },
): Promise<{ tried: Tried[]; unsound: string[] }> {
  const mutants = toTry(planted, file)
  const isMine = new Set(mutants.map(({ id }) => id))
  const reaching = new Set(
    reachKnown(folder)
      .filter((reach) => reach.mutants.some((id) => isMine.has(id)))
      .map((reach) => reach.file),
  )
  const guards = findGuards(file)
  const tests = guards.filter((test) => !isLight(test) && (!learnt.has(test) || reaching.has(test)))
  await tryReached(runners, folder, found, { mutants, tests })
  const { lines, hung } = found
  const killed = new Map(of(lines, 'killed').map(({ mutant, test }) => [mutant, test]))
  const reached = new Set(of(lines, 'trying').map(({ mutant }) => mutant))
  const loaded = new Set(of(lines, 'loaded').flatMap((line) => line.mutants))
  const tried: Tried[] = []
  for (const mutant of planted.get(file)!.mutants) {
    const { id } = mutant
    const by = killed.get(id) ?? hung.get(id) ?? null
    if (!isMine.has(id)) tried.push({ mutant, outcome: 'equal', by })
    else if (killed.has(id)) tried.push({ mutant, outcome: 'killed', by })
    else if (hung.has(id)) tried.push({ mutant, outcome: 'timeout', by })
    else if (loaded.has(id))
      tried.push({ mutant, ...(await tryLoaded(runners, folder, guards, id)) })
    else tried.push({ mutant, outcome: reached.has(id) ? 'survived' : 'unreached', by })
  }
  const unsound = [...of(lines, 'failing'), ...of(lines, 'unrepeatable')].filter(({ test }) =>
    guards.some((guard) => test.startsWith(`${guard} > `)),
  )
  return { tried, unsound: unsound.map(({ test, why }) => `${test}: ${why.slice(0, 200)}`) }
}

/** Runs tests for mutants of which nothing is known yet, until something is or the tests are over. */
async function tryReached(
  runners: Runners,
  folder: string,
  { hung, lines }: Found,
  { mutants, tests }: { mutants: Mutant[]; tests: string[] },
): Promise<void> {
  const suspected = new Set<number>()
  for (;;) {
    const left = openOf(mutants, hung, lines)
    if (left.length === 0 || tests.length === 0) return
    clearResults(folder)
    const testsEach = tests.every(isLight) ? LIGHT_TESTS_EACH : TESTS_EACH
    const plan = { kind: 'reached', mutants: left, testsEach } as const
    const { stopped } = await runTests(runners, folder, tests, plan)
    const results = readResults(folder)
    lines.push(...results)
    for (const { file } of of(results, 'learnt')) learnt.add(file)
    for (const { mutant, test } of of(results, 'waited')) hung.set(mutant, test)
    if (!stopped) return
    // once may be a machine that stood still
    if (suspected.has(stopped.mutant)) hung.set(stopped.mutant, stopped.test)
    suspected.add(stopped.mutant)
  }
}

/** Those nothing is known of yet. */
function openOf(mutants: Mutant[], hung: Found['hung'], lines: MutantLine[]): number[] {
  const known = new Set(of(lines, 'killed').map(({ mutant }) => mutant))
  for (const { mutants: loaded } of of(lines, 'loaded')) for (const id of loaded) known.add(id)
  return mutants.map(({ id }) => id).filter((id) => !known.has(id) && !hung.has(id))
}

/** Whether a test is of rules alone, needs no club, and is done at once. */
const isLight = (test: string): boolean => !test.includes('.property.') && !opensClub(test)

/** Whether a club is opened in a file, or in what it takes from the test tools. */
function opensClub(file: string): boolean {
  const known = opening.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  opening.set(file, text.includes('#testing/club/'))
  const tools = [...text.matchAll(/from '#testing\/([^']+)'/g)].map(([, path]) => `testing/${path}`)
  const opens = opening.get(file)! || tools.some(opensClub)
  opening.set(file, opens)
  return opens
}
const opening = new Map<string, boolean>()

const of = <W extends MutantLine['what']>(
  lines: MutantLine[],
  what: W,
): Extract<MutantLine, { what: W }>[] =>
  lines.filter((line): line is Extract<MutantLine, { what: W }> => line.what === what)

/** One whose line runs when its module is loaded: everything is loaded anew with it. */
async function tryLoaded(
  runners: Runners,
  folder: string,
  tests: string[],
  mutant: number,
): Promise<Omit<Tried, 'mutant'>> {
  const groups = [tests.filter(isLight), tests.filter((test) => !isLight(test))]
  for (const those of groups.filter(({ length }) => length > 0)) {
    clearResults(folder)
    const most = those.every(isLight) ? LIGHT_TESTS_EACH : TESTS_EACH
    const plan: Plan = { kind: 'loaded', mutant, tests: most }
    const { stopped, hasFailed } = await runTests(runners, folder, those, plan)
    const killed = of(readResults(folder), 'killed')[0]
    if (killed) return { outcome: 'killed', by: killed.test }
    if (stopped) return { outcome: 'timeout', by: null }
    if (hasFailed) return { outcome: 'killed', by: 'it does not load' }
  }
  return { outcome: 'survived', by: null }
}

type Stopped = { mutant: number; test: string }

/** Runs tests to their end; a process that hangs is ended, and what it was trying is answered. */
async function runTests(
  runners: Runners,
  folder: string,
  tests: string[],
  plan: Plan,
): Promise<{ stopped: Stopped | null; hasFailed: boolean }> {
  writePlan(folder, plan)
  const vitest = await (tests.every(isLight) ? runners.light() : runners.whole())
  const project = vitest.projects[0]!
  const hanging: Stopped[] = []
  let lastResult = { lines: 0, at: Date.now() }
  const watch = setInterval(() => {
    const lines = readResults(folder)
    if (lines.length !== lastResult.lines) lastResult = { lines: lines.length, at: Date.now() }
    const last = lines.at(-1)
    const silent = Date.now() - lastResult.at
    if (last?.what === 'trying' && silent > last.usual * 10 + PATIENCE) hanging.push(last)
    else if (plan.kind === 'loaded' && silent > LOADED_PATIENCE)
      hanging.push({ mutant: plan.mutant, test: '' })
    else return
    clearInterval(watch)
    const started = of(lines, 'process').at(-1)
    if (started) process.kill(started.pid, 'SIGKILL')
  }, 1000)
  try {
    const { testModules } = await vitest.runTestSpecifications(
      tests.map((file) => project.createSpecification(resolve(file))),
    )
    const hasFailed = testModules.some((file) => file.state() === 'failed')
    return { stopped: hanging[0] ?? null, hasFailed }
  } catch (error) {
    if (hanging[0]) return { stopped: hanging[0], hasFailed: true }
    throw error
  } finally {
    clearInterval(watch)
  }
}
