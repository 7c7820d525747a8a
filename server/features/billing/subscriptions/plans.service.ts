import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { PriceRow } from './plans.policy.ts'
import { insertPrice, lockPrices, newestPrice, turnRunning } from './plans.queries.ts'

type PricingApp = Pick<App, 'config' | 'db' | 'now'>

/**
 * At start. Who has the database alone sells at the price of their settings from now on; prices before it stay what
 * they were. Where processes share it, only the first of all writes it: one with other settings says so and goes on
 * with what the database says.
 */
export async function keepPrice(app: PricingApp & Pick<App, 'log'>): Promise<void> {
  const { db, config, log } = app
  const known = await newestPrice(db)
  if (!config.databaseUrl || !known) return void (await setPrice(app))
  if (!isSame(known, config))
    log.warn(
      `PREMIUM_CENTS and VAT_PERCENT say ${config.premiumCents} and ${config.vatPercent}, the club sells at ${known.cents} and ${known.vatPercent}: that goes on until npm run club -- set-price is run with the new settings`,
    )
}

/** What the settings say is sold from now on; answers whether that is new. */
export async function setPrice({ config, db, now }: PricingApp): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPrices(tx)
    const newest = await newestPrice(tx)
    if (newest && isSame(newest, config)) return false
    const { premiumCents: cents, vatPercent } = config
    await insertPrice(tx, { cents, vatPercent, at: now() })
    await turnRunning(tx, now())
    return true
  })
}

const isSame = (price: PriceRow, { premiumCents, vatPercent }: App['config']): boolean =>
  price.cents === premiumCents && price.vatPercent === vatPercent

/** What Premium costs in an order placed now. */
export async function currentPrice(on: Sql): Promise<PriceRow> {
  const price = await newestPrice(on)
  if (!price) throw new Error('there is no price')
  return price
}
