import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'

/** A feature that stores keys wrapped with a month's key. */
export type KeptKeys = {
  /** Wraps some of a month's keys again; answers how many it looked at. What cannot be opened is put into `broken`, by id. */
  move(app: App, tx: Sql, epoch: string, broken: Map<string, unknown>): Promise<number>
  isUsed(tx: Sql, epoch: string): Promise<boolean>
}
