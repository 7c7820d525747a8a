import type { ProviderEvent } from '#server/platform/payments.ts'

/**
 * What ended a contract at once: a ban, the account's deletion, another contract in its place, that it
 * never bound its member, who is a minor (§ 108 BGB), or
 * an important reason of the member's (§ 314 BGB) that a person found to be one.
 */
export type SettlingRule = 'ban' | 'deletion' | 'replaced' | 'termination' | 'minor'

/** What may happen to a contract, each with a key that makes a repeat a repeat. */
export type SubscriptionEvent = { key: string; occurredAt: Date } & (
  | { kind: 'ordered'; data: { priceId: string; cents: number; startsEarly: boolean } }
  /** The approval never came, or the order was given up. */
  | { kind: 'expired'; data: Nothing }
  /**
   * Without `endDate` to the earliest possible time. `isDisputable`: declared without login, so for
   * a while nothing is done that could not be undone.
   */
  | { kind: 'cancelled'; data: { endDate?: string; isDisputable?: boolean } }
  | { kind: 'withdrawn'; data: { isDisputable?: boolean } }
  /** The member says that the event with this key was not declared by them. */
  | { kind: 'disputed'; data: { eventKey: string } }
  | { kind: 'settled'; data: { rule: SettlingRule; isDisputable?: boolean } }
  | { kind: 'price_announced'; data: { priceId: string; cents: number; from: string } }
  | { kind: 'price_accepted'; data: { priceId: string } }
  /** The provider does not charge it before the payer agreed there as well. */
  | { kind: 'price_pending'; data: { priceId: string; approveUrl: string } }
  | { kind: 'repriced'; data: { cents: number } }
  /** The mail before the renewal at `periodEnd` went out. */
  | { kind: 'reminded'; data: { periodEnd: string } }
  /** By time alone; written down for those who read what happened. */
  | { kind: 'ended'; data: Nothing }
  | { kind: 'approved' | 'payment_failed' | 'stopped'; data: Nothing }
  | { kind: 'paid'; data: { paymentId: string; cents: number; feeCents: number } }
  | {
      kind: 'refunded'
      data: { paymentId: string; refundId: string; cents: number; isForLostDays?: boolean }
    }
  | { kind: 'reversed'; data: { paymentId: string; cents: number } }
  | { kind: 'reinstated'; data: { paymentId: string } }
)
type Nothing = Record<string, never>

export type EventKind = SubscriptionEvent['kind']

/** What a provider reported, as a fact about the contract. */
export function fromProvider(event: ProviderEvent): SubscriptionEvent {
  const { key, occurredAt, kind } = event
  const when = { key: `provider:${key}`, occurredAt }
  switch (kind) {
    case 'paid': {
      const { paymentId, cents, feeCents } = event
      return { ...when, kind, data: { paymentId, cents, feeCents } }
    }
    case 'refunded': {
      const { paymentId, refundId, cents } = event
      return { ...when, kind, data: { paymentId, refundId, cents } }
    }
    case 'reversed': {
      const { paymentId, cents } = event
      return { ...when, kind, data: { paymentId, cents } }
    }
    case 'reinstated':
      return { ...when, kind, data: { paymentId: event.paymentId } }
    case 'repriced':
      return { ...when, kind, data: { cents: event.cents } }
    default:
      return { ...when, kind, data: {} }
  }
}
