import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import { ProviderError } from '#server/platform/payments.ts'
import { askProvider } from '#server/features/billing/subscriptions/agreements.service.ts'
import { deleteIntents } from '#server/features/billing/orders/orders.queries.ts'
import { announcement } from '#server/features/billing/orders/plans.announcing.ts'
import { currentPrice } from '#server/features/billing/subscriptions/plans.service.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { shouldAsk, foldEvents } from './subscription.folding.ts'
import {
  listDue,
  type SubscriptionRow,
} from '#server/features/billing/subscriptions/subscription.queries.ts'
import { abandonmentDate, reminderDate, type SubscriptionState } from './subscription.state.ts'
import { advance } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { findSubscription } from '#server/features/billing/subscriptions/subscription.queries.ts'

/** What is left then is done a minute later: a provider that is slow must not keep the job for ever. */
const RUN_MS = 60_000

/** The job: does to every contract what time alone does. */
export async function turnSubscriptions(app: App): Promise<void> {
  const at = app.now()
  await deleteIntents(app.db, new Date(at.getTime() - DAY_MS))
  const startedAt = performance.now()
  let isThere = true
  for (const id of await listDue(app.db, at)) {
    if (performance.now() - startedAt > RUN_MS) break
    try {
      isThere = await turn(app, id, isThere)
    } catch (error) {
      // the others' time has come as well; this one's is tried again
      app.log.error({ subscription: id, err: error }, 'a subscription could not be turned')
    }
  }
}

/** Answers whether the provider is there: once it is not, it is left alone until the next run. */
async function turn(app: App, id: string, isThere: boolean): Promise<boolean> {
  const row = await findSubscription(app.db, id)
  if (!row) return isThere
  // a notice may be lost: before time decides, the provider is asked
  const isUnsure = shouldAsk(foldEvents(row, app.now()), app.now())
  const isSure = !isUnsure || (isThere && (await isAsked(app, row)))
  const price = await currentPrice(app.db)
  await app.db.transaction((tx) =>
    advance(app, tx, id, (state) => {
      const at = app.now()
      const announced = announcement(state, price, at)
      return [...(announced ? [announced] : []), ...listDueEvents(state, at, isSure)]
    }),
  )
  return isSure
}

async function isAsked(app: App, row: SubscriptionRow): Promise<boolean> {
  try {
    await askProvider(app, row)
    return true
  } catch (error) {
    if (error instanceof ProviderError) return false
    throw error
  }
}

/** What time alone does to a contract by then; it gives up no order while what the provider knows is not known. */
export function listDueEvents(
  state: SubscriptionState,
  at: Date,
  isSure: boolean,
): SubscriptionEvent[] {
  const when = { occurredAt: at, data: {} }
  const givenUp = abandonmentDate(state)
  if (givenUp && givenUp <= at && isSure) return [{ ...when, kind: 'expired', key: 'expired' }]
  const reminder = reminderDate(state)
  if (!reminder || reminder > at || !state.periodEnd) return []
  const periodEnd = state.periodEnd.toISOString()
  return [{ ...when, kind: 'reminded', key: `reminded:${periodEnd}`, data: { periodEnd } }]
}
