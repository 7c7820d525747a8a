import type { App } from '#server/platform/context.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { deleteCases } from './cleanup.queries.ts'

/** Cases go when their rules say so, and everything that hangs on them. */
export async function forgetCases({ db, now }: App): Promise<Removed> {
  const at = now()
  return deleteCases(db, {
    until: retentionCutoff('cases', at),
    heldUntil: retentionCutoff('heldCases', at),
  })
}
