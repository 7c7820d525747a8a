// Tries the mutants of one file after the other on tests that are kept ready.
import { relative, resolve } from 'node:path'
import { BaseSequencer, createVitest, type Vitest } from 'vitest/node'
import { forgetTold, reachKnown, toldIn, writePlan, type Line, type Plan } from './plan.ts'
import { markOf, type PlantedFile } from './planted.ts'
import type { Mutant } from './planting.ts'
import type { Tried } from './report.ts'

/** So many of the tests that come past a mutant are tried on it, nearest first. */
const TESTS_EACH = 20
/** Test files of which it is known what every test comes past. */
const learnt = new Set<string>()

/** Milliseconds a test may take beyond ten times its own before it hangs. */
const PATIENCE = 20_000
const LOADED_PATIENCE = 120_000

export async function openTrying(folder: string, planted: ReadonlyMap<string, PlantedFile>) {
  process.env['MUTANTS_FOLDER'] = folder
  // the global set-up reads our files, too, and nothing is tried there
  globalThis.plantedFault = () => false
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      reporters: [{}],
      include: ['{contract,server,checks,scripts}/**/*.test.ts'],
      globalSetup: ['server/testing/globalSetup.ts'],
      runner: 'checks/mutants/runner.ts',
      sequence: { sequencer: AsGiven },
      isolate: false,
      maxWorkers: 1,
      restoreMocks: true,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
    {
      plugins: [
        {
          name: 'plant',
          enforce: 'pre',
          load: (id) =>
            planted.get(relative(process.cwd(), id).replaceAll('\\', '/'))?.code ?? null,
        },
      ],
    },
  )
  return {
    tryFile: (file: string, tests: string[]) =>
      tryMutants(vitest, folder, planted.get(file)!.mutants, tests),
    close: () => vitest.close(),
  }
}

/** What guards a file most closely is run first. */
class AsGiven extends BaseSequencer {
  override sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return Promise.resolve(files)
  }
}

async function tryMutants(
  vitest: Vitest,
  folder: string,
  all: Mutant[],
  guards: string[],
): Promise<{ tried: Tried[]; unsound: string[] }> {
  const mutants = all.filter((mutant) => !markOf(mutant))
  const isMine = new Set(mutants.map(({ id }) => id))
  const reaching = new Set(
    reachKnown(folder)
      .filter((reach) => reach.mutants.some((id) => isMine.has(id)))
      .map(({ file }) => file),
  )
  const tests = guards.filter((file) => !learnt.has(file) || reaching.has(file))
  forgetTold(folder)
  const hung = new Map<number, string>()
  for (;;) {
    const left = mutants.map(({ id }) => id).filter((id) => !hung.has(id))
    const plan = { kind: 'reached', mutants: left, testsEach: TESTS_EACH } as const
    const stopped = await runTests(vitest, folder, tests, plan)
    if (!stopped) break
    hung.set(stopped.mutant, stopped.test)
  }
  const lines = toldIn(folder)
  for (const line of lines) if (line.what === 'learnt') learnt.add(line.file)
  const killed = new Map(of(lines, 'killed').map(({ mutant, test }) => [mutant, test]))
  const reached = new Set(of(lines, 'trying').map(({ mutant }) => mutant))
  const loaded = new Set(of(lines, 'loaded').flatMap((line) => line.mutants))
  const tried: Tried[] = []
  for (const mutant of all) {
    const { id } = mutant
    const by = killed.get(id) ?? hung.get(id) ?? null
    if (!isMine.has(id)) tried.push({ mutant, outcome: 'equal', by })
    else if (killed.has(id)) tried.push({ mutant, outcome: 'killed', by })
    else if (hung.has(id)) tried.push({ mutant, outcome: 'timeout', by })
    else if (loaded.has(id))
      tried.push({ mutant, ...(await tryLoaded(vitest, folder, guards, id)) })
    else tried.push({ mutant, outcome: reached.has(id) ? 'survived' : 'unreached', by })
  }
  const unsound = [...of(lines, 'failing'), ...of(lines, 'unrepeatable')]
  return { tried, unsound: unsound.map(({ test, why }) => `${test}: ${why.slice(0, 200)}`) }
}

const of = <W extends Line['what']>(lines: Line[], what: W): Extract<Line, { what: W }>[] =>
  lines.filter((line): line is Extract<Line, { what: W }> => line.what === what)

/** One whose line runs when its module is loaded: everything is loaded anew with it. */
async function tryLoaded(
  vitest: Vitest,
  folder: string,
  tests: string[],
  mutant: number,
): Promise<Omit<Tried, 'mutant'>> {
  const plan: Plan = { kind: 'loaded', mutant, tests: TESTS_EACH }
  forgetTold(folder)
  const stopped = await runTests(vitest, folder, tests, plan)
  const killed = toldIn(folder).find((line) => line.what === 'killed')
  if (killed) return { outcome: 'killed', by: killed.test }
  if (stopped) return { outcome: 'timeout', by: null }
  return vitest.state.getFiles().some(({ result }) => result?.state === 'fail')
    ? { outcome: 'killed', by: 'it does not load' }
    : { outcome: 'survived', by: null }
}

/** Runs tests to their end; a process that hangs is ended, and what it was trying is answered. */
async function runTests(vitest: Vitest, folder: string, tests: string[], plan: Plan) {
  writePlan(folder, plan)
  const project = vitest.projects[0]!
  let stopped: { mutant: number; test: string } | null = null
  const since = Date.now()
  let seen = { count: 0, at: since }
  const watch = setInterval(() => {
    const lines = toldIn(folder)
    if (lines.length !== seen.count) seen = { count: lines.length, at: Date.now() }
    const last = lines.at(-1)
    const pid = lines.findLast(
      (line): line is Line & { what: 'process' } => line.what === 'process',
    )
    const silent = Date.now() - seen.at
    const hangs =
      last?.what === 'trying'
        ? silent > last.usual * 10 + PATIENCE
        : plan.kind === 'loaded' && silent > LOADED_PATIENCE
    if (!hangs || !pid || stopped) return
    stopped =
      last?.what === 'trying'
        ? { mutant: last.mutant, test: last.test }
        : { mutant: plan.kind === 'loaded' ? plan.mutant : 0, test: '' }
    process.kill(pid.pid, 'SIGKILL')
  }, 1000)
  try {
    await vitest.runTestSpecifications(
      tests.map((file) => project.createSpecification(resolve(file))),
    )
  } catch (error) {
    if (!stopped) throw error
  } finally {
    clearInterval(watch)
  }
  return stopped as { mutant: number; test: string } | null
}
