import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { openClub } from '#testing/club/club.ts'

test('the days to pay back run from the withdrawal, and of a charge that came after it from when it is owed', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z', payments: 'house' })
  const { id } = await createContract(club, await club.member())
  const happen = (event: SubscriptionEvent) =>
    club.app.db.transaction((tx) => applyEvents(club.app, tx, id, [event]))
  const now = (key: string) => ({ key, occurredAt: club.app.now() })
  club.clock.set('2026-11-05T12:00:00Z')
  await happen({ ...now('w'), kind: 'withdrawn', data: { isDisputable: false } })
  club.clock.set('2026-11-25T12:00:00Z')
  const data = { paymentId: 'P2', cents: 1990, feeCents: 84 }
  await happen({ ...now('p'), kind: 'paid', data })
  // by then what would explain the charge has come
  club.clock.set('2026-11-27T12:00:00Z')
  await happen({ ...now('s'), kind: 'stopped', data: {} })
  expect(
    await club.db.rows(sql`select reason, requested_at from refunds order by requested_at`),
  ).toEqual([
    { reason: 'withdrawal', requestedAt: '2026-11-05T12:00:00.000Z' },
    { reason: 'duplicate', requestedAt: '2026-11-27T12:00:00.000Z' },
  ])
})
