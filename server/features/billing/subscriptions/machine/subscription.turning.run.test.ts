import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { ProviderError, type PaymentProvider } from '#server/platform/payments.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { openClub } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { turnSubscriptions } from './subscription.turning.ts'

const ordered = new Date('2026-11-02T12:00:00Z')

/**
 * A club with so many orders nobody approved, of which the time is over, one an hour later than the
 * other; before it gives one up it asks a provider that does this.
 */
async function openWaiting(many: number, onAsked: () => void | Promise<void>) {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const calls: string[] = []
  const none = () => Promise.reject(new Error('that is not asked here'))
  const payments: PaymentProvider = {
    name: 'house',
    start: none,
    cancel: none,
    reprice: none,
    refund: none,
    verify: none,
    async read(providerId) {
      calls.push(providerId)
      await onAsked()
      return null
    },
  }
  const club = await openClub({ now: ordered, payments, log })
  const orders: string[] = []
  for (let hour = 0; hour < many; hour += 1) {
    club.clock.advance({ hours: 1 })
    orders.push((await createContract(club, await club.member(), { isApproved: false })).id)
  }
  club.clock.advance({ days: 30 })
  /** Of each, whether it was given up. */
  const givenUp = async () => {
    const rows = await club.db.rows<{ isOver: boolean }>(
      sql`select status = 'ended' as is_over from subscriptions order by ordered_at`,
    )
    return rows.map(({ isOver }) => isOver)
  }
  return { club, calls, lines, orders, givenUp }
}

test('what was begun within a minute is done, and what is left waits for the next run', async () => {
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => ms)
  const waiting = await openWaiting(4, () => void (ms += 30_000))
  await using club = waiting.club
  await turnSubscriptions(club.app)
  expect(await waiting.givenUp()).toEqual([true, true, true, false])
  await turnSubscriptions(club.app)
  expect(await waiting.givenUp()).toEqual([true, true, true, true])
})

test('a contract that cannot be turned is told in the log, and the others have their turn', async () => {
  let times = 0
  const waiting = await openWaiting(2, () => {
    if ((times += 1) === 1) throw new Error('no such answer is known')
  })
  await using club = waiting.club
  await turnSubscriptions(club.app)
  expect(await waiting.givenUp()).toEqual([false, true])
  expect(waiting.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      msg: 'a subscription could not be turned',
      subscription: waiting.orders[0],
      err: { message: 'no such answer is known' },
    },
  ])
})

test('a provider that is away is left alone until the next run, and no order is given up meanwhile', async () => {
  const waiting = await openWaiting(2, () => {
    throw new ProviderError('it does not answer')
  })
  await using club = waiting.club
  await turnSubscriptions(club.app)
  expect(waiting.calls).toHaveLength(1)
  expect(await waiting.givenUp()).toEqual([false, false])
  expect(waiting.lines).toEqual([])
})

test('a contract that is gone before its turn is no failure', async () => {
  const waiting = await openWaiting(2, () =>
    asOwner(
      waiting.club,
      () => `
        delete from subscription_events where subscription_id = '${waiting.orders[1]}';
        delete from subscriptions where id = '${waiting.orders[1]}'`,
    ),
  )
  await using club = waiting.club
  await turnSubscriptions(club.app)
  expect(await waiting.givenUp()).toEqual([true])
  expect(waiting.lines).toEqual([])
})
