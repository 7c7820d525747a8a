// The job that hands refunds to the provider, each once, and tells when one may be late.
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import { ProviderError, type PaymentProvider } from '#server/platform/payments.ts'
import { repeatAlarmCutoff, alarmCutoff, nextTry } from './refunds.policy.ts'
import {
  markFailed,
  markSent,
  postponeRefund,
  takeDue,
  isUnsent,
  takeLate,
  type DueRefund,
} from './refunds.queries.ts'
import { advance } from './subscriptions.service.ts'

/** More than a run takes at once wait for the next. */
const MOST = 100

/**
 * The job: hands what is due to the provider, one after the other, and tells when something may be
 * late. What is under way is in the table alone, so it goes on wherever a server was stopped; the
 * provider knows a repeat by its key.
 */
export async function sendRefunds(app: App): Promise<void> {
  const { payments } = app
  if (payments)
    for (let count = 0; count < MOST; count += 1) if (!(await sendNext(app, payments))) break
  await warnOfLateRefunds(app)
}

/** False when none is due, or the provider is not there: then asking for more would only wait. */
async function sendNext(app: App, payments: PaymentProvider): Promise<boolean> {
  const now = app.now()
  const refund = await takeDue(app.db, {
    provider: payments.name,
    now,
    leaseUntil: nextTry(4, now),
  })
  if (!refund) return false
  try {
    const { refundId } = await payments.refund({ ...refund, currency: 'EUR', key: refund.id })
    await markSent(app.db, refund.id, refundId)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) {
      await giveUp(app, refund)
      return true
    }
    const { id, tries } = refund
    const reason = error instanceof Error ? error.name : 'unknown'
    app.log.warn({ refund: id, tries, reason }, 'a refund was not taken and will be tried again')
    await postponeRefund(app.db, id, nextTry(tries, app.now()))
    return false
  }
}

async function giveUp(app: App, { id, subscriptionId, cents, tries }: DueRefund): Promise<void> {
  const isFailed = await app.db.transaction(async (tx) => {
    let isNew = false
    // what is owed was requested less by a goodwill refund on its way: now the rest is requested as well
    await advance(app, tx, subscriptionId, async () => {
      isNew = await markFailed(tx, { id, cents })
      return []
    })
    // none of it may be left beside what is owed
    isNew &&= await isUnsent(tx, id)
    if (isNew)
      await audit(tx, {
        at: app.now(),
        actorId: null,
        action: 'refund_failed',
        details: { refund: id, tries },
      })
    return isNew
  })
  if (isFailed)
    app.log.error({ refund: id, tries }, 'a refund was refused: somebody has to look at it')
}

/** Three days before the law's 14 are over, and every day from then on. */
async function warnOfLateRefunds(app: App): Promise<void> {
  const now = app.now()
  const times = { now, before: alarmCutoff(now), since: repeatAlarmCutoff(now) }
  const late = await app.db.transaction(async (tx) => {
    const refunds = await takeLate(tx, times)
    for (const { id, number, status, dueAt } of refunds)
      await audit(tx, {
        at: now,
        actorId: null,
        action: 'refund_late',
        details: { refund: id, number, status, dueAt },
      })
    return refunds
  })
  for (const { id, number, status, dueAt } of late)
    app.log.error({ refund: id, number, status, dueAt }, 'a refund may come too late (§ 357 BGB)')
}
