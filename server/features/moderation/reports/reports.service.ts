// Takes a member's report with its target as it stands, and tells its reporter what was decided.
import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { pickAuthorWords } from '#contract/members/author.ts'
import type * as contract from '#contract/moderation/reports.ts'
import type { Report, ReportTarget, TargetKind } from '#contract/moderation/reports.ts'
import { mayViewProfile } from '#server/features/members/profiles.policy.ts'
import { settleDecisions } from '#server/features/notifications/notifications.ts'
import { membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import { readReported } from '#server/features/tables/tables.ts'
import { findRoomAccess } from '#server/features/rooms/rooms.ts'
import { appealDeadline } from '#server/features/moderation/statements/statements.policy.ts'
import { reportingLimit } from '#server/features/moderation/statements/statements.service.ts'
import { BANNED_UNTIL } from '#contract/moderation/statements.ts'
import { suspectMinor } from '#server/features/moderation/minors/minors.service.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Asking, Viewer } from '#server/platform/context.ts'
import { isUniqueViolation, type Sql } from '#server/platform/database/database.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findEvidence } from './evidence.queries.ts'
import { captureEvidence, keepEvidence, readForReporter } from './evidence.ts'
import { findOrOpenCase } from './receiving.service.ts'
import { caseDueDate, deadlineHours, toOutcome } from './reports.policy.ts'
import {
  findOwnReport,
  findReport,
  insertReport,
  isTrustedMember,
  listOwnReports,
  type ReportRow,
} from './reports.queries.ts'
import { findPost, findProfile, type ReportedTarget } from './targets.queries.ts'

/** Whether it is a post or a message, which the reporter can read again. */
const isSaid = (kind: TargetKind) => kind === 'post' || kind === 'message'

/** What its reporter reads. */
async function asReport(app: App, row: ReportRow): Promise<Report> {
  const { number, targetKind, reason, details, explanation, receivedAt, decidedAt, appeal } = row
  const { reporterId } = row
  const [evidence] = row.evidenceId ? await findEvidence(app.db, [row.evidenceId]) : []
  const outcome = decidedAt ? toOutcome(row.decision, row.isUnfounded) : null
  const until = decidedAt && outcome === 'no_breach' ? appealDeadline(new Date(decidedAt)) : null
  return {
    number,
    targetKind,
    text:
      evidence && reporterId !== null && isSaid(targetKind)
        ? await readForReporter(app, evidence, reporterId)
        : null,
    reason,
    details,
    explanation,
    receivedAt,
    dueAt: caseDueDate(deadlineHours(reason), new Date(receivedAt)).toISOString(),
    state: decidedAt ? 'decided' : 'received',
    decidedAt,
    outcome,
    mayAppeal: until !== null && !appeal && app.now() <= until,
    appealUntil: until?.toISOString() ?? null,
    appeal,
  }
}

type Ctx = Parameters<Handler<typeof contract.createReport>>[0]

/** What the viewer sees of what they report: nothing else can be reported. At a table also whom they do not see any more. */
async function requireReportableTarget(
  ctx: Ctx,
  viewer: Viewer,
  target: ReportTarget,
): Promise<ReportedTarget> {
  const { userId } = viewer
  if (target.kind === 'post') {
    const post = (await findPost(ctx.db, target.id, userId)) ?? ctx.refuse(codes.notFound)
    const roomAccess = post.roomSlug === null ? null : await findRoomAccess(ctx, post.roomSlug)
    if (!roomAccess || membershipRefusal(viewer, roomAccess)) return ctx.refuse(codes.notFound)
    return post
  }
  if (target.kind === 'message') {
    const reported = (await readReported(ctx, userId, target.id)) ?? ctx.refuse(codes.notFound)
    const { id: sourceId, kind } = target
    return { kind, sourceId, room: null, roomSlug: null, ...pickAuthorWords({}), ...reported }
  }
  const found = await findProfile(ctx.db, target, mayBeSeen(userId, viewer))
  return found && mayViewProfile(viewer, found.userId) ? found : ctx.refuse(codes.notFound)
}

async function refuseLimited(ctx: Ctx, on: Sql): Promise<void> {
  const limit = await reportingLimit(on, ctx.viewer.userId, ctx.now())
  if (!limit) return
  const { endsAt, facts: reason } = limit
  return ctx.refuse('reporting_limited', { until: endsAt ?? BANNED_UNTIL, reason })
}

/** Takes a report, with its target as it stands now. However many report somebody, it restricts nobody, but for who may be a minor. */
export const createReport: Handler<typeof contract.createReport> = async (ctx, { body }) => {
  const { viewer } = ctx
  const id = body.id.toLowerCase()
  const earlier = await findReport(ctx.db, id)
  if (earlier && earlier.reporterId !== viewer.userId) return ctx.refuse(codes.conflict)
  if (earlier) return asReport(ctx, earlier)
  await refuseLimited(ctx, ctx.db)

  const { kind } = body.target
  const target = await requireReportableTarget(ctx, viewer, {
    kind,
    id: body.target.id.toLowerCase(),
  })
  if (target.userId === viewer.userId) return ctx.refuse('own_case')
  const frozen = await captureEvidence(ctx, ctx.db, target)
  const { reason, details, illegal } = body
  const storing = ctx.db.transaction(async (tx) => {
    await enforceRateLimit(ctx, 'report', viewer.userId, tx)
    const { userId } = target
    // before the case, in the same order as a decision takes the locks
    if (reason === 'minor') await holdAccount(tx, userId)
    const trusted = await isTrustedMember(tx, viewer)
    const caseId = await findOrOpenCase(ctx, tx, { userId, reason, isTrusted: trusted })
    // sent twice at once: the other one was first
    if (await findReport(tx, id)) return
    // a decision made while this waited may have barred the member from reporting for a while
    await refuseLimited(ctx, tx)
    const report = {
      id,
      caseId,
      reporterId: viewer.userId,
      noticeId: null,
      evidenceId: await keepEvidence(ctx, tx, caseId, frozen),
      targetKind: kind,
      reason,
      details: details || null,
      explanation: reason === 'illegal' ? (illegal?.explanation ?? null) : null,
      receivedAt: ctx.now(),
      isTrusted: trusted,
    }
    await allocateReference('R', ctx.now(), (number) => insertReport(tx, report, number))
    await ctx.jobs.send(tx, 'mail_report', { reportId: id, event: 'received' })
    const by = { reporterId: viewer.userId }
    if (reason === 'minor') await suspectMinor(tx, ctx, { userId, caseId, source: 'report', by })
  })
  await storing.catch((error: unknown) => {
    // the id, which is looked up below
    if (!isUniqueViolation(error)) throw error
  })
  const made = (await findReport(ctx.db, id)) ?? ctx.refuse(codes.notFound)
  return made.reporterId === viewer.userId ? asReport(ctx, made) : ctx.refuse(codes.conflict)
}

export const listReports: Handler<typeof contract.listReports> = async (ctx, { query }) => {
  const { userId } = ctx.viewer
  const [{ lines, next }, limited] = await Promise.all([
    listOwnReports(ctx.db, userId, { after: query.before, limit: limits.reportsPerPage }),
    reportingLimit(ctx.db, userId, ctx.now()),
  ])
  const reports = await Promise.all(lines.map((row) => asReport(ctx, row)))
  await settleRead(ctx, reports)
  return { reports, next, limitedUntil: limited?.endsAt ?? null }
}

export const getReport: Handler<typeof contract.getReport> = async (ctx, { params }) => {
  const row = await findOwnReport(ctx.db, ctx.viewer.userId, params.number)
  if (!row) return ctx.refuse(codes.notFound)
  const report = await asReport(ctx, row)
  await settleRead(ctx, [report])
  return report
}

/** Their reporter knows now what was decided. */
async function settleRead(
  ctx: App & Asking & { viewer: Viewer },
  reports: readonly Report[],
): Promise<void> {
  const decided = reports.filter(({ decidedAt }) => decidedAt !== null)
  const numbers = decided.map(({ number }) => number)
  await settleDecisions(ctx, ctx.viewer.userId, numbers)
}
