import type * as contract from '#contract/moderation/cases.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { asCsv } from '#server/platform/lists/csv.ts'
import type { Giver, Handler } from '#server/platform/http/route.ts'
import { subtractFigures, mergeStored } from './figures.policy.ts'
import { countYear, findYear, forgetGone, insertYear, listUnkeptYears } from './figures.queries.ts'

/** Counts each year that is over once, before the first of what it counts goes. */
export async function keepYears({ db, now }: Pick<App, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const year of await listUnkeptYears(db, at)) {
    const figures = await countYear(db, { year, now: at, viewerId: null })
    await insertYear(db, { year, figures, now: at })
  }
  await forgetGone(db)
}

async function read(app: App & { viewer: Viewer }, year: number) {
  await audit(app.db, {
    at: app.now(),
    actorId: app.viewer.userId,
    action: 'desk_figures_read',
    details: { year },
  })
  const viewerId = app.viewer.userId
  // in this order: whatever goes meanwhile is counted by one of them
  const figures = await countYear(app.db, { year, now: app.now(), viewerId })
  const kept = await findYear(app.db, year)
  if (!kept) return { year, ...figures }
  const now = new Date(kept.countedAt)
  const own = await countYear(app.db, { year, now, viewerId, isOwn: true })
  return { year, ...mergeStored(figures, subtractFigures(kept.figures, own)) }
}

export const getDeskFigures: Handler<typeof contract.getDeskFigures> = (ctx, { query }) =>
  read(ctx, query.year)

/** One line a number, with what it counts before it. */
export const exportDeskFigures: Giver<typeof contract.exportDeskFigures> = async (
  ctx,
  { query },
) => {
  const figures = await read(ctx, query.year)
  const rows = Object.entries(figures).flatMap(([name, value]): (string | number)[][] => {
    if (Array.isArray(value)) return value.map(({ key, count }) => [name, key, count])
    if (value !== null && typeof value === 'object')
      return Object.entries(value).map(([key, count]) => [name, key, count])
    return [[name, '', value ?? '']]
  })
  return {
    type: 'text/csv; charset=utf-8',
    read: async () => new TextEncoder().encode(asCsv(['figure', 'of', 'count'], rows)),
  }
}
