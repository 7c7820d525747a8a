import { randomUUID } from 'node:crypto'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { PriceRow } from './plans.policy.ts'

const PRICES_LOCK = 4_027_005

const prices = sql`select id, cents, currency, vat_percent::float8 as vat_percent from plan_prices`

export const newestPrice = (on: Sql): Promise<PriceRow | undefined> =>
  on.row<PriceRow>(sql`${prices} where plan = 'premium' order by created_at desc, id limit 1`)

/** Until the transaction ends nobody else compares and adds a price. */
export async function lockPrices(on: Sql): Promise<void> {
  await on.run(sql`select pg_advisory_xact_lock(${PRICES_LOCK})`)
}

type NewPrice = { cents: number; vatPercent: number; at: Date }

/** Later than every other, even if the clock was set back. */
export async function insertPrice(on: Sql, { cents, vatPercent, at }: NewPrice): Promise<void> {
  await on.run(sql`
    insert into plan_prices (id, plan, cents, currency, vat_percent, created_at)
    select ${randomUUID()}, 'premium', ${cents}, 'EUR', ${vatPercent},
      greatest(${at.toISOString()}::timestamptz, max(created_at) + interval '1 millisecond')
    from plan_prices`)
}

/** Running contracts are due soon: their members are notified of the price. */
export async function turnRunning(on: Sql, at: Date): Promise<void> {
  await on.run(sql`
    update subscriptions set next_at = least(next_at, ${at.toISOString()})
    where status = 'active'`)
}
