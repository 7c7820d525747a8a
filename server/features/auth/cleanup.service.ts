import { forgetExpiredAttempts } from '#server/platform/attempts.ts'
import type { App } from '#server/platform/context.ts'
import { lifetimes } from './auth.policy.ts'
import { deleteExpired } from './cleanup.queries.ts'

/** Deletes what has run out: sessions, mailed secrets, devices long unused, counted attempts. */
export async function cleanUp({ db, now }: App): Promise<void> {
  await deleteExpired(db, now(), new Date(now().getTime() - lifetimes.device))
  await forgetExpiredAttempts(db, now())
}
