import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { applyMarks, deleteMarks, insertMarks, listSharers, lockMailbox } from './apart.queries.ts'

type Core = Pick<App, 'strongbox'>

const USE = 'mailboxes kept apart'

export const makeMark = ({ strongbox }: Core, mailbox: string): Promise<Buffer> =>
  strongbox.mark(USE, mailbox)

/** Marks outlast the key that made them: nobody has the addresses any more to make them again. */
export const listMarks = ({ strongbox }: Core, mailbox: string): Promise<Buffer[]> =>
  strongbox.marks(USE, mailbox)

/**
 * An account has this address from now on: who refused its mailbox before, and who would rather not
 * meet it, is kept apart from it. Before an account's row is changed for it, as the mailbox's turn
 * comes before rows of accounts for everybody.
 */
export async function keepApart(
  tx: Sql,
  app: Core,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const mailbox = normalizeMailbox(email)
  await lockMailbox(tx, mailbox)
  await applyMarks(tx, userId, await listMarks(app, mailbox))
}

/** The turns of an account's mailboxes, before its row is locked. */
export async function lockMailboxes(tx: Sql, emails: readonly string[]): Promise<void> {
  for (const mailbox of listMailboxes(emails)) await lockMailbox(tx, mailbox)
}

const listMailboxes = (emails: readonly string[]) =>
  [...new Set(emails.map(normalizeMailbox))].sort()

/** Before an account is deleted: those who blocked it stay apart from anybody with its mailboxes, now or later. */
export async function keepMarks(
  tx: Sql,
  app: Core,
  { userId, emails, at }: { userId: string; emails: readonly string[]; at: Date | string },
): Promise<void> {
  // purged while the club is restored: the backup holds what was kept when the account asked to go
  if (!(await app.strongbox.hasKey())) return
  await lockMailboxes(tx, emails)
  const mailboxes = listMailboxes(emails)
  const marks = await Promise.all(mailboxes.map((mailbox) => makeMark(app, mailbox)))
  await insertMarks(tx, { userId, marks, at: new Date(at) })
  for (const [place, mailbox] of mailboxes.entries())
    for (const sharer of await listSharers(tx, mailbox, userId))
      await applyMarks(tx, sharer, [marks[place]!])
}

/** Marks nobody came back with go in time. */
export const forgetMarks = async ({ db, now }: App): Promise<Removed> => ({
  apartMarks: await deleteMarks(db, retentionCutoff('apartMarks', now())),
})
