// Decides a case: its restrictions, statements, mails and traces come with the decision, or none of it does.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/moderation/cases.ts'
import { limits } from '#contract/limits.ts'
import { settleSubscription } from '#server/features/billing/billing.ts'
import { readPhotoFiles, type PhotoFiles } from '#server/features/members/members.ts'
import { settleAge } from '#server/features/moderation/minors/minors.service.ts'
import { ring } from '#server/features/notifications/notifications.ts'
import { warnOfScam } from '#server/features/moderation/scams/scams.service.ts'
import { impose, type Effect } from '#server/features/moderation/statements/imposing.service.ts'
import {
  requireLeaveToKeepOut,
  type KeepOutLeave,
} from '#server/features/moderation/statements/keepingOut.service.ts'
import { holdAccounts } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { decisionRefusal, caseSource } from './cases.policy.ts'
import { closeCase, findCase, insertDecision, type CaseRow } from './cases.queries.ts'
import { readCaseFile } from './cases.service.ts'
import { listEvidence } from '#server/features/moderation/reports/evidence.queries.ts'
import { readEvidence } from '#server/features/moderation/reports/evidence.ts'
import { findInvolvement } from './file.queries.ts'
import { answerMisuse } from './misuse.ts'
import {
  listReporters,
  listReportsInCase,
  markUnfounded,
} from '#server/features/moderation/reports/reports.queries.ts'
import { holdSource, isGone } from '#server/features/moderation/reports/targets.queries.ts'

type Ctx = Parameters<Handler<typeof contract.decideCase>>[0]
type Body = Parameters<Handler<typeof contract.decideCase>>[1]['body']

/** All of it or nothing: the decision, every restriction with its statement, mails and traces. */
export const decideCase: Handler<typeof contract.decideCase> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const found = (await findCase(ctx.db, params.caseId, viewer.userId)) ?? ctx.refuse(codes.notFound)
  ctx.refuseIf(
    decisionRefusal(found, viewer, await findInvolvement(ctx.db, found.id, viewer.userId)),
  )
  const endsAt = readEnd(ctx, body)
  const at = ctx.now()
  const photos = await readPhotos(ctx, found, body.removes)
  await ctx.db.transaction(async (tx) => {
    const reporters = await listReporters(tx, found.id)
    await holdAccounts(tx, [...reporters, ...(found.userId ? [found.userId] : [])])
    await requireRole(tx, viewer)
    if (!(await closeCase(tx, found.id, at))) return ctx.refuse('already_decided')
    // read again, now that nobody else decides or names anybody
    const now = (await findCase(tx, found.id, viewer.userId)) ?? ctx.refuse(codes.notFound)
    const part = await findInvolvement(tx, found.id, viewer.userId)
    ctx.refuseIf(decisionRefusal({ ...now, decidedAt: null }, viewer, part))
    if (now.reports !== body.reports) return ctx.refuse('more_reported')
    // what bears on it may have changed without a report: an age that is in question, evidence, a name
    if (body.version !== undefined && now.version !== body.version)
      return ctx.refuse('more_reported')
    await insertDecision(tx, {
      id: randomUUID(),
      caseId: found.id,
      kind: body.kind,
      by: viewer.userId,
      aboutId: now.userId,
      facts: body.grounds?.facts ?? null,
      rule: body.grounds?.rule ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      at,
    })
    await restrict(ctx, tx, now, { ...body, endsAt, photos })
    await answerAge(ctx, tx, now, body)
    for (const reporterId of await markUnfounded(tx, found.id, body.unfounded ?? [], at))
      await answerMisuse(tx, ctx, reporterId, { by: viewer.userId, caseId: found.id })
    if (body.kind === 'ban') await warnOfScam(tx, ctx, found.id, body.grounds?.rule ?? '')
    for (const { id: reportId, number, reporterId } of await listReportsInCase(tx, found.id)) {
      await ctx.jobs.send(tx, 'mail_report', { reportId, event: 'decided' })
      if (reporterId)
        await ring(tx, { kind: 'decision', userId: reporterId, reference: number, at })
    }
    await audit(tx, {
      at,
      actorId: viewer.userId,
      action: 'case_decided',
      subjectId: now.userId,
      details: { case: found.number, decision: body.kind },
    })
  })
  return (await readCaseFile(ctx, found.id)) ?? ctx.refuse(codes.notFound)
}

const invalid = (path: string) => ({ errors: [{ path, message: 'invalid' }] })

/** When what lasts for a time ends: not in the past, and not further away than it may be. */
function readEnd(ctx: Ctx, { kind, until }: Body): Date | null {
  if (kind !== 'limit_posting' && kind !== 'suspend') return null
  const now = ctx.now().getTime()
  const end = Date.parse(until ?? '')
  const isFit = end > now && end <= now + limits.measureDays * DAY_MS
  return isFit ? new Date(end) : ctx.refuse('invalid_input', invalid('until'))
}

/**
 * Whatever is decided says how old they are, where that was open: a minor gets their money back, since
 * nothing they agreed to binds them (§ 108 BGB), and goes; to anybody else their account is given back.
 */
async function answerAge(ctx: Ctx, tx: Sql, { userId }: CaseRow, { kind }: Body): Promise<void> {
  if (!userId) return
  const outcome = kind === 'minor' ? 'minor' : 'adult'
  const wasOpen = await settleAge(tx, ctx, { userId, outcome, by: ctx.viewer.userId })
  if (kind !== 'minor') return
  if (!wasOpen) return ctx.refuse('invalid_input', invalid('kind'))
  await ctx.jobs.send(tx, 'delete_minor', { userId })
}

type Photos = ReadonlyMap<string, PhotoFiles | null>

/** The files of the photos that are to go, before anybody waits for what happens to them. */
async function readPhotos(ctx: Ctx, { id, userId }: CaseRow, removes: Body['removes'] = []) {
  const photos = new Map<string, PhotoFiles | null>()
  if (!userId || removes.length === 0) return photos
  const wanted = new Set(removes.map((one) => one.toLowerCase()))
  for (const { id: evidenceId, kind, sourceId } of await listEvidence(ctx.db, id))
    if (kind === 'photo' && sourceId && wanted.has(evidenceId))
      photos.set(sourceId, await readPhotoFiles(ctx, userId, sourceId))
  return photos
}

async function restrict(
  ctx: Ctx,
  tx: Sql,
  found: CaseRow,
  {
    kind,
    grounds,
    removes = [],
    endsAt,
    photos,
  }: Pick<Body, 'kind' | 'grounds' | 'removes'> & { endsAt: Date | null; photos: Photos },
): Promise<void> {
  const { id: caseId, userId } = found
  if (kind === 'no_breach' || !grounds) return
  // nobody is known, or nobody is left, to be restricted
  if (!userId) return ctx.refuse(codes.notFound)
  const effect = await chooseEffect(ctx, tx, userId, { kind, endsAt })
  // before the ban, which pays back less
  if (kind === 'minor') await settleSubscription(tx, ctx, userId, 'minor')
  const source = caseSource(found)
  const by = ctx.viewer.userId
  const base = { userId, ...grounds, source, caseId, by } as const
  const wanted = new Set(removes.map((id) => id.toLowerCase()))
  const evidence = (await listEvidence(tx, caseId)).filter(({ id }) => wanted.has(id))
  if (evidence.length < wanted.size) return ctx.refuse('invalid_input', invalid('removes'))
  const removals = []
  for (const one of evidence) {
    const { kind: of, sourceId } = one
    const { text, ...words } = await readEvidence(ctx, one)
    const files = sourceId === null ? null : (photos.get(sourceId) ?? null)
    const removal = { kind: of, sourceId, text, files }
    await holdSource(tx, { kind: of, sourceId, userId })
    // what stands there by now was never judged
    if (await isGone(tx, { ...removal, ...words, userId }))
      return ctx.refuse('invalid_input', invalid('removes'))
    removals.push(removal)
  }
  // every lock is taken before the first entry in the audit log: after that nothing may wait
  if (effect) await impose(tx, ctx, { ...base, ...effect })
  for (const removal of removals) await impose(tx, ctx, { ...base, kind: 'removal', removal })
}

async function chooseEffect(
  ctx: Ctx,
  tx: Sql,
  userId: string,
  { kind, endsAt }: { kind: Body['kind']; endsAt: Date | null },
): Promise<Effect | null> {
  if (kind === 'warn') return { kind: 'warning' }
  if (kind === 'ban' || kind === 'minor')
    return { kind: 'ban', leave: await takeLeave(ctx, tx, userId) }
  if (endsAt && kind === 'limit_posting') return { kind: 'posting_limit', endsAt }
  if (endsAt && kind === 'suspend')
    return { kind: 'suspension', endsAt, leave: await takeLeave(ctx, tx, userId) }
  return null
}

/** So many an hour and no more by one of the staff, since a stolen session could empty the club; whoever may be a minor stays out without it. */
async function takeLeave(ctx: Ctx, tx: Sql, userId: string): Promise<KeepOutLeave> {
  const leave = await requireLeaveToKeepOut(tx, ctx, userId)
  await enforceRateLimit(ctx, 'keepOut', ctx.viewer.userId, tx)
  return leave
}
