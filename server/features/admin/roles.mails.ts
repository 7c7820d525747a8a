import { pages } from '#contract/pages.ts'
import { composeMail } from '#server/features/accounts/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { addressee } from './roles.queries.ts'

/** Whoever works for the club, or does no more, reads it from the club itself; the subject says nothing. */
export async function mailRoleChanged(
  app: App,
  { userId, role, isGrant }: JobData['mail_role_changed'],
): Promise<void> {
  const to = await addressee(app.db, userId)
  if (!to) return
  const { say, frame, opening, closing } = composeMail(app, to, 'en')
  const what = isGrant ? 'granted' : 'revoked'
  await sendMail(app, {
    ...frame,
    subject: say('role.subject'),
    before: [opening, say(`role.${what}_${role}`)],
    link: { label: say('role.link'), url: `${app.config.publicUrl}${pages.settings.path}` },
    after: [say('role.hint'), ...closing],
  })
}
