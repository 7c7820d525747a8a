import { expect, test } from 'vitest'
import type { ProviderEvent, ProviderState } from '#server/platform/payments.ts'
import { fromProvider } from '#server/features/billing/subscriptions/machine/subscription.events.ts'
import { findDrift } from './reconciliation.policy.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = new Date('2026-03-20T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const providerId = 'HA-1'

const approved = (at: Date): ProviderEvent => ({
  kind: 'approved',
  key: 'approved',
  providerId,
  occurredAt: at,
})
const paid = (at: Date): ProviderEvent => ({
  kind: 'paid',
  key: 'paid:1',
  providerId,
  occurredAt: at,
  paymentId: 'P1',
  cents: 1990,
  feeCents: 85,
})
const refunded: ProviderEvent = {
  kind: 'refunded',
  key: 'refunded:1',
  providerId,
  occurredAt: ago(DAY),
  paymentId: 'P1',
  refundId: 'R1',
  cents: 1990,
}
const reversed: ProviderEvent = {
  kind: 'reversed',
  key: 'reversed:1',
  providerId,
  occurredAt: ago(DAY),
  paymentId: 'P1',
  cents: 1990,
}
const stopped: ProviderEvent = {
  kind: 'stopped',
  key: 'stopped',
  providerId,
  occurredAt: ago(DAY),
}
const begun = [approved(ago(10 * DAY)), paid(ago(10 * DAY))]

type Known = Parameters<typeof findDrift>[0]['events'][number]
const known = (kind: string, at: Date, data: object, key = kind): Known =>
  ({ key, kind, occurredAt: at.toISOString(), recordedAt: at.toISOString(), data }) as Known
const ordered = known('ordered', ago(10 * DAY), {
  priceId: 'a',
  cents: 1990,
  startsEarly: true,
})
/** A contract of which the club heard these of the provider's events, and knows these of its own. */
const contract = (heard: ProviderEvent[], own: Known[] = []) => ({
  status: 'active' as const,
  events: [
    ordered,
    ...heard
      .map(fromProvider)
      .map(({ key, kind, occurredAt, data }) => known(kind, occurredAt, data, key)),
    ...own,
  ],
  lostDayRefunds: [],
})
const says = (events: ProviderEvent[], more: Partial<ProviderState> = {}): ProviderState => ({
  status: 'active',
  orderId: null,
  approveUrl: null,
  cents: 1990,
  events,
  repaid: [],
  ...more,
})
const found = (
  row: Parameters<typeof findDrift>[0],
  said: ProviderState | null,
  at: Date = now,
): string[] => findDrift(row, said, at).map((one) => `${one.found}${one.isRepaired ? '' : '!'}`)

test('what both know alike is no drift', () => {
  expect(found(contract(begun), says(begun))).toEqual([])
  expect(found(contract([...begun, refunded]), says([...begun, refunded]))).toEqual([])
})

test('a contract the provider does not know is for a person, unless it never began or is over', () => {
  expect(found(contract(begun), null)).toEqual(['not known there!'])
  expect(found({ ...contract([]), status: 'pending' }, null)).toEqual([])
  expect(found(contract([...begun, reversed]), null)).toEqual([])
})

test('what was not heard is missed once it can no longer be on its way', () => {
  const unpaid = contract(begun.slice(0, 1))
  const saysPaid = (ms: number) => found(unpaid, says([begun[0]!, paid(ago(ms))]))
  expect(saysPaid(HOUR)).toEqual(['missed: paid'])
  expect(saysPaid(HOUR - 1)).toEqual([])
})

test('that the club stopped an agreement itself is no news, that somebody else did is', () => {
  const provided = says([...begun, stopped], { status: 'stopped' })
  expect(found(contract(begun), provided)).toEqual(['missed: stopped'])
  const own = known('stopped', ago(DAY), {})
  expect(found(contract(begun, [own]), provided)).toEqual([])
  expect(found(contract([], [own]), says(begun, { status: 'stopped' }))).toEqual([
    'missed: approved',
    'missed: paid',
  ])
})

test('a payment the provider does not list is for a person after two days, and nothing else is', () => {
  const contractAged = (ms: number) => contract([begun[0]!, paid(ago(ms))])
  expect(found(contractAged(2 * DAY), says(begun.slice(0, 1)))).toEqual([
    'a payment not known there!',
  ])
  expect(found(contractAged(2 * DAY - 1), says(begun.slice(0, 1)))).toEqual([])
  // an approval it lists no more is none of it
  expect(found(contract(begun), says(begun.slice(1)))).toEqual([])
})

test('what went back there is for a person, unless it is told of as one or the other', () => {
  const repaid = { repaid: ['P1'] }
  expect(found(contract(begun), says(begun, repaid))).toEqual(['paid back there: P1!'])
  for (const told of [refunded, reversed])
    expect(found(contract([...begun, told]), says([...begun, told], repaid))).toEqual(
      told === reversed ? ['goes on charging'] : [],
    )
  // heard of by the club alone, or told by the provider alone
  expect(found(contract([...begun, refunded]), says(begun, repaid))).toEqual([])
  expect(found(contract(begun), says([...begun, refunded], repaid))).toEqual(['missed: refunded'])
})

test('what had to be stopped an hour ago and goes on charging is stopped', () => {
  const withdrawn = (ms: number) => contract(begun, [known('withdrawn', ago(ms), {})])
  expect(found(withdrawn(HOUR), says(begun))).toEqual(['goes on charging'])
  expect(found(withdrawn(HOUR - 1), says(begun))).toEqual([])
  // one that is only held there begins again, unless the club ended it there
  expect(found(withdrawn(HOUR), says(begun, { status: 'suspended' }))).toEqual(['goes on charging'])
  const own = known('stopped', ago(DAY), {})
  const ended = contract(begun, [known('withdrawn', ago(DAY), {}), own])
  expect(found(ended, says(begun, { status: 'suspended' }))).toEqual([])
  expect(found(ended, says(begun))).toEqual(['goes on charging'])
  expect(found(withdrawn(HOUR), says(begun, { status: 'stopped' }))).toEqual([])
  expect(found(contract(begun), says(begun, { status: 'suspended' }))).toEqual([])
})

test('an approval that is missing there is for a person, where the contract runs here', () => {
  expect(found(contract(begun), says(begun, { status: 'waiting' }))).toEqual([
    'not approved there!',
  ])
  const pending = { ...contract([]), status: 'pending' as const }
  expect(found(pending, says([], { status: 'waiting' }))).toEqual([])
})
