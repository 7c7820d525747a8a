import { documentVersions } from '#contract/consent/consentVersions.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { type SubscriptionEvent } from '#server/features/billing/subscriptions/machine/subscription.events.ts'
import { sql } from '#server/platform/database/database.ts'
import { letters, serial, uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'

type Fields = {
  number?: string
  /** When it was ordered, approved and first paid. */
  at?: Date | string
  startsEarly?: boolean
  cents?: number
  isApproved?: boolean
  isPaid?: boolean
}

export type Contract = {
  id: string
  number: string
  priceId: string
  paymentId: string
  providerId: string
}

/** A member's contract, as order, approval and first payment would have made it. */
export async function createContract(
  club: Club,
  { userId }: { userId: string },
  {
    number = `A-2026-${String(serial()).padStart(6, '0')}`,
    at = club.app.now(),
    startsEarly = true,
    cents = 1990,
    isApproved = true,
    isPaid = true,
  }: Fields = {},
): Promise<Contract> {
  const contract = {
    id: uuid(),
    number,
    paymentId: `pay-${letters(16)}`,
    providerId: `agreement-${letters(16)}`,
  }
  const start = new Date(at)
  const priceId = await club.db.transaction(async (tx) => {
    const known = await tx.row<{ id: string }>(
      sql`select id from plan_prices where cents = ${cents} and vat_percent = 19`,
    )
    const priceId = known?.id ?? uuid()
    if (!known)
      await tx.run(sql`
        insert into plan_prices (id, plan, cents, currency, vat_percent, created_at)
        values (${priceId}, 'premium', ${cents}, 'EUR', 19, ${start.toISOString()})`)
    const events: SubscriptionEvent[] = [
      { kind: 'ordered', key: 'ordered', occurredAt: start, data: { priceId, cents, startsEarly } },
    ]
    if (isApproved) events.push({ kind: 'approved', key: 'p:1', occurredAt: start, data: {} })
    if (isApproved && isPaid)
      events.push({
        kind: 'paid',
        key: 'p:2',
        occurredAt: start,
        data: { paymentId: contract.paymentId, cents, feeCents: 84 },
      })
    await tx.run(sql`
      insert into subscriptions (id, number, user_id, price_id, terms_version, starts_early,
        provider, provider_id, ordered_at, status)
      values (${contract.id}, ${number}, ${userId}, ${priceId}, ${documentVersions.terms}, ${startsEarly}, 'house',
        ${contract.providerId}, ${start.toISOString()}, 'pending')`)
    await applyEvents(club.app, tx, contract.id, events)
    return priceId
  })
  return { ...contract, priceId }
}

/** A refund the provider would not make. */
export async function insertFailedRefund(
  club: Club,
  whose: { userId: string },
): Promise<{ id: string }> {
  const { id: subscriptionId, paymentId } = await createContract(club, whose)
  const id = uuid()
  const at = club.app.now().toISOString()
  await club.db.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at,
      due_at, tries)
    values (${id}, ${subscriptionId}, ${paymentId}, 500, 'goodwill', 'failed', ${at}, ${at}, 5)`)
  return { id }
}
