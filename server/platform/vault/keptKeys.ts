import type { App } from '#server/platform/context.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

const LOCK = 4_027_003

/**
 * Until the transaction ends no month's key is destroyed: what is wrapped now can be opened. To be asked for before rows
 * with such keys are locked: while they are moved to another month, this is held first and the rows then.
 */
export async function holdMonths(on: Sql): Promise<void> {
  await on.run(sql`select pg_advisory_xact_lock_shared(${LOCK})`)
}

/** One process at a time, while nobody wraps a key, until the transaction ends. */
export async function lockMonths(on: Sql): Promise<void> {
  await on.run(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/** A feature that stores keys wrapped with a month's key. */
export type KeptKeys = {
  /** Wraps some of a month's keys again; answers how many it looked at. What cannot be opened is put into `broken`, by id. */
  move(app: App, tx: Sql, epoch: string, broken: Map<string, unknown>): Promise<number>
  isUsed(tx: Sql, epoch: string): Promise<boolean>
}
