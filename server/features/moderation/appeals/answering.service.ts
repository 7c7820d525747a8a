// Staff list and decide appeals: what is granted is lifted, and nobody answers about their own decision.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/moderation/appeals.ts'
import type { AppealLine } from '#contract/moderation/appeals.ts'
import { limits } from '#contract/limits.ts'
import { needsSecondAdmin } from '#server/features/moderation/cases/cases.policy.ts'
import { countDesk } from '#server/features/moderation/cases/cases.queries.ts'
import { reopenReport } from '#server/features/moderation/cases/reopening.service.ts'
import { layPhotoBack } from '#server/features/members/members.ts'
import { lift } from '#server/features/moderation/statements/imposing.service.ts'
import { requireReturnProof } from '#server/features/moderation/statements/keepingOut.service.ts'
import { statementById } from '#server/features/moderation/statements/statements.service.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { transactionWithRetry, type Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { mailLanguage } from '#server/text/words.ts'
import { answerRefusal } from './appeals.policy.ts'
import { findLine, listLines, noteAnswer, type AppealRow } from './appeals.queries.ts'

function asLine({ viewer, now }: App & { viewer: Viewer }, row: AppealRow): AppealLine {
  const { userId, aboutId: _, hasReported: __, hasDecided: ___, ...more } = row
  const { statementId: ____, reportId: _____, banId: ______, ...shown } = more
  const { kind, facts, rule, endsAt, liftedAt, by, at, ...rest } = shown
  return {
    ...rest,
    language: userId === null ? null : mailLanguage(row.language, 'en'),
    decision: { kind, facts, rule, endsAt, liftedAt, by, at },
    isOverdue: row.decidedAt === null && Date.parse(row.dueAt) <= now().getTime(),
    refusal: answerRefusal(row, viewer),
  }
}

export const listAppeals: Handler<typeof contract.listAppeals> = async (ctx, { query }) => {
  const { userId: viewerId } = ctx.viewer
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: viewerId, action: 'appeals_viewed' })
  const page = { after: query.after, limit: limits.casesPerPage }
  const [{ lines, next }, { appeals: open, admins }] = await Promise.all([
    listLines(ctx.db, { ...page, isOpen: query.state !== 'decided', viewerId }),
    countDesk(ctx.db, viewerId, at),
  ])
  const appeals = lines.map((row) => asLine(ctx, row))
  return { appeals, next, open, needsSecondAdmin: needsSecondAdmin(admins) }
}

/** All of it or nothing: the answer, what it lifts, the mail and the trace. */
export const decideAppeal: Handler<typeof contract.decideAppeal> = async (
  ctx,
  { params, body },
) => {
  const { viewer } = ctx
  const found =
    (await findLine(ctx.db, params.appealId, viewer.userId)) ?? ctx.refuse(codes.notFound)
  ctx.refuseIf(answerRefusal(found, viewer))
  const { statementId } = found
  const at = ctx.now()
  const answer = (photoId: string | null) =>
    transactionWithRetry(ctx.db, async (tx) => {
      if (found.userId) await holdAccount(tx, found.userId)
      await requireRole(tx, viewer)
      // the viewer may have decided the case it is about a moment ago
      const now = (await findLine(tx, found.id, viewer.userId)) ?? ctx.refuse(codes.notFound)
      ctx.refuseIf(answerRefusal(now, viewer))
      if (!(await noteAnswer(tx, found.id, { ...body, by: viewer.userId, at })))
        return ctx.refuse('already_decided')
      if (body.isGranted)
        await grant(ctx, tx, now, { by: viewer.userId, reason: body.answer, photoId })
      await ctx.jobs.send(tx, 'mail_appeal', { appealId: found.id, event: 'decided' })
      await audit(tx, {
        at,
        actorId: viewer.userId,
        action: 'appeal_decided',
        subjectId: found.userId,
        details: {
          number: found.number,
          ...(found.caseNumber && { case: found.caseNumber }),
          granted: body.isGranted,
        },
      })
    })
  await (body.isGranted && statementId ? layPhotoBack(ctx, statementId, answer) : answer(null))
  const now = (await findLine(ctx.db, found.id, viewer.userId)) ?? ctx.refuse(codes.notFound)
  return asLine(ctx, now)
}

type Ctx = Parameters<Handler<typeof contract.decideAppeal>>[0]
type Why = { by: string; reason: string; photoId: string | null }

async function grant(ctx: Ctx, tx: Sql, appeal: AppealRow, why: Why) {
  if (appeal.reportId) await reopenReport(tx, ctx, appeal.reportId)
  // the ban takes the suspension along; left standing, it would go on where the objection was granted
  const objectedTo = appeal.banId ?? appeal.statementId
  const statement = objectedTo && (await statementById(tx, objectedTo))
  if (!statement) return
  await requireReturnProof(tx, ctx, statement)
  await lift(tx, ctx, statement, why)
}
