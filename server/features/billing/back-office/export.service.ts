import type * as contract from '#contract/billing/backOffice.ts'
import { proofRefusal } from '#server/features/accounts/accounts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Giver } from '#server/platform/http/route.ts'
import { asCsv } from '#server/platform/lists/csv.ts'
import { listEntries } from './export.queries.ts'

const NAMES = [
  'booked_at',
  'day_in_berlin',
  'transaction',
  'reference',
  'order_number',
  'account',
  'cents',
  'currency',
]

/** Names nobody: contracts go by their order numbers. Written down before the first byte is out. */
export const exportLedger: Giver<typeof contract.exportLedger> = async (
  ctx,
  { params: { month } },
) => {
  // the calendar of the database has no year 0
  if (month.startsWith('0000'))
    return ctx.refuse('invalid_input', { errors: [{ path: 'month', message: 'invalid' }] })
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const entries = await ctx.db.transaction(async (tx) => {
    const found = await listEntries(tx, month)
    await audit(tx, {
      at: ctx.now(),
      actorId: ctx.viewer.userId,
      action: 'ledger_exported',
      details: { month, lines: found.length },
    })
    return found
  })
  const rows = entries.map((one) => [
    one.at,
    one.day,
    one.transactionId,
    one.reference,
    one.number,
    one.account,
    one.cents,
    one.currency,
  ])
  return {
    type: 'text/csv; charset=utf-8',
    read: async () => new TextEncoder().encode(asCsv(NAMES, rows)),
  }
}
