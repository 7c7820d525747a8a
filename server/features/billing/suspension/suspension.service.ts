import type { App } from '#server/platform/context.ts'
import { findSureTime } from '#server/platform/database/clock.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import { requestRefund } from '#server/features/billing/subscriptions/refunds.service.ts'
import {
  findLive,
  findSubscription,
  listContracts,
} from '#server/features/billing/subscriptions/subscription.queries.ts'
import { advance } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { costOfDays, listLostDays, lostDaysId } from './suspension.policy.ts'
import { listKeptOut, type KeptOut } from './suspension.queries.ts'

/** Nobody buys what is shut to them: an order that waits for its approval is given up when its member is suspended. */
export async function giveUpOrder(on: Sql, app: App, userId: string): Promise<void> {
  const waiting = await findLive(on, userId)
  if (!waiting) return
  await advance(app, on, waiting.id, ({ status, approvedAt }) =>
    status === 'pending' && !approvedAt
      ? [{ kind: 'expired', key: 'expired:suspended', occurredAt: app.now(), data: {} }]
      : [],
  )
}

/** Whether months of a contract go on being charged, which a suspension does not change: of orders only those approved are left. */
export async function isStillCharged(on: Sql, userId: string): Promise<boolean> {
  const live = await findLive(on, userId)
  return live !== undefined && live.status !== 'cancelled'
}

/**
 * Pays back the days a suspension took of months that were paid for, once it is lifted before its time. Why it was
 * lifted makes no difference: in doubt it was a mistake. It counts towards nothing that is owed of the same month later.
 */
export async function payLostDays(
  on: Sql,
  app: App,
  { statementId, userId }: { statementId: string; userId: string },
): Promise<void> {
  // days that a clock ahead makes up are not lost
  const at = await findSureTime(on, app.now())
  const kept = await listKeptOut(on, statementId)
  if (!kept) return
  const { lifted, others } = kept
  for (const subscriptionId of await listContracts(on, userId)) {
    const row = await findSubscription(on, subscriptionId)
    if (!row) continue
    const { payments, endedAt } = foldEvents(row, at)
    const end = endedAt && endedAt < at ? endedAt : at
    const days = listLostDays({ start: new Date(lifted.startsAt), end }, others.map(asDates))
    for (const payment of payments) {
      const { paymentId } = payment
      const cents = costOfDays(payment, days)
      if (cents === 0) continue
      const id = lostDaysId(statementId, paymentId)
      const refund = { id, subscriptionId, paymentId, cents, at, isForLostDays: true }
      await requestRefund(app, on, { ...refund, reason: 'goodwill' })
    }
  }
}

const asDates = ({ startsAt, endsAt }: KeptOut) => ({
  start: new Date(startsAt),
  end: new Date(endsAt),
})
