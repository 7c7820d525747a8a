// The one way in which anybody is restricted, and in which a restriction ends before its time.
import { randomUUID } from 'node:crypto'
import { isMinor } from '#contract/admission/birthdate.ts'
import {
  BANNED_UNTIL,
  type Restored,
  type Statement,
  type StatementKind,
} from '#contract/moderation/statements.ts'
import {
  listAddresses,
  deleteMemberSessions,
  findMailLanguage,
  forgetBannedAddresses,
  isKeptOut,
  keepBannedAddresses,
  resetSuspension,
  suspendAccount,
} from '#server/features/accounts/accounts.ts'
import { revokeAllIssued } from '#server/features/admission/admission.ts'
import { giveUpOrder, payLostDays, settleSubscription } from '#server/features/billing/billing.ts'
import { endRoles } from '#server/features/admin/admin.ts'
import { ring } from '#server/features/notifications/notifications.ts'
import { removePost, restorePosts } from '#server/features/posts/posts.ts'
import {
  dropTaken,
  giveBack,
  keepMessage,
  readTakenMessage,
  takePhoto,
  takeWords,
  type PhotoFiles,
} from '#server/features/members/members.ts'
import { emptyMessage, refillMessage } from '#server/features/tables/tables.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { Refusal, type RefusalDetails } from '#server/platform/process/refusal.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import type { KeepOutLeave } from './keepingOut.service.ts'
import {
  findBirthdate,
  findCaseNumber,
  insertStatement,
  listOwnInitiative,
  noteLift,
  noteRestored,
  type StatementRow,
} from './statements.queries.ts'

/** Something that is taken away: a post, a photo or a message of a table by its id, a profile's words. */
type Removal = {
  kind: NonNullable<Statement['removed']>['kind']
  sourceId: string | null
  text: string | null
  /** Of a photo, as far as they are there. */
  files?: PhotoFiles | null
}

type Measure = {
  userId: string
  facts: string
  ground: Statement['ground']
  rule: string
  source: Statement['source']
  caseId?: string | null
  /** A program did it, and nobody has looked yet. */
  isAutomated?: boolean
  /** Who decided; null at the command line. */
  by: string | null
} & Effect

export type Effect =
  | { kind: 'removal'; removal: Removal }
  | { kind: 'posting_limit' | 'reporting_limit'; endsAt: Date }
  | { kind: 'suspension'; endsAt: Date; leave: KeepOutLeave }
  | { kind: 'ban'; leave: KeepOutLeave }
  | { kind: Extract<StatementKind, 'warning' | 'reporting_warning'> }

/**
 * The one way in which anybody is restricted: its statement of reasons, the restriction, the mail
 * and the trace, in the caller's transaction. Answers the statement's id.
 */
export async function impose(tx: Sql, app: App, measure: Measure): Promise<string> {
  const { userId, kind, facts, ground, rule, source, caseId = null, by } = measure
  const { isAutomated = false } = measure
  await holdAccount(tx, userId)
  const startsAt = app.now()
  const id = randomUUID()
  const removed = 'removal' in measure ? measure.removal : null
  const endsAt = 'endsAt' in measure ? measure.endsAt : null
  const language = await findMailLanguage(tx, userId)
  const base = { id, userId, kind, facts, ground, rule, source, language, startsAt, endsAt }
  // what was said at a table stands nowhere in clear
  const storedRemoval = removed && {
    ...removed,
    text: removed.kind === 'message' ? null : removed.text,
  }
  const stated = { ...base, removed: storedRemoval, caseId, decidedBy: by, isAutomated }
  const number = await allocateReference(
    'S',
    startsAt,
    async (drawn) => (await insertStatement(tx, { ...stated, number: drawn })) && drawn,
  )
  await takeEffect(tx, app, measure, id)
  if ('leave' in measure) await endRoles(tx, app, { userId, by })
  await notifyRestricted(tx, app, { statementId: id, number, userId })
  await audit(tx, {
    at: startsAt,
    actorId: by,
    action: 'restriction_imposed',
    subjectId: userId,
    details: await describeStatement(tx, { id, number, kind }),
  })
  return id
}

/** Also in which case, so that nobody whom that was about reads of it in the log, once both are deleted. */
async function describeStatement(
  tx: Sql,
  { id, number, kind }: Pick<StatementRow, 'id' | 'number' | 'kind'>,
) {
  const found = await findCaseNumber(tx, id)
  return { statement: number, kind, ...(found && { case: found }) }
}

async function takeEffect(tx: Sql, app: App, measure: Measure, id: string): Promise<void> {
  const { userId, facts: reason } = measure
  if (measure.kind === 'suspension') {
    await suspendAccount(tx, userId, { until: measure.endsAt, reason })
    // another account of the same mailbox would be a way round
    await keepBannedAddresses(tx, app, userId, await listAddresses(tx, userId))
    await giveUpOrder(tx, app, userId)
  }
  if (measure.kind === 'ban') {
    await suspendAccount(tx, userId, { until: new Date(BANNED_UNTIL), reason })
    await deleteMemberSessions(tx, userId)
    // their friends would go on coming in by codes they made as an admin
    await revokeAllIssued(tx, userId, app.now())
    await settleSubscription(tx, app, userId, 'ban')
    await keepBannedAddresses(tx, app, userId, await listAddresses(tx, userId))
  }
  if (measure.kind !== 'removal') return
  const { kind, sourceId, text, files = null } = measure.removal
  const taking = { userId, statementId: id }
  if (kind === 'profile') await takeWords(app, tx, taking)
  else if (sourceId && kind === 'message') {
    await emptyMessage(tx, sourceId)
    await keepMessage(app, tx, { ...taking, message: { id: sourceId, text: text ?? '' } })
  } else if (sourceId && kind === 'post') await removePost(tx, sourceId, id, app.now())
  else if (sourceId) await takePhoto(app, tx, { ...taking, photoId: sourceId, files })
}

type Lifted = Pick<StatementRow, 'id' | 'number' | 'userId' | 'kind' | 'removedKind'>

/**
 * Ends a restriction before its time; false when it is over already. What was removed comes back, as far as it
 * can: a photo as the one that was laid there (`layPhotoBack`).
 */
export async function lift(
  tx: Sql,
  app: App,
  { id, number, userId, kind, removedKind }: Lifted,
  { by, reason, photoId = null }: { by: string; reason: string; photoId?: string | null },
): Promise<boolean> {
  // of several that come and go at once, each is counted among what stands
  if (userId) await holdAccount(tx, userId)
  const at = app.now()
  if (!(await noteLift(tx, id, { by, reason, at }))) return false
  if (removedKind) await noteRestored(tx, id, await restore(tx, app, { id, removedKind, photoId }))
  if (kind === 'suspension' || kind === 'ban') {
    await forgetBannedAddresses(tx, id)
    if (userId) await resetSuspension(tx, userId, at)
    if (userId && (await isMinorWithin(tx, userId, at)))
      throw new Refusal('invalid_input', UNDER_AGE)
    // a member whose age was in question may have handed in an ID meanwhile, and was verified before
    if (userId) await app.jobs.send(tx, 'restore_verified', { userId })
    // a ban has paid back what was left
    if (userId && kind === 'suspension') await payLostDays(tx, app, { statementId: id, userId })
  }
  if (userId) await app.jobs.send(tx, 'mail_statement', { statementId: id, event: 'lifted' })
  const details = await describeStatement(tx, { id, number, kind })
  await audit(tx, { at, actorId: by, action: 'restriction_lifted', subjectId: userId, details })
  return true
}

/** Ends what the club imposed by itself, in no case, for a reason that is gone; but for one that holds. */
export async function liftOwn(
  tx: Sql,
  app: App,
  userId: string,
  { rule, but, ...why }: { rule: string; by: string; reason: string; but: string | null },
): Promise<void> {
  for (const one of await listOwnInitiative(tx, userId, rule))
    if (one.id !== but) await lift(tx, app, one, why)
}

const UNDER_AGE: RefusalDetails = {
  errors: [{ path: 'birthdate', message: 'birthdate_underage' }],
}

/** Whether nothing keeps somebody out who is under age by the birthdate on record. */
async function isMinorWithin(tx: Sql, userId: string, at: Date): Promise<boolean> {
  const birthdate = await findBirthdate(tx, userId)
  return birthdate !== undefined && isMinor(birthdate, at) && !(await isKeptOut(tx, userId, at))
}

async function restore(
  tx: Sql,
  app: App,
  { id, removedKind, photoId }: Pick<Lifted, 'id' | 'removedKind'> & { photoId: string | null },
): Promise<Restored> {
  if (removedKind === 'post') return (await restorePosts(tx, id)) ? 'whole' : 'not_kept'
  if (removedKind !== 'message') return giveBack(app, tx, id, photoId)
  const message = await readTakenMessage(app, tx, id)
  if (!message || !(await refillMessage(app, tx, message))) return 'not_kept'
  await dropTaken(tx, id)
  return 'whole'
}

/** Notifies the restricted member in the same transaction, by mail and by the bell. */
async function notifyRestricted(
  tx: Sql,
  app: App,
  { statementId, number, userId }: { statementId: string; number: string; userId: string },
): Promise<void> {
  await app.jobs.send(tx, 'mail_statement', { statementId, event: 'imposed' })
  await ring(tx, { kind: 'decision', userId, reference: number, at: app.now() })
}
