import { pages } from '#contract/pages.ts'
import { composeMail } from '#server/features/accounts/accounts.ts'
import type { App } from '#server/platform/context.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { isActing } from '#server/platform/member-rules/staff.ts'
import { insertLink } from '#server/features/privacy/export/exports.queries.ts'
import { addressee, addresseeOfExport, type Addressee } from './mails.queries.ts'

// None of them says what it is about: others may see a mail, too.

type Words = 'exportReady' | 'requestNews' | 'requestUrgent'

async function write(app: App, to: Addressee, words: Words, path: string): Promise<void> {
  const { say, frame, opening, closing } = composeMail(app, to, 'en')
  await sendMail(app, {
    ...frame,
    subject: say(`${words}.subject`),
    before: [opening, say(`${words}.intro`)],
    link: { label: say(`${words}.link`), url: `${app.config.publicUrl}${path}` },
    after: [say(`${words}.hint`), ...closing],
  })
}

/** With a link of its own, good once; nothing when the copy is gone again. */
export async function mailExportReady(app: App, { exportId }: { exportId: string }): Promise<void> {
  const to = await addresseeOfExport(app.db, exportId)
  if (!to) return
  const token = await mailedToken(app, 'export')
  await insertLink(app.db, secretHash(token), exportId, app.now())
  await write(app, to, 'exportReady', `${pages.settings.path}#export=${token}`)
}

export async function mailRequestNews(app: App, { userId }: { userId: string }): Promise<void> {
  const to = await addressee(app.db, userId)
  if (to) await write(app, to, 'requestNews', pages.settings.path)
}

export async function mailRequestUrgent(app: App, { userId }: { userId: string }): Promise<void> {
  const to = await addressee(app.db, userId)
  const isReader = await isActing(app.db, app.now(), { userId, onlyAdmins: true })
  if (to && isReader) await write(app, to, 'requestUrgent', pages.adminRequests.path)
}
