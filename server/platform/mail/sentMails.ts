import { randomUUID } from 'node:crypto'
import type { App } from '#server/platform/context.ts'
import { sql } from '#server/platform/database/database.ts'
import { forgetOldRefusals } from './mail.refusals.ts'
import { removeInParts, retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'

/**
 * Notes for the member that a mail went to them: when, and what stood in its subject line. Without
 * a `userId` it is theirs whose confirmed address it went to; one nobody confirmed may be anybody's.
 */
export async function noteSentMail(
  { db, now }: Pick<App, 'db' | 'now'>,
  { to, userId = null, subject }: { to: string; userId?: string | null; subject: string },
): Promise<void> {
  await db.run(sql`
    insert into sent_mails (id, user_id, subject, sent_at)
    select ${randomUUID()}, id, ${subject}, ${now().toISOString()} from users
    where id = ${userId}
      or (${userId}::uuid is null and email = ${to} and email_confirmed_at is not null)`)
}

/** Nothing of a mail is remembered for longer than its rule says. */
export async function forgetSentMails(app: Pick<App, 'db' | 'now'>): Promise<Removed> {
  const { db, now } = app
  const until = retentionCutoff('sentMails', now()).toISOString()
  const mails = await removeInParts((many) =>
    db.run(sql`
      delete from sent_mails where id = any (array(
        select m.id from sent_mails m where m.sent_at <= ${until} and not exists (
          select from users u where u.id = m.user_id and u.restricted_at is not null)
        order by m.sent_at limit ${many}::integer))`),
  )
  return { sentMails: mails + (await forgetOldRefusals(app)) }
}
