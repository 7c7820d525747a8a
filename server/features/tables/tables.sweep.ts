import type { App } from '#server/platform/context.ts'
import type { Removed } from '#server/platform/limits/retention.ts'
import { forgetWords } from './messages.queries.ts'
import { forgetTables } from './tables.queries.ts'

/** What has had its time at tables goes: words two want forgotten, tables that ended, and waiting in vain. */
export async function sweepTables({ db, now }: App): Promise<Removed> {
  const messages = await forgetWords(db, now())
  return { messages, tables: await forgetTables(db, now()) }
}
