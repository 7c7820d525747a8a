import { forgetMailsBefore } from '#server/platform/mailFiles.ts'
import type { App } from '#server/platform/context.ts'
import { keptSince, type Removed } from '#server/platform/retention.ts'
import { forgetSentMails } from '#server/platform/sentMails.ts'
import { deleteRequests } from './expiry.queries.ts'
import { sweepExports } from './exports.sweep.ts'
import { forgetTombstones } from './tombstones.queries.ts'

/** What is kept of members only for themselves, and of those who left against old backups. */
export async function forgetCopies(app: App): Promise<Removed> {
  const { config, db } = app
  const now = app.now()
  await forgetMailsBefore(config, keptSince('sentMails', now))
  return {
    ...(await sweepExports(app)),
    ...(await forgetSentMails(app)),
    backups: await forgetTombstones(db, keptSince('backups', now)),
    dataRequests: await deleteRequests(db, keptSince('dataRequests', now)),
  }
}
