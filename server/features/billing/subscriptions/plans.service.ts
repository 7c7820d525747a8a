import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { PriceRow } from './plans.policy.ts'
import { insertPrice, lockPrices, newestPrice, turnRunning } from './plans.queries.ts'

/** At start: the settings' price is what is sold from now on; prices before it stay what they were. */
export async function keepPrice({
  config: { premiumCents: cents, vatPercent },
  db,
  now,
}: Pick<App, 'config' | 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPrices(tx)
    const newest = await newestPrice(tx)
    if (newest?.cents === cents && newest.vatPercent === vatPercent) return
    await insertPrice(tx, { cents, vatPercent, at: now() })
    await turnRunning(tx, now())
  })
}

/** What Premium costs whoever orders it now. */
export async function currentPrice(on: Sql): Promise<PriceRow> {
  const price = await newestPrice(on)
  if (!price) throw new Error('there is no price')
  return price
}
