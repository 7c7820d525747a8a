import { expect, test } from 'vitest'
import { active, at, cancelled, END, failing, price } from '#testing/billing/standings.ts'
import { beginning, type SubscriptionState } from './subscription.state.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { listNews } from './subscription.news.ts'

const event = <K extends SubscriptionEvent['kind']>(
  kind: K,
  data = {} as Extract<SubscriptionEvent, { kind: K }>['data'],
) => ({ key: kind, occurredAt: at('02-10'), kind, data }) as SubscriptionEvent

const news = (before: SubscriptionState, state: SubscriptionState, ...fresh: SubscriptionEvent[]) =>
  listNews({ before, state, fresh })

test('what changes nothing for its member is no news', () => {
  expect(news(active, active)).toEqual([])
  expect(news(beginning, active, event('approved'))).toEqual([])
  expect(news(active, active, event('stopped'))).toEqual([])
})

test('a charge that failed is told each time anew, and not of a contract that is over', () => {
  const failed = event('payment_failed')
  expect(news(active, failing, failed)).toEqual(['payment_failed'])
  expect(news(failing, { ...failing, failures: 2 }, failed)).toEqual(['payment_failed'])
  expect(news(failing, failing, failed)).toEqual([])
  expect(news(active, { ...failing, status: 'ended' }, failed)).toEqual([])
  expect(news(active, failing)).toEqual([])
})

test('the renewal is told by the reminder, and again where what it said is no longer charged', () => {
  const reminded = { ...active, remindedOf: END }
  const repriced = event('repriced', { cents: 2490 })
  const reminder = event('reminded', { periodEnd: END.toISOString() })
  expect(news(active, reminded, reminder)).toEqual(['renewal'])
  expect(news(reminded, reminded, repriced)).toEqual(['renewal'])
  expect(news(active, reminded, repriced, reminder)).toEqual(['renewal'])
  expect(news(reminded, reminded)).toEqual([])
  expect(news(active, active, repriced)).toEqual([])
  expect(news(active, { ...active, remindedOf: at('02-01') }, repriced)).toEqual([])
  expect(news(beginning, beginning, repriced)).toEqual([])
  expect(news(beginning, { ...beginning, remindedOf: END }, repriced)).toEqual([])
})

test('a new price is told as it is announced, and once more where it has to be agreed to elsewhere', () => {
  const announced = event('price_announced', {
    priceId: 'b',
    cents: 2490,
    from: END.toISOString(),
  })
  const priced = { ...active, newPrice: price }
  const pending = { ...active, newPrice: { ...price, approveUrl: 'https://example.net/a' } }
  expect(news(active, priced, announced)).toEqual(['price'])
  expect(news(active, pending, announced)).toEqual(['price', 'approval'])
  expect(news(priced, pending)).toEqual(['approval'])
  expect(news(pending, pending)).toEqual([])
  expect(news(priced, priced)).toEqual([])
})

test('an end that was declared is told once, and not where its receipt tells it', () => {
  const declared = event('cancelled', {})
  const fromOutside = event('cancelled', { isDisputable: true })
  expect(news(active, cancelled, declared)).toEqual(['cancelled'])
  // the provider alone was told
  expect(news(active, cancelled, event('stopped'))).toEqual(['cancelled'])
  expect(news(active, cancelled)).toEqual(['cancelled'])
  expect(news(active, cancelled, fromOutside)).toEqual([])
  expect(news(active, cancelled, event('stopped'), fromOutside)).toEqual([])
  expect(news(active, cancelled, event('withdrawn', { isDisputable: true }))).toEqual(['cancelled'])
  expect(news(cancelled, cancelled, declared)).toEqual([])
  expect(news(active, active, declared)).toEqual([])
  expect(news(beginning, { ...beginning, cancelledAt: at('02-10') }, declared)).toEqual([])
})

test('an end for want of payment is told, any other was told before', () => {
  const ended = { ...failing, status: 'ended', endedAt: at('03-20') } as const
  expect(news(failing, ended, event('ended'))).toEqual(['ended'])
  expect(news(cancelled, { ...cancelled, status: 'ended' }, event('ended'))).toEqual([])
  expect(news(failing, ended)).toEqual([])
})
