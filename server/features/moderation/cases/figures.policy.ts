import type { Figures } from './figures.queries.ts'

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** These figures as they were kept, those that were not as they are. */
export const mergeStored = <T extends object>(figures: T, stored: object): T =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]: [string, unknown]) => {
      if (!(name in stored)) return [name, figure]
      const then = stored[name as keyof typeof stored] as unknown
      return [name, isGroup(figure) && isGroup(then) ? mergeStored(figure, then) : then]
    }),
  ) as T

type Count = { key: string; count: number }

const subtract = (figure: unknown, part: unknown): unknown => {
  if (typeof figure === 'number' && typeof part === 'number') return Math.max(0, figure - part)
  if (Array.isArray(figure) && Array.isArray(part)) {
    const parts = new Map((part as Count[]).map(({ key, count }) => [key, count]))
    return (figure as Count[])
      .map(({ key, count }) => ({ key, count: count - (parts.get(key) ?? 0) }))
      .filter(({ count }) => count > 0)
  }
  return isGroup(figure) && isGroup(part) ? subtractEach(figure, part) : figure
}

const subtractEach = (figures: object, parts: object): object =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]: [string, unknown]) => [
      name,
      subtract(figure, parts[name as keyof typeof parts]),
    ]),
  )

const MEDIANS = ['medianMinutes', 'appealMedianMinutes'] as const

/** Figures as they were kept without a viewer's own part. A median has no parts: it has to be counted anew. */
export function subtractFigures(stored: object, own: Figures): object {
  const kept: Record<string, unknown> = { ...stored }
  for (const name of MEDIANS) if (own[name] !== null) delete kept[name]
  return subtractEach(kept, own)
}
