// Purges the accounts whose time has come, in steps: what is cut short anywhere, the next run completes.
import { setTimeout as pause } from 'node:timers/promises'
import {
  deleteForGood,
  forgetSuspendedAddresses,
  keepBannedAddresses,
  listAddresses,
} from '#server/features/accounts/accounts.ts'
import { forgetPayer } from '#server/features/billing/billing.ts'
import { keepMarks, lockMailboxes } from '#server/features/members/members.ts'
import {
  forgetAppeals,
  forgetNamed,
  forgetStatements,
  rewordRemoved,
} from '#server/features/moderation/moderation.ts'
import { forgetSender } from '#server/features/contact/contact.ts'
import { forgetEntries, forgetInvited } from '#server/features/admission/admission.ts'
import { deleteSomePosts, forgetSomeNaming } from '#server/features/posts/posts.ts'
import { forgetNotes } from '#server/features/verification/verification.ts'
import { noteDeletion } from '#server/platform/files/deletions.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { forgetRefused } from '#server/platform/mail/mail.refusals.ts'
import { deleteMailsByRecipient } from '#server/platform/mail/mailFiles.ts'
import type { Removed } from '#server/platform/limits/retention.ts'
import {
  beginPurge,
  forgetRequests,
  insertTombstone,
  listDue,
  listExports,
  lockGoer,
  type Goer,
} from './purge.queries.ts'

const AT_ONCE = 100
const POSTS_AT_ONCE = 500
/** Between two bites: members come first. */
const PAUSE_MS = 20
/** What is left then is done by the next run: a job that lasts too long counts as crashed. */
const RUN_MS = 60_000

/** Purges the accounts whose time has come, and answers how many. One that fails keeps no other from its turn. */
export async function purgeDue(app: App): Promise<Removed> {
  const startedAt = performance.now()
  const failures = new Map<string, unknown>()
  const next = () => listDue(app.db, app.now(), { max: AT_ONCE, but: [...failures.keys()] })
  let deletedAccounts = 0
  let due = await next()
  while (due.length > 0 && performance.now() - startedAt < RUN_MS) {
    for (const userId of due)
      try {
        if (await purge(app, userId)) deletedAccounts += 1
      } catch (error) {
        app.log.error({ err: error }, 'an account could not be purged and will be tried again')
        failures.set(userId, error)
      }
    await pause(PAUSE_MS)
    due = await next()
  }
  const [failure] = failures.values()
  if (failures.size > 0) throw failure
  return { deletedAccounts }
}

/**
 * Purges one account in bites. Cut short anywhere, the next run goes on; of several at once one
 * counts. Answers whether it was this one.
 */
export async function purge(app: App, userId: string): Promise<boolean> {
  const { archives, db, photos, vault } = app
  if (!(await beginPurge(db, userId, app.now()))) return false
  // files before rows: what is cut short in between is still known, and tried again
  await photos.removeFolder(userId)
  await vault.removeFolder(userId)
  const exports = await listExports(db, userId)
  for (const id of exports) await archives.remove(id)
  while ((await deleteSomePosts(db, userId, POSTS_AT_ONCE)) === POSTS_AT_ONCE) await pause(PAUSE_MS)
  while ((await forgetSomeNaming(db, userId, { max: AT_ONCE, rewordCopies: rewordRemoved })) > 0)
    await pause(PAUSE_MS)
  await forgetNamed(db, userId)

  const emails = await db.transaction(async (tx) => {
    await lockMailboxes(tx, await listAddresses(tx, userId))
    const goer = await lockGoer(tx, userId)
    if (!goer) return null
    const at = app.now()
    await keepBannedAddresses(tx, app, userId, [goer.email, ...goer.emails])
    await forgetSuspendedAddresses(tx, userId)
    const emails = await listAddresses(tx, userId)
    await keepMarks(tx, app, { userId, emails, at: goer.requestedAt })
    await forgetWords(tx, userId, goer, at)
    // once more where lists are behind, and what came in meanwhile
    for (const store of ['profile-photos', 'id-uploads'] as const)
      await noteDeletion(tx, { store, folder: userId }, at)
    for (const id of exports) await noteDeletion(tx, { store: 'exports', folder: id }, at)
    for (const email of [goer.email, ...goer.emails]) await app.jobs.forget(tx, { userId, email })
    const isFirst = await insertTombstone(tx, userId, at)
    await deleteForGood(tx, userId)
    const { email, language, isDemo } = goer
    // a demo member has no mailbox, and a member purged again after a restore knows already
    if (!isDemo && isFirst) await app.jobs.send(tx, 'mail_account_purged', { email, language })
    await audit(tx, { at, actorId: null, action: 'account_purged', subjectId: userId })
    return [email, ...goer.emails]
  })
  if (emails) await deleteMailsByRecipient(app.config, emails)
  return emails !== null
}

/**
 * What the account does not take along when it goes, because it is kept for another reason:
 * whatever somebody wrote in it, and whom it names.
 */
async function forgetWords(tx: Sql, userId: string, goer: Goer, now: Date): Promise<void> {
  const { email, emails, requestedAt } = goer
  await forgetSender(tx, emails, { requestedAt, now })
  await forgetEntries(tx, emails)
  // also one that nobody has confirmed
  await forgetRefused(tx, [email, ...emails])
  await forgetInvited(tx, userId, emails)
  await forgetRequests(tx, userId, now)
  await forgetNotes(tx, userId)
  await forgetStatements(tx, userId)
  await forgetAppeals(tx, userId)
  await forgetPayer(tx, userId)
}
