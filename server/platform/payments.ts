/** The interface to the payment provider. Amounts are whole cents. */
export type ProviderName = 'paypal' | 'house'

/** What a provider reports of one agreement, each with a key that makes a repeat a repeat. */
export type ProviderEvent = {
  key: string
  /** The provider's id of the agreement; null where it names only the payment. */
  providerId: string | null
  occurredAt: Date
} & (
  | { kind: 'approved' }
  | { kind: 'paid'; paymentId: string; cents: number; feeCents: number }
  | { kind: 'payment_failed' }
  | { kind: 'refunded'; paymentId: string; refundId: string; cents: number }
  /** Taken back by the payer's bank or the provider. */
  | { kind: 'reversed'; paymentId: string; cents: number }
  /** What was taken back has come again: the dispute was won, or given up. */
  | { kind: 'reinstated'; paymentId: string }
  /** No more charges: ended there, by whomever. */
  | { kind: 'stopped' }
  /** It charges so much from the next charge on. */
  | { kind: 'repriced'; cents: number }
)

/** How an agreement stands at the provider, with everything that happened to it. */
export type ProviderState = {
  status: 'waiting' | 'active' | 'suspended' | 'stopped'
  /** The id of the order it was made for; null where the provider does not say. */
  orderId: string | null
  approveUrl: string | null
  /** The next charge; null where it cannot be told. */
  cents: number | null
  events: ProviderEvent[]
  /** Payments of which something went back, at a provider that does not say in its events what. */
  repaid: string[]
}

export type ProviderOrder = {
  subscriptionId: string
  number: string
  cents: number
  currency: 'EUR'
  /** Where the payer comes back to, approved or not. */
  returnUrl: string
  cancelUrl: string
  language: 'de' | 'en'
}

type ProviderReprice = Omit<ProviderOrder, 'subscriptionId' | 'number'> & {
  providerId: string
}

/**
 * Every call but `verify` may throw a `ProviderError`; each is safe to repeat: the same order,
 * cancellation or refund happens once, however often it is asked for.
 */
export type PaymentProvider = {
  name: ProviderName
  /** Makes an agreement that charges every month from its approval on. */
  start(order: ProviderOrder): Promise<{ providerId: string; approveUrl: string }>
  /** No more charges; one that is stopped already stays so. */
  cancel(providerId: string): Promise<void>
  /**
   * Charges another sum from the next charge on. Where the payer has to agree to that there, it
   * answers where, and goes on at the former price until they did.
   */
  reprice(wanted: ProviderReprice): Promise<{ approveUrl: string | null }>
  /** `key` names the refund on our side. */
  refund(refund: {
    providerId: string
    paymentId: string
    cents: number
    currency: 'EUR'
    key: string
  }): Promise<{ refundId: string }>
  /** Null: the provider does not know it. */
  read(providerId: string): Promise<ProviderState | null>
  /** Whether a notice is the provider's own, and what it says; `unknown` is nothing that concerns us. */
  verify(
    headers: Record<string, string>,
    body: Uint8Array,
  ): Promise<
    { outcome: 'genuine'; events: ProviderEvent[]; key: string } | { outcome: 'forged' | 'unknown' }
  >
}

/** The provider cannot be reached, or does not answer as agreed. `isFinal`: asking again will not help. */
export class ProviderError extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(message)
    this.isFinal = isFinal
  }
}
