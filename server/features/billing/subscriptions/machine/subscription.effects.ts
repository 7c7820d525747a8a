import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { setAccess } from '#server/features/billing/subscriptions/access.service.ts'
import { payBack } from '#server/features/billing/subscriptions/subscription.refunds.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { nextTurn } from './subscription.folding.ts'
import { listNews } from './subscription.news.ts'
import { book } from './subscription.books.ts'
import {
  hasOtherLive,
  writeFolded,
  type SubscriptionRow,
} from '#server/features/billing/subscriptions/subscription.queries.ts'
import { accessEnd, mustReprice, stopDate, type SubscriptionState } from './subscription.state.ts'

export type SubscriptionChange = {
  row: SubscriptionRow
  /** As it stood, at the same time, before what became known just now. */
  before: SubscriptionState
  state: SubscriptionState
  fresh: SubscriptionEvent[]
  at: Date
  /** The agreement is being stopped just now. */
  isStopping: boolean
}

/**
 * Does what follows from how a contract stands, as far as it is not done: each part knows by itself
 * what it did before, so this may run as often as it likes.
 */
export async function applyEffects(app: App, on: Sql, change: SubscriptionChange): Promise<void> {
  const { row, state, at, isStopping } = change
  await writeFolded(on, row.id, {
    ...state,
    endsAt: state.endedAt ?? state.endsAt,
    nextAt: nextTurn(row, state, at),
  })
  await openRooms(on, change)
  await book(app, on, change)
  await payBack(app, on, change)
  const stopDue = stopDate(state)
  if (stopDue && stopDue <= at && !isStopping)
    await app.jobs.send(on, 'stop_agreement', { subscriptionId: row.id })
  if (row.providerId && mustReprice(state) && !state.newPrice?.approveUrl)
    await app.jobs.send(on, 'reprice_agreement', { subscriptionId: row.id })
  await tell(app, on, change)
}

async function openRooms(on: Sql, { row, state, at }: SubscriptionChange): Promise<void> {
  const until = accessEnd(state)
  if (!row.userId || !until) return
  // a contract that is over leaves the one that came after it alone
  if (until <= at && (await hasOtherLive(on, row))) return
  await setAccess(on, row.userId, until, at)
}

/** The mails that follow from what became known just now; those about money come with the money. */
async function tell(app: App, on: Sql, change: SubscriptionChange): Promise<void> {
  const subscriptionId = change.row.id
  for (const kind of listNews(change))
    if (kind === 'payment_failed')
      await app.jobs.send(on, 'mail_payment_failed', { subscriptionId })
    else await app.jobs.send(on, 'mail_subscription', { subscriptionId, kind })
}
