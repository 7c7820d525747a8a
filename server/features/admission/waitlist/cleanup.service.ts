import { forgetInvitations } from '#server/features/admission/invitations/cleanup.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import { keptSince, removeEach, type Removed } from '#server/platform/limits/retention.ts'
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
export function forgetDoor(app: App): Promise<Removed> {
  const { config, db } = app
  const now = app.now()
  return removeEach(app, [
    ['waitlistUnconfirmed', () => deleteUnconfirmed(db, keptSince('waitlistUnconfirmed', now))],
    ['waitlistConfirmed', () => deleteConfirmed(db, keptSince('waitlistConfirmed', now))],
    ['waitlistDeclined', () => deleteDeclined(db, keptSince('waitlistDeclined', now))],
    ['addresses', () => forgetWhence(db, keptSince('addresses', now))],
    ['invitations', () => forgetInvitations(app)],
    [null, () => deleteServed(db, { now, mustConfirm: needsConfirmation(config) })],
    [null, () => deleteTokens(db, now)],
    [null, () => deleteWaits(db, daysBefore(now, STATISTICS_DAYS))],
  ])
}
