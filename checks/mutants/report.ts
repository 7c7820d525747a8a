import type { Mutant } from './planting.ts'
import { floors } from './watched.ts'

/**
 * `unreached`: no test that guards the file comes past it. `equal`: marked as one that does what the
 * code does.
 */
type MutantOutcome = 'killed' | 'timeout' | 'survived' | 'unreached' | 'equal'
export type Tried = { mutant: Mutant; outcome: MutantOutcome; by: string | null }

export type FileResult = {
  file: string
  tried: Tried[]
  /** Tests that fail as the code is, or the second time: what they would have shown is not known. */
  unsound: string[]
  seconds: number
}

const count = (tried: Tried[], ...outcomes: MutantOutcome[]): number =>
  tried.filter(({ outcome }) => outcomes.includes(outcome)).length

/** Percent of the mutants that are not equal which a test noticed. */
export function computeScore(tried: Tried[]): number {
  const noticed = count(tried, 'killed', 'timeout')
  const all = tried.length - count(tried, 'equal')
  return all === 0 ? 100 : (noticed / all) * 100
}

export const isBelow = ({ tried }: FileResult): boolean => computeScore(tried) < floors.file

/** What is to be said of one file: its score, and every mutant nobody noticed. */
export function describeResult({ file, tried, unsound, seconds }: FileResult): string {
  const survivors = tried
    .filter(({ outcome }) => outcome === 'survived' || outcome === 'unreached')
    .map(({ mutant, outcome }) => {
      const why = outcome === 'unreached' ? ' (no test comes past it)' : ''
      const { line, original, replacement, on } = mutant
      return `  ${line}: ${original} → ${replacement || '(nothing)'}${why}\n      ${on}`
    })
  const head = `${file}: ${percent(tried)} of ${tried.length} in ${seconds.toFixed(0)} s`
  return [head, ...survivors, ...unsound.map((test) => `  not to be relied on: ${test}`)].join('\n')
}

const percent = (tried: Tried[]): string => `${computeScore(tried).toFixed(0)} %`

/** Every file in a line, and all of them together. */
export function renderTable(results: FileResult[]): string {
  const row = (name: string, tried: Tried[], seconds: number) => [
    name,
    String(tried.length),
    String(count(tried, 'killed')),
    String(count(tried, 'timeout')),
    String(count(tried, 'equal')),
    String(count(tried, 'survived', 'unreached')),
    percent(tried),
    seconds.toFixed(0),
  ]
  const all = results.flatMap(({ tried }) => tried)
  const rows = [
    ['file', 'mutants', 'killed', 'timeouts', 'equal', 'survived', 'score', 'seconds'],
    ...results.map(({ file, tried, seconds }) => row(file, tried, seconds)),
    row(
      'all together',
      all,
      results.reduce((sum, { seconds }) => sum + seconds, 0),
    ),
  ]
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((cells) => cells[at]!.length)))
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  '),
    )
    .join('\n')
}
