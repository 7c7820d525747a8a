import { limits } from '#contract/limits.ts'
import { pages } from '#contract/pages.ts'
import { accountById } from '#server/features/accounts/accounts.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { namesScam } from './scams.policy.ts'
import { listContacts, noteWarning, takeWarning } from './scams.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_contact_warned: { userId: string }
  }
}

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

/** All of them or none: when interrupted it starts over, and nobody is warned twice. */
export async function warnContacts(app: App, { userId }: { userId: string }): Promise<void> {
  const now = app.now()
  const since = new Date(now.getTime() - limits.contactDays * DAY_MS)
  await app.db.transaction(async (tx) => {
    if (!(await takeWarning(tx, userId, now))) return
    for (const contact of await listContacts(tx, userId, { since, now }))
      await app.jobs.send(tx, 'mail_contact_warned', { userId: contact })
  })
}

export const scamMails = {
  mail_contact_warned: { send: mailContactWarned, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/** Names nobody: others may see a mail, too, and who was banned is nobody's business. */
async function mailContactWarned(app: App, { userId }: { userId: string }): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account) return
  await writeMail(app, 'contactWarned', account, (text) => ({
    paragraphs: [
      text('contactWarned.intro'),
      text('contactWarned.never'),
      text('contactWarned.given'),
      text('contactWarned.elsewhere'),
    ],
    link: pages.contact.path,
  }))
}
