// Runs each test as it is and notes which mutants it came past, then again with each of them. All of
// it happens in one process that has everything loaded, so that a mutant costs one test.
import { relative } from 'node:path'
import { setTimeout as passTime } from 'node:timers/promises'
import { TestRunner, vi, type RunnerTask, type RunnerTestCase } from 'vitest'
import { noteReach, reachKnown, readPlan, appendResult, readResults, type Plan } from './plan.ts'

declare global {
  var plantedFault: (id: number) => boolean
}

const folder = process.env['MUTANTS_FOLDER'] ?? ''
const plan: Plan = readPlan(folder)
const wanted = new Set(plan.kind === 'reached' ? plan.mutants : [])

let active = plan.kind === 'loaded' ? plan.mutant : 0
let isTesting = false
let reachedCount = 0
let most = Infinity
let counts = new Map<number, number>()
const loaded = new Set<number>()
const decided = new Set<number>()
const tried = new Map<number, Set<string>>()
let testsRun = 0
const reachOf = new Map(reachKnown(folder).map(({ test, mutants }) => [test, new Set(mutants)]))

globalThis.plantedFault = (id) => {
  if (id === active) {
    reachedCount += 1
    // a loop that has lost its end comes past here until it is stopped
    if (reachedCount > most) throw new Error('it goes on without an end')
    return true
  }
  if (active > 0) return false
  if (isTesting) counts.set(id, (counts.get(id) ?? 0) + 1)
  else loaded.add(id)
  return false
}

const note = (id: number, test: string) => tried.set(id, (tried.get(id) ?? new Set()).add(test))
for (const line of readResults(folder)) {
  if (line.what === 'killed' || line.what === 'waited') decided.add(line.mutant)
  if (line.what === 'trying') note(line.mutant, line.test)
}
appendResult(folder, { what: 'process', pid: process.pid })

export default class extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    const name = readName(test)
    if (plan.kind === 'loaded') return runLoaded(run, name, plan)
    return runReached(run, name, plan, test)
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    appendResult(folder, { what: 'loaded', mutants: [...loaded].filter((id) => wanted.has(id)) })
    for (const file of files)
      if (testsIn(file).every((test) => reachOf.has(readName(test))))
        appendResult(folder, { what: 'learnt', file: relative(process.cwd(), file.filepath) })
    super.onAfterRunFiles(files)
  }
}

const testsIn = (task: RunnerTask): RunnerTestCase[] =>
  task.type === 'test' ? [task] : task.tasks.flatMap(testsIn)

const isOpen = (id: number) => wanted.has(id) && !decided.has(id)
/** What runs when a module is loaded is tried by itself, in a process of its own. */
const hasOpen = () => [...wanted].some((id) => isOpen(id) && !loaded.has(id))

type Run = ReturnType<typeof TestRunner.getTestFn>

async function runLoaded(run: Run, name: string, { mutant, tests }: Plan & { kind: 'loaded' }) {
  if (decided.has(mutant) || testsRun >= tests) return
  testsRun += 1
  // how long it takes as the code is was not seen
  appendResult(folder, { what: 'trying', mutant, test: name, usual: 10_000 })
  try {
    await run()
  } catch (error) {
    decided.add(mutant)
    appendResult(folder, { what: 'killed', mutant, test: name })
    throw error
  }
}

async function runReached(
  run: Run,
  name: string,
  { testsEach }: Plan & { kind: 'reached' },
  { file }: RunnerTestCase,
) {
  if (!hasOpen()) return
  const known = reachOf.get(name)
  if (known && ![...known].some(isOpen)) return
  counts = new Map()
  isTesting = true
  const since = performance.now()
  try {
    await run()
  } catch (error) {
    appendResult(folder, { what: 'failing', test: name, why: String(error) })
    throw error
  } finally {
    isTesting = false
  }
  const usual = performance.now() - since
  if (!known) {
    reachOf.set(name, new Set(counts.keys()))
    const path = relative(process.cwd(), file.filepath)
    noteReach(folder, { file: path, test: name, mutants: [...counts.keys()] })
  }
  const reached = [...counts].filter(
    ([id]) => isOpen(id) && isWorthTrying(tried.get(id), name, testsEach),
  )
  const killed: number[] = []
  for (const [id, count] of reached) {
    note(id, name)
    appendResult(folder, { what: 'trying', mutant: id, test: name, usual })
    const came = await tryWith(id, run, { count, usual })
    if (came === 'waited') {
      decided.add(id)
      appendResult(folder, { what: 'waited', mutant: id, test: name })
    } else if (came === 'failed') killed.push(id)
    else appendResult(folder, { what: 'stood', mutant: id, test: name })
  }
  if (killed.length === 0) return
  // a test that fails the second time whatever the code is has shown nothing
  if ((await tryWith(0, run, { count: Infinity, usual })) !== 'passed') {
    appendResult(folder, { what: 'unrepeatable', test: name, why: lastWhy })
    return
  }
  for (const mutant of killed) {
    decided.add(mutant)
    appendResult(folder, { what: 'killed', mutant, test: name })
  }
}

/** Four files' worth of tests in all: one that has many does not use up the tries of the others. */
function isWorthTrying(before: Set<string> | undefined, test: string, testsEach: number): boolean {
  if (!before) return true
  const file = test.slice(0, test.indexOf(' > ') + 1)
  const ofFile = [...before].filter((one) => one.startsWith(file))
  return !before.has(test) && ofFile.length < testsEach && before.size < 4 * testsEach
}

let lastWhy = ''

/** Milliseconds a test may wait beyond ten times its own; what stands still for longer is ended from outside. */
const PATIENCE = 12_000

async function tryWith(
  id: number,
  run: Run,
  { count, usual }: { count: number; usual: number },
): Promise<'passed' | 'failed' | 'waited'> {
  vi.restoreAllMocks()
  reachedCount = 0
  most = count * 100 + 10_000
  active = id
  isTesting = true
  const isOver = new AbortController()
  const { signal } = isOver
  try {
    return await Promise.race([
      Promise.resolve(run()).then(() => 'passed' as const),
      passTime(usual * 10 + PATIENCE, 'waited' as const, { signal }),
    ])
  } catch (error) {
    lastWhy = String(error)
    return 'failed'
  } finally {
    isOver.abort()
    active = 0
    isTesting = false
  }
}

function readName(test: RunnerTestCase): string {
  const names = [test.name]
  for (let at = test.suite; at?.name && at !== test.file; at = at.suite) names.unshift(at.name)
  return [relative(process.cwd(), test.file.filepath), ...names].join(' > ')
}
