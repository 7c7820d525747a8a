import { limits } from '#contract/limits.ts'
import { accountById, composeMail } from '#server/features/accounts/accounts.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { namesScam } from './scams.policy.ts'
import { listContacts, noteWarning, takeWarning } from './scams.queries.ts'

/** After a ban for a scam those it was tried on are warned, in the transaction that decides (control C-07). */
export async function warnOfScam(
  tx: Sql,
  { jobs }: Pick<App, 'jobs'>,
  caseId: string,
  rule: string,
): Promise<void> {
  const userId = await noteWarning(tx, { caseId, isScam: namesScam(rule) })
  if (userId) await jobs.send(tx, 'warn_contacts', { userId })
}

/** All of them or none: cut short, it begins anew, and nobody is told twice. */
export async function warnContacts(app: App, { userId }: { userId: string }): Promise<void> {
  const now = app.now()
  const since = new Date(now.getTime() - limits.contactDays * DAY_MS)
  await app.db.transaction(async (tx) => {
    if (!(await takeWarning(tx, userId, now))) return
    for (const contact of await listContacts(tx, userId, { since, now }))
      await app.jobs.send(tx, 'mail_contact_warned', { userId: contact })
  })
}

/** Names nobody: others may see a mail, too, and who was banned is nobody's business. */
export async function mailContactWarned(app: App, { userId }: { userId: string }): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account || account.isLeaving) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  await sendMail(app, {
    ...frame,
    subject: say('contactWarned.subject'),
    before: [
      opening,
      say('contactWarned.intro'),
      say('contactWarned.never'),
      say('contactWarned.given'),
      say('contactWarned.elsewhere'),
    ],
    link: { label: say('contactWarned.link'), url: `${app.config.publicUrl}/kontakt` },
    after: closing,
  })
}
