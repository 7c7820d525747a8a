import { forgetInvitations } from '#server/features/admission/invitations/invitations.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import { retentionCutoff, removeEach, type Removed } from '#server/platform/limits/retention.ts'
import {
  deleteConfirmed,
  deleteDeclined,
  deleteServed,
  deleteTokens,
  deleteUnconfirmed,
  deleteWaits,
  forgetWhence,
} from './cleanup.queries.ts'
import { subtractDays } from './admission.policy.ts'
import { STATISTICS_DAYS } from './waitlistLine.queries.ts'

/** Forgets who waited, was admitted or declined, and what was given away, when its time has come. */
export function forgetDoor(app: App): Promise<Removed> {
  const { config, db } = app
  const now = app.now()
  return removeEach(app, [
    [
      'waitlistUnconfirmed',
      () => deleteUnconfirmed(db, retentionCutoff('waitlistUnconfirmed', now)),
    ],
    ['waitlistConfirmed', () => deleteConfirmed(db, retentionCutoff('waitlistConfirmed', now))],
    ['waitlistDeclined', () => deleteDeclined(db, retentionCutoff('waitlistDeclined', now))],
    ['addresses', () => forgetWhence(db, retentionCutoff('addresses', now))],
    ['invitations', () => forgetInvitations(app)],
    [null, () => deleteServed(db, { now, mustConfirm: needsConfirmation(config) })],
    [null, () => deleteTokens(db, now)],
    [null, () => deleteWaits(db, subtractDays(now, STATISTICS_DAYS))],
  ])
}
