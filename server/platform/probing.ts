import type { RateName } from '#contract/limits.ts'
import { isLoopback } from './address.ts'
import { addressRange, spendAttempt, timeToWait } from './attempts.ts'
import type { App, Asking, Refusing } from './context.ts'
import { sql, type Sql } from './database.ts'

type Probing = Pick<App, 'config'> & Pick<Asking, 'address'>

/** A club on this machine does not limit this machine. */
const isExempt = ({ config, address }: Probing): boolean => config.isLocal && isLoopback(address)

/** Counts one attempt of the range whoever asks is in, or refuses; this machine is not counted. */
export async function spendOfRange(
  ctx: App & Asking & Refusing<never>,
  name: RateName,
  on: Sql = ctx.db,
): Promise<void> {
  if (!isExempt(ctx)) await spendAttempt(ctx, name, addressRange(ctx), on)
}

/** Refuses once the range whoever asks is in has used up a rate; counts nothing. */
export async function refuseSpentRange(
  ctx: App & Asking & Refusing<never>,
  tx: Sql,
  name: RateName,
): Promise<void> {
  if (!isExempt(ctx)) await refuseSpent(ctx, tx, name, addressRange(ctx))
}

/** The questions of a range wait for each other, so that parallel ones cannot learn more. */
async function refuseSpent(ctx: App & Refusing<never>, tx: Sql, name: RateName, range: string) {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`probing ${range}`}, 0))`)
  const retryAfter = await timeToWait(ctx, tx, [name], range)
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
}

/** Whether whoever asks may learn of only so many addresses; a discreet club tells of none. */
export const isBudgeted = (ctx: Probing, { isDiscreet }: { isDiscreet: boolean }): boolean =>
  !isExempt(ctx) && !isDiscreet

/**
 * Refuses with `too_many_attempts` once a range has used up its budget, for known and for unknown
 * addresses alike.
 */
export const refuseOverBudget = (
  ctx: App & Refusing<never>,
  tx: Sql,
  range: string,
): Promise<void> => refuseSpent(ctx, tx, 'revealing', range)
