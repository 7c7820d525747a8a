import type { NetRateName } from '#contract/nets.ts'
import { isLoopback } from '#server/platform/limits/address.ts'
import type { App, Asking, Refusing } from '#server/platform/context.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import {
  addressRange,
  countInNets,
  enforceNetLimit,
  takeBackFromNets,
  netRetryAfter,
  widerRange,
} from '#server/platform/limits/nets.ts'

type Probing = Pick<App, 'config'> & Pick<Asking, 'address'>
type Ctx = App & Asking & Refusing<never>

/** A club on this machine does not limit this machine. */
const isExempt = ({ config, address }: Probing): boolean => config.isLocal && isLoopback(address)

/** What somebody who tries out a club on their own machine does more often than a visitor. */
const TRYING_OUT: ReadonlySet<NetRateName> = new Set([
  'signUpPerAddress',
  'resetPerAddress',
  'resendPerAddress',
  'waitlistPerAddress',
  'probing',
])

/**
 * Counts one attempt for the networks of the client, or refuses. On a club of this machine, requests
 * of this machine are not counted for the rates in `TRYING_OUT`.
 */
export async function enforceForAddress(ctx: Ctx, name: NetRateName): Promise<void> {
  if (!(TRYING_OUT.has(name) && isExempt(ctx))) await enforceNetLimit(ctx, name)
}

/**
 * Counts an answer that says or could say whether somebody has an account, or refuses: those of
 * every kind are bounded together. Answers what takes it back, once it has turned out to be honest.
 */
export async function countProbe(ctx: Ctx): Promise<(on: Sql) => Promise<void>> {
  if (isExempt(ctx)) return async () => {}
  const at = ctx.now()
  await enforceNetLimit({ ...ctx, now: () => at }, 'probing', ctx.db)
  return (then) => takeBackFromNets(ctx, then, 'probing', at)
}

/** Refuses once the networks of the client have used up the rate of all such answers; counts nothing. */
export async function enforceProbes(ctx: Ctx, on: Sql = ctx.db): Promise<void> {
  if (isExempt(ctx)) return
  const retryAfter = await netRetryAfter(ctx, on, 'probing')
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
}

/** Refuses once the networks of the client have used up one of these rates or that of all such answers; counts nothing. */
export async function enforceNets(ctx: Ctx, tx: Sql, names: readonly NetRateName[]): Promise<void> {
  if (isExempt(ctx)) return
  // the questions of a net wait for each other, so that parallel ones cannot learn more
  for (const range of [addressRange(ctx), widerRange(ctx)])
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`probing ${range}`}, 0))`)
  for (const name of names) {
    const retryAfter = await netRetryAfter(ctx, tx, name)
    if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
  }
  await enforceProbes(ctx, tx)
}

/** Counts what has been learnt, beside `enforceNets`; answers the seconds to wait when that was too much. */
export async function countLearnt(ctx: Ctx, tx: Sql, name: NetRateName): Promise<number | null> {
  if (isExempt(ctx)) return null
  return (await countInNets(ctx, tx, name)) ?? countInNets(ctx, tx, 'probing')
}

/** Whether to limit how many addresses a client can find out about; a discreet club reveals none. */
export const isBudgeted = (ctx: Probing, { isDiscreet }: { isDiscreet: boolean }): boolean =>
  !isExempt(ctx) && !isDiscreet
