import type { App } from '#server/platform/context.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { SEALED, type SealedUse } from './strongbox.ts'

/** How much is sealed, how much of it was sealed again, and how much no key opens. */
type Resealed = { found: number; moved: number; broken: number }

/** Evidence may be photos: so many are held at once. */
const AT_ONCE = 20

/**
 * Seals with the present key whatever an older one sealed. What is cut short is gone on with by the
 * next run, and what no key opens stays as it is. `isTrial`: only counts.
 */
export async function resealAll(
  app: Pick<App, 'db' | 'strongbox'>,
  { isTrial = false } = {},
): Promise<Resealed> {
  const all = { found: 0, moved: 0, broken: 0 }
  for (const use of Object.keys(SEALED) as SealedUse[]) {
    let after: string | null = null
    do after = await resealSome(app, use, after, { isTrial, all })
    while (after)
  }
  return all
}

type Row = { id: string; sealed: Buffer }

/** Those that follow `after`; answers the last of them, or null when there are no more. */
async function resealSome(
  { db, strongbox }: Pick<App, 'db' | 'strongbox'>,
  use: SealedUse,
  after: string | null,
  { isTrial, all }: { isTrial: boolean; all: Resealed },
): Promise<string | null> {
  const place = SEALED[use]
  if (!place) return null
  const [table, owner, column] = [raw(place.table), raw(place.owner), raw(place.column)]
  const rows = await db.rows<Row>(sql`
    select ${owner} as id, ${column} as sealed from ${table}
    where ${column} is not null and (${after}::uuid is null or ${owner} > ${after}::uuid)
    order by ${owner} limit ${AT_ONCE}`)
  for (const { id, sealed } of rows) {
    all.found += 1
    const anew = await strongbox.reseal(use, id, sealed).catch(() => 'broken' as const)
    if (anew === 'broken') all.broken += 1
    else if (anew && !isTrial)
      // unless it was changed meanwhile, and with that sealed with the present key
      all.moved += await db.run(sql`
        update ${table} set ${column} = ${anew} where ${owner} = ${id} and ${column} = ${sealed}`)
  }
  return rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null)
}
