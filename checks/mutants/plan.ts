// What the command and the process that runs the tests tell each other, through two files.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `reached`: every test runs once as the code is, and once more for each mutant it came past.
 * `loaded`: one mutant is there from the start, for what runs when a module is loaded.
 */
export type Plan =
  | { kind: 'reached'; mutants: number[]; testsEach: number }
  | { kind: 'loaded'; mutant: number; tests: number }

export type MutantLine =
  | { what: 'process'; pid: number }
  | { what: 'loaded'; mutants: number[] }
  /** Every test of a file is known. */
  | { what: 'learnt'; file: string }
  | { what: 'trying'; mutant: number; test: string; usual: number }
  | { what: 'stood'; mutant: number; test: string }
  | { what: 'killed'; mutant: number; test: string }
  /** A test that waited for something which never came. */
  | { what: 'waited'; mutant: number; test: string }
  | { what: 'unrepeatable'; test: string; why: string }
  | { what: 'failing'; test: string; why: string }

/** Which mutants of all the files a test comes past; learnt once. */
type Reach = { file: string; test: string; mutants: number[] }

const reachIn = (folder: string) => join(folder, 'reach.jsonl')
export const noteReach = (folder: string, reach: Reach): void =>
  appendFileSync(reachIn(folder), `${JSON.stringify(reach)}\n`)
export const reachKnown = (folder: string): Reach[] => linesOf<Reach>(reachIn(folder))

const planIn = (folder: string) => join(folder, 'plan.json')
const linesIn = (folder: string) => join(folder, 'lines.jsonl')

export const writePlan = (folder: string, plan: Plan): void =>
  writeFileSync(planIn(folder), JSON.stringify(plan))
export const readPlan = (folder: string): Plan =>
  JSON.parse(readFileSync(planIn(folder), 'utf8')) as Plan

export const appendResult = (folder: string, line: MutantLine): void =>
  appendFileSync(linesIn(folder), `${JSON.stringify(line)}\n`)
export const readResults = (folder: string): MutantLine[] => linesOf<MutantLine>(linesIn(folder))
export const clearResults = (folder: string): void => writeFileSync(linesIn(folder), '')

const linesOf = <T>(path: string): T[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as T)
    : []
