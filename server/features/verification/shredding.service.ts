// Shreds identity documents when their time has come or they are withdrawn, with a receipt for the member.
import type { Side } from '#contract/verification/verification.ts'
import { updateVerification } from '#server/features/members/members.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Query, Sql } from '#server/platform/database/database.ts'
import type { Removed } from '#server/platform/limits/retention.ts'
import {
  forgetFiles,
  ofMember,
  ofSubmission,
  isStagedBeforeSql,
  unknownPaths,
  type Forgotten,
} from './documents.queries.ts'
import { removeFiles } from './documents.service.ts'
import {
  deletePending,
  insertReceipt,
  listDue,
  lockDue,
  type ShredDue,
  type ShredRule,
} from './shredding.queries.ts'
import { STAGED_MS } from './verification.policy.ts'
import { lockMember, lockPending } from './verification.queries.ts'

type Clock = Pick<App, 'now'>

/** A file gets its row within seconds, or never will. With a look every ten minutes no orphan stays for an hour. */
const ORPHAN_MS = 30 * 60_000

/**
 * Shreds every document of a member in the caller's transaction: their keys, with receipt and
 * trace. Answers the files to remove (`removeFiles`) once it has committed.
 */
export const shredMemberDocuments = (
  app: Clock,
  tx: Sql,
  userId: string,
  rule: ShredRule,
): Promise<string[]> => shred(app, tx, ofMember(userId), rule)

/** The same for some files. */
export async function shred(
  { now }: Clock,
  tx: Sql,
  which: Query,
  rule: ShredRule | 'never_submitted',
): Promise<string[]> {
  const at = now()
  const files = await forgetFiles(tx, which, at)
  const groups = Map.groupBy(files, ({ userId, submissionId }) => `${userId} ${submissionId}`)
  for (const [first, ...others] of groups.values()) {
    const { userId, submissionId } = first as Forgotten
    const sides: Side[] = [first as Forgotten, ...others].map(({ side }) => side).sort()
    if (submissionId && rule !== 'never_submitted')
      await insertReceipt(tx, { userId, submissionId, sides, rule, at })
    const details = { submission: submissionId, sides: sides.join(' '), rule }
    await audit(tx, { at, actorId: null, action: 'id_shredded', subjectId: userId, details })
  }
  return files.map(({ path }) => path)
}

/**
 * Ends a submission nobody has decided: nothing of it is left to review, and the member may start
 * again. Answers the files to remove, or null when somebody was faster.
 */
export async function cancelPending(
  app: Clock,
  tx: Sql,
  userId: string,
  rule: 'withdrawn' | 'abandoned_30' | 'account',
): Promise<string[] | null> {
  await lockMember(tx, userId)
  const id = await lockPending(tx, userId)
  if (!id) return null
  await updateVerification(tx, userId, { status: 'none' })
  const paths = await shred(app, tx, ofSubmission(id), rule)
  await deletePending(tx, id)
  return paths
}

/** Shreds what its time has come for, and in a folder sweeps what a crash left behind. */
export async function shredDue(app: App): Promise<Removed> {
  const { db, files, now } = app
  const removed = { identityApproved: 0, identityRejected: 0, identityAbandoned: 0 }
  let due = await listDue(db, now())
  while (due.length > 0) {
    for (const one of due) if (await shredOne(app, one)) removed[one.period] += 1
    due = await listDue(db, now())
  }

  const before = (ms: number) => new Date(now().getTime() - ms)
  const staged = isStagedBeforeSql(before(STAGED_MS))
  await removeFiles(app, await db.transaction((tx) => shred(app, tx, staged, 'never_submitted')))

  if (files.isListedOften) await sweepDocuments(app)
  return removed
}

/** Removes files that no row knows, whose keys are therefore nowhere. */
export async function sweepDocuments(app: App): Promise<void> {
  const { db, now, vault } = app
  const old = await vault.pathsBefore(new Date(now().getTime() - ORPHAN_MS))
  await removeFiles(app, await unknownPaths(db, old))
}

/** Whether it was this process that did it. */
async function shredOne(app: App, due: ShredDue): Promise<boolean> {
  const { id, userId, rule } = due
  const paths = await app.db.transaction(async (tx) => {
    if (userId) await lockMember(tx, userId)
    // what the list said may be over by now
    if (!(await lockDue(tx, due, app.now()))) return null
    if (rule !== 'abandoned_30') return shred(app, tx, ofSubmission(id), rule)
    if (userId) return cancelPending(app, tx, userId, rule)
    // its member is gone, and the documents with them
    await deletePending(tx, id)
    return []
  })
  if (paths) await removeFiles(app, paths)
  return paths !== null
}
