import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { requestRefund } from './refunds.service.ts'
import { listDues } from '#server/features/billing/subscriptions/machine/subscription.dues.ts'
import { payableDate } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import type { SubscriptionChange } from '#server/features/billing/subscriptions/machine/subscription.effects.ts'
import { listRequestedRefunds } from './subscription.queries.ts'

/** Requests refunds for what the club owes and has not requested yet. */
export async function payBack(
  app: App,
  on: Sql,
  { row, state, at }: SubscriptionChange,
): Promise<void> {
  const dues = listDues(state).filter((due) => {
    const from = payableDate(row, state, due)
    return !from || from <= at
  })
  if (dues.length === 0) return
  const refunds = await listRequestedRefunds(on, row.id)
  for (const { paymentId, cents, reason } of dues) {
    const before = refunds.find((one) => one.paymentId === paymentId)?.cents ?? 0
    const open = cents - before
    // the 14 days run from the withdrawal, also where its effect was held back
    const since = (reason === 'withdrawal' && state.withdrawnAt) || at
    const refund = { subscriptionId: row.id, paymentId, cents: open, reason, at: since }
    if (open > 0) await requestRefund(app, on, refund)
  }
}
