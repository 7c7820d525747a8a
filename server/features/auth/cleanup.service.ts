import { forgetExpiredAttempts } from '#server/platform/attempts.ts'
import type { App } from '#server/platform/context.ts'
import { keptSince, type Removed } from '#server/platform/retention.ts'
import { lifetimes, needsConfirmation } from './auth.policy.ts'
import {
  deleteBeginnings,
  deleteDevices,
  deleteExpiredTokens,
  deleteSessions,
  deleteUnconfirmed,
} from './cleanup.queries.ts'
import { deleteExpiredChanges } from './email.queries.ts'

/**
 * Deletes what has run out: sessions, mailed secrets, accounts nobody confirmed, devices long
 * unused, counted attempts.
 */
export async function cleanUp({ config, db, now }: App): Promise<Removed> {
  const at = now()
  const removed: Removed = {
    loginCookies: await deleteSessions(db, at),
    mailTokens: (await deleteExpiredTokens(db, at)) + (await deleteExpiredChanges(db, at)),
    // where nothing has to be confirmed, everybody is a member without it
    unconfirmedAccounts: needsConfirmation(config)
      ? await deleteUnconfirmed(db, keptSince('unconfirmedAccounts', at))
      : 0,
  }
  await deleteBeginnings(db, at, new Date(at.getTime() - lifetimes.totpSetUp))
  await deleteDevices(db, new Date(at.getTime() - lifetimes.device))
  await forgetExpiredAttempts(db, at)
  return removed
}
