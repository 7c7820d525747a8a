// What an admin does with a data request: extend it, answer it, correct a birthdate, restrict processing.
import { codes } from '#contract/errors.ts'
import { berlinDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/privacy/dataRequests.ts'
import type { RequestLine } from '#contract/privacy/dataRequests.ts'
import { proofRefusal, restrictAccount } from '#server/features/accounts/accounts.ts'
import { settleSubscription } from '#server/features/billing/billing.ts'
import { updateBirthdate } from '#server/features/members/members.ts'
import { impose, liftOwn, requireLeaveToKeepOut } from '#server/features/moderation/moderation.ts'
import { audit, auditRepeated, type AuditAction } from '#server/platform/limits/audit.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { formatDay } from '#server/text/days.ts'
import {
  requestDueDate,
  isBirthdate,
  isUrgent,
  dateOfMajority,
  MONTHS,
  ownRefusal,
} from './requests.policy.ts'
import {
  findLine,
  listLines,
  lockLine,
  noteAnswer,
  noteExtension,
  type DataRequestRow,
} from './requests.queries.ts'

const asLine = (line: DataRequestRow, now: Date): RequestLine => ({
  ...line,
  isUrgent: isUrgent(line, now),
})

export const listRequests: Handler<typeof contract.listRequests> = async (ctx, { query }) => {
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: ctx.viewer.userId, action: 'requests_viewed' })
  const page = { after: query.before, limit: limits.requestsPerPage }
  const { lines, next } = await listLines(ctx.db, { ...page, isOpen: query.state !== 'closed' })
  return { requests: lines.map((line) => asLine(line, at)), next }
}

const auditRequest = (
  app: App & { viewer: Viewer },
  tx: Sql,
  action: AuditAction,
  line: DataRequestRow,
) =>
  audit(tx, {
    at: app.now(),
    actorId: app.viewer.userId,
    action,
    subjectId: line.userId,
    details: { request: line.number },
  })

export const extendRequest: Handler<typeof contract.extendRequest> = async (
  ctx,
  { params: { requestId }, body: { reason } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const line = (await lockLine(tx, requestId)) ?? ctx.refuse(codes.notFound)
    ctx.refuseIf(ownRefusal(ctx.viewer, line))
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    // that it takes longer is told within the time that was given first (Art. 12 (3) GDPR)
    ctx.refuseIf(at > new Date(line.dueAt) ? 'already_decided' : null)
    const dueAt = requestDueDate(new Date(line.receivedAt), MONTHS.extended)
    if (!(await noteExtension(tx, requestId, { dueAt, at, reason })))
      return ctx.refuse('already_decided')
    if (line.userId) await ctx.jobs.send(tx, 'mail_request_news', { userId: line.userId })
    await auditRequest(ctx, tx, 'request_extended', line)
  })
  return asLine((await findLine(ctx.db, requestId))!, at)
}

export const answerRequest: Handler<typeof contract.answerRequest> = async (
  ctx,
  { params: { requestId }, body: { answer, birthdate } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  const { userId: by } = ctx.viewer
  await ctx.db.transaction(async (tx) => {
    const line = (await lockLine(tx, requestId)) ?? ctx.refuse(codes.notFound)
    ctx.refuseIf(ownRefusal(ctx.viewer, line))
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    if (birthdate !== undefined && (line.kind !== 'rectification' || !isBirthdate(birthdate, at)))
      return ctx.refuse('invalid_input', {
        errors: [{ path: 'birthdate', message: 'birthdate_invalid' }],
      })
    if (!(await noteAnswer(tx, requestId, { answer, by, at }))) return ctx.refuse('already_decided')
    if (line.userId) {
      if (birthdate !== undefined)
        await correct(ctx, tx, { ...line, userId: line.userId }, birthdate)
      await ctx.jobs.send(tx, 'mail_request_news', { userId: line.userId })
    }
    await auditRequest(ctx, tx, 'request_answered', line)
  })
  return asLine((await findLine(ctx.db, requestId))!, at)
}

type Owned = DataRequestRow & { userId: string }
type Ctx = Parameters<Handler<typeof contract.answerRequest>>[0]

const CORRECTED = 'Das Geburtsdatum ist berichtigt. / The date of birth is corrected.'
const UNDER_AGE_RULE = '§ 4 JMStV, Art. 28 DSA'

/** Which date it is now is in no trace; that somebody is a minor closes the club to them until they come of age. */
async function correct(ctx: Ctx, tx: Sql, line: Owned, birthdate: string): Promise<void> {
  const until = dateOfMajority(birthdate, ctx.now())
  const leave = until && (await requireLeaveToKeepOut(tx, ctx, line.userId))
  await updateBirthdate(tx, line.userId, birthdate)
  let closing: string | null = null
  if (until && leave) {
    // what a minor agreed to does not bind them (§ 108 BGB)
    await settleSubscription(tx, ctx, line.userId, 'minor')
    closing = await impose(tx, ctx, {
      userId: line.userId,
      kind: 'suspension',
      endsAt: until,
      leave,
      ground: 'law',
      rule: UNDER_AGE_RULE,
      source: 'own',
      by: ctx.viewer.userId,
      facts: `Zutritt ab 18, also ab dem ${formatDay(berlinDay(until), 'de')}. / 18 and over only: from then on.`,
    })
  }
  // what followed from the date before holds no longer
  await liftOwn(tx, ctx, line.userId, {
    rule: UNDER_AGE_RULE,
    by: ctx.viewer.userId,
    reason: CORRECTED,
    but: closing,
  })
  await auditRequest(ctx, tx, 'birthdate_corrected', line)
}

export const restrictProcessing: Handler<typeof contract.restrictProcessing> = async (
  ctx,
  { params: { requestId }, body: { isRestricted } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const line = await lockLine(tx, requestId)
    const userId = line?.userId
    if (!line || !userId) return ctx.refuse(codes.notFound)
    ctx.refuseIf(ownRefusal(ctx.viewer, line))
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    if (!(await restrictAccount(tx, userId, isRestricted ? at : null))) return
    await ctx.jobs.send(tx, 'mail_request_news', { userId })
    const action = isRestricted ? 'processing_restricted' : 'processing_released'
    await auditRequest(ctx, tx, action, line)
  })
  return asLine((await findLine(ctx.db, requestId))!, at)
}
