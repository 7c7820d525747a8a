import type { App } from '#server/platform/context.ts'
import type { Removed } from '#server/platform/limits/retention.ts'
import { forgetWords } from './messages.queries.ts'
import { forgetEnded, forgetWaiting } from './tables.queries.ts'

/** What has had its time at tables goes: words two want forgotten, waiting in vain, and tables that ended. */
export async function sweepTables({ db, now }: Pick<App, 'db' | 'now'>): Promise<Removed> {
  return {
    tableWords: await forgetWords(db, now()),
    tableWaits: await forgetWaiting(db, now()),
    tables: await forgetEnded(db, now()),
  }
}
