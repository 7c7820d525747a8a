// What Prometheus would see of a club: one answer, and what it would have kept had it asked once a minute.
import type { App } from '#server/platform/context.ts'
import { openMetricsServer, type Seen } from '#server/metrics.ts'

export type Labels = Record<string, string>
type Sample = { name: string; labels: Labels; value: number }
export type Scrape = { samples: Sample[]; types: Map<string, string>; text: string }
/** Points are a minute apart; a gap is null. */
export type Series = { name: string; labels: Labels; points: (number | null)[] }

type Watched = { app: App; seen: Seen; databaseUrl: string }
/** Unless it is about a database that never answers. */
const PATIENT_MS = 60_000

/** Asks a club once, on a port opened for it, so that nothing is told from before. */
export async function scrape(
  { app, seen, databaseUrl }: Watched,
  patienceMs = PATIENT_MS,
): Promise<Scrape> {
  const where = { host: '127.0.0.1', port: 0 }
  const server = await openMetricsServer(app, { seen, databaseUrl, ...where, patienceMs })
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
    return readScrape(await answer.text())
  } finally {
    await server.close()
  }
}

function readScrape(text: string): Scrape {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  const samples = [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({
      name,
      labels: readLabels(labels),
      value: Number(value),
    }),
  )
  // what Prometheus adds by itself
  const up = { name: 'up', labels: { job: 'club' }, value: 1 }
  return { samples: [...samples, up], types, text }
}

/** Of a process that answers nothing. */
export const emptyScrape: Scrape = {
  samples: [{ name: 'up', labels: { job: 'club' }, value: 0 }],
  types: new Map(),
  text: '',
}

const readLabels = (text: string): Labels =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

export const seriesKey = ({ name, labels }: Omit<Sample, 'value'>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .toSorted()
    .join(',')}}`

/**
 * A state that lasts: what is counted grows each minute by as much as from the one answer to the other, and what goes
 * up and down stays where it is.
 */
export function prolong(before: Scrape, after: Scrape, minutes: number): Series[] {
  const known = new Map(before.samples.map((sample) => [seriesKey(sample), sample.value]))
  const isCounted = (name: string) =>
    after.types.get(name) === 'counter' ||
    after.types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram'
  return after.samples.map(({ name, labels, value }) => {
    const first = known.get(seriesKey({ name, labels })) ?? null
    const step = isCounted(name) ? value - (first ?? 0) : 0
    const points = Array.from({ length: minutes }, (_, at) => value + at * step)
    return { name, labels, points: [first, ...points] }
  })
}
