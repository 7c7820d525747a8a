import type { SubscriptionEvent } from './subscription.events.ts'
import { isOver, type SubscriptionState } from './subscription.state.ts'

/** The mails a member gets about their contract, by kind. */
type News = 'payment_failed' | 'renewal' | 'price' | 'approval' | 'cancelled' | 'ended'

type Standing = { before: SubscriptionState; state: SubscriptionState; fresh: SubscriptionEvent[] }

/** What follows from what became known just now; mails about money come with the money. */
export function listNews({ before, state, fresh }: Standing): News[] {
  const has = (kind: SubscriptionEvent['kind']) => fresh.some((event) => event.kind === kind)
  // what the reminder said is no longer what is charged
  const isReminded = state.remindedOf !== null && +state.remindedOf === +(state.periodEnd ?? 0)
  const isFailing = state.failures > before.failures && !isOver(state)
  const news: News[] = []
  if (has('payment_failed') && isFailing) news.push('payment_failed')
  if (has('reminded') || (has('repriced') && isReminded)) news.push('renewal')
  if (has('price_announced')) news.push('price')
  if (state.newPrice?.approveUrl && !before.newPrice?.approveUrl) news.push('approval')
  if (isCancelledNow(before, state, fresh)) news.push('cancelled')
  if (has('ended') && state.failedAt) news.push('ended')
  return news
}

/** A cancellation without login is confirmed by the receipt of the declaration instead. */
function isCancelledNow(
  before: SubscriptionState,
  state: SubscriptionState,
  fresh: SubscriptionEvent[],
): boolean {
  if (before.cancelledAt || !state.cancelledAt || !before.periodEnd) return false
  return !fresh.some(({ kind, data }) => kind === 'cancelled' && data.isDisputable)
}
