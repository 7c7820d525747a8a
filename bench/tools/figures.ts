/** One line of the summary: what was measured, and what it should have been. */
export type Figure = {
  what: string
  value: number
  digits: number
  unit: string
  floor: number | null
  aim: number | null
  /** Whether more is better. */
  isRising: boolean
}

type Options = { unit?: string; digits?: number; floor?: number; aim?: number }

const figure =
  (isRising: boolean) =>
  (what: string, value: number, options: Options = {}): Figure => {
    const { unit = '', digits = 2, floor = null, aim = null } = options
    return { what, value, unit, digits, floor, aim, isRising }
  }

/** A figure that should be at least its floor. */
export const atLeast = figure(true)
/** A figure that should be at most its floor. */
export const atMost = figure(false)

/** How many rounds each median is taken over, and how long one measurement lasts. */
export const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
export const SECONDS = Number(process.env['SECONDS'] ?? 2)

export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Runs every side once a round, in turn, so that a busy moment of the machine hits all of them. */
export async function inTurn<Name extends string, T>(
  sides: Record<Name, (round: number) => Promise<T>>,
  rounds = ROUNDS,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(sides) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) found[name].push(await sides[name](round))
  return found
}

const format = (value: number, { digits, unit }: Pick<Figure, 'digits' | 'unit'>) =>
  `${value.toFixed(digits)}${unit && ` ${unit}`}`

export function isMissed({ value, floor, isRising }: Figure): boolean {
  if (floor === null) return false
  return isRising ? !(value >= floor) : !(value <= floor)
}

function verdict(one: Figure): string {
  if (isMissed(one)) return '**missed**'
  if (one.aim !== null && isMissed({ ...one, floor: one.aim }))
    return one.floor === null ? 'aim missed' : 'floor met, aim missed'
  return one.floor === null && one.aim === null ? '' : 'met'
}

/** The summary: figure, measured, floor, aim, met. */
export function summary(figures: readonly Figure[]): string {
  const bound = (one: Figure, value: number | null) =>
    value === null ? '' : `${one.isRising ? '≥' : '≤'} ${format(value, one)}`
  return table(
    ['figure', 'measured', 'floor', 'aim', 'met?'],
    figures.map((one) => [
      one.what,
      format(one.value, one),
      bound(one, one.floor),
      bound(one, one.aim),
      verdict(one),
    ]),
  )
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
