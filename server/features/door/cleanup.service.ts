import { forgetInvitations } from '#server/features/invites/cleanup.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import { keptSince, type Removed } from '#server/platform/retention.ts'
import {
  deleteConfirmed,
  deleteDeclined,
  deleteServed,
  deleteTokens,
  deleteUnconfirmed,
  deleteWaits,
  forgetWhence,
} from './cleanup.queries.ts'
import { daysBefore } from './door.policy.ts'
import { STATISTICS_DAYS } from './waits.queries.ts'

/** Forgets who waited, was admitted or declined, and what was given away, when its time has come. */
export async function forgetDoor(app: App): Promise<Removed> {
  const { db } = app
  const now = app.now()
  const removed: Removed = {
    waitlistUnconfirmed: await deleteUnconfirmed(db, keptSince('waitlistUnconfirmed', now)),
    waitlistConfirmed: await deleteConfirmed(db, keptSince('waitlistConfirmed', now)),
    waitlistDeclined: await deleteDeclined(db, keptSince('waitlistDeclined', now)),
    addresses: await forgetWhence(db, keptSince('addresses', now)),
    invitations: await forgetInvitations(app),
  }
  await deleteServed(db, { now, mustConfirm: needsConfirmation(app.config) })
  await deleteTokens(db, now)
  await deleteWaits(db, daysBefore(now, STATISTICS_DAYS))
  return removed
}
