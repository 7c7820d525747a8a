import { deleteOldMails } from '#server/platform/mail/mailFiles.ts'
import type { App } from '#server/platform/context.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { deleteRequests } from './expiry.queries.ts'
import { forgetTombstones } from '#server/features/privacy/deletion/tombstones.queries.ts'

/** Requests by right, and of those who left what is kept against old backups. */
export async function forgetRequests({ db, now }: App): Promise<Removed> {
  const at = now()
  return {
    backups: await forgetTombstones(db, retentionCutoff('backups', at)),
    dataRequests: await deleteRequests(db, retentionCutoff('dataRequests', at)),
  }
}

/** Mails that are files; what is removed is not counted. */
export async function forgetMailFiles({ config, now }: App): Promise<Removed> {
  await deleteOldMails(config, retentionCutoff('sentMails', now()))
  return {}
}
