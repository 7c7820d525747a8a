import { forgetExpiredAttempts } from '#server/platform/limits/attempts.ts'
import type { App } from '#server/platform/context.ts'
import {
  retentionCutoff,
  removeEach,
  removeInParts,
  type Removed,
} from '#server/platform/limits/retention.ts'
import { deleteLogIns } from '#server/features/accounts/login/logIns.queries.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import {
  deleteChallenges,
  deleteDevices,
  deleteExpiredTokens,
  deletePending,
  deleteSecrets,
  deleteSessions,
  deleteUnconfirmed,
} from '#server/features/accounts/cleanup.queries.ts'
import { deleteExpiredChanges } from './email.queries.ts'

/**
 * Deletes what has run out: sessions, what was noted of log-ins, mailed secrets, accounts nobody confirmed, devices long
 * unused, counted attempts.
 */
export function cleanUp(app: App): Promise<Removed> {
  const { config, db } = app
  const at = app.now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  return removeEach(app, [
    ['loginCookies', () => removeInParts((many) => deleteSessions(db, at, many))],
    [
      'logIns',
      () => removeInParts((many) => deleteLogIns(db, retentionCutoff('logIns', at), many)),
    ],
    ['mailTokens', () => removeInParts((many) => deleteExpiredTokens(db, at, many))],
    ['mailTokens', () => deleteExpiredChanges(db, at)],
    [
      'unconfirmedAccounts',
      // where nothing has to be confirmed, everybody is a member without it
      async () =>
        needsConfirmation(config)
          ? deleteUnconfirmed(db, retentionCutoff('unconfirmedAccounts', at))
          : 0,
    ],
    [null, () => deleteChallenges(db, at)],
    [null, () => deletePending(db, at)],
    [null, () => deleteSecrets(db, before(authLifetimes.totpSetUp))],
    [null, () => deleteDevices(db, before(authLifetimes.device))],
    [null, () => forgetExpiredAttempts(db, at)],
  ])
}
