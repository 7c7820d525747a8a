import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { findExportReader, insertLink } from './exports.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_export_ready: { exportId: string }
  }
}

export const exportMails = {
  mail_export_ready: { send: mailReady, afterRestore: 'dropped' },
} satisfies Partial<JobHandlers>

/** With a link of its own, good once; nothing when the copy is gone again. */
async function mailReady(app: App, { exportId }: { exportId: string }): Promise<void> {
  const reader = await findExportReader(app.db, exportId)
  if (!reader) return
  const token = await mailedToken(app, 'export')
  await insertLink(app.db, secretHash(token), exportId, app.now())
  const link = `${pages.settings.path}#export=${token}`
  await writeMail(app, 'exportReady', reader, { link })
}
