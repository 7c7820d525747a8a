import type { App } from '#server/platform/context.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { deleteVouchers } from './vouchers.queries.ts'

/** Takes out the vouchers of years that are long enough over, and contracts that are without any since. */
export const forgetVouchers = async ({ db, now }: Pick<App, 'db' | 'now'>): Promise<Removed> => ({
  vouchers: await deleteVouchers(db, retentionCutoff('vouchers', now())),
})
