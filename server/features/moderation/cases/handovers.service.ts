// Hands a case to the authorities: staff propose, an admin confirms; who reported is not in the package.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/moderation/cases.ts'
import type { Handover } from '#contract/moderation/cases.ts'
import { proofRefusal } from '#server/features/accounts/accounts.ts'
import { noteLook } from '#server/features/moderation/looks/looks.service.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Giver, Handler } from '#server/platform/http/route.ts'
import { handoverRefusal } from './cases.policy.ts'
import { findCase, holdCase } from './cases.queries.ts'
import { listEvidence } from '#server/features/moderation/reports/evidence.queries.ts'
import { asEvidence, openPhoto } from '#server/features/moderation/reports/evidence.ts'
import { hasReported, listCaseReports } from './file.queries.ts'
import {
  findHandover,
  findPersonalData,
  insertHandover,
  noteAnswer,
  type HandoverRow,
} from './handovers.queries.ts'

type Asking = App & { viewer: Viewer }

async function asHandover({ db, viewer }: Asking, row: HandoverRow): Promise<Handover> {
  const { caseId, number: _, userId: __, proposerId, ...rest } = row
  const isReporter = await hasReported(db, caseId, viewer.userId)
  return { ...rest, refusal: handoverRefusal({ ...rest, proposerId }, viewer, isReporter) }
}

export const proposeHandover: Handler<typeof contract.proposeHandover> = async (
  ctx,
  { params, body },
) => {
  const { viewer } = ctx
  const found = (await findCase(ctx.db, params.caseId, viewer.userId)) ?? ctx.refuse(codes.notFound)
  if (await hasReported(ctx.db, found.id, viewer.userId)) return ctx.refuse('own_case')
  const id = randomUUID()
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    if (!(await holdCase(tx, found.id))) return ctx.refuse(codes.notFound)
    await requireRole(tx, viewer)
    const proposal = { id, caseId: found.id, facts: body.facts, by: viewer.userId, at }
    if (!(await insertHandover(tx, proposal))) return ctx.refuse('already_pending')
    await audit(tx, {
      at,
      actorId: viewer.userId,
      action: 'handover_proposed',
      subjectId: found.userId,
      details: { case: found.number },
    })
  })
  const made = (await findHandover(ctx.db, id, viewer.userId)) ?? ctx.refuse(codes.notFound)
  return asHandover(ctx, made)
}

export const answerHandover: Handler<typeof contract.answerHandover> = async (
  ctx,
  { params, body },
) => {
  const { viewer } = ctx
  ctx.refuseIf(await proofRefusal(ctx, viewer))
  const found =
    (await findHandover(ctx.db, params.handoverId, viewer.userId)) ?? ctx.refuse(codes.notFound)
  ctx.refuseIf((await asHandover(ctx, found)).refusal as 'own_case' | null)
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const answer = { by: viewer.userId, isConfirmed: body.isConfirmed, at }
    if (!(await noteAnswer(tx, found.id, answer))) return ctx.refuse('already_decided')
    await requireRole(tx, viewer, { onlyAdmins: true })
    await audit(tx, {
      at,
      actorId: viewer.userId,
      action: 'handover_answered',
      subjectId: found.userId,
      details: { case: found.number, confirmed: body.isConfirmed },
    })
  })
  const now = (await findHandover(ctx.db, found.id, viewer.userId)) ?? ctx.refuse(codes.notFound)
  return asHandover(ctx, now)
}

/** In the order in which the portal of the authorities asks; written down before a byte is out. */
export const getHandoverPackage: Giver<typeof contract.getHandoverPackage> = async (
  ctx,
  { params },
) => {
  const { viewer } = ctx
  ctx.refuseIf(await proofRefusal(ctx, viewer))
  const found = await findHandover(ctx.db, params.handoverId, viewer.userId)
  if (found?.state !== 'confirmed') return ctx.refuse(codes.notFound)
  if (await hasReported(ctx.db, found.caseId, viewer.userId)) return ctx.refuse('own_case')
  const { caseId: id, number } = found
  await noteLook(ctx, { id, number }, await listEvidence(ctx.db, id))
  await ctx.db.transaction((tx) =>
    audit(tx, {
      at: ctx.now(),
      actorId: viewer.userId,
      action: 'handover_read',
      subjectId: found.userId,
      details: { case: found.number },
    }),
  )
  return {
    type: 'application/json',
    read: async () =>
      new TextEncoder().encode(JSON.stringify(await buildPackage(ctx, found), null, 2)),
  }
}

const MOST_REPORTS = 1_000
const withoutAuthor = <Message extends object>(message: Message) => ({ ...message, author: null })

/** What the authorities need, field by field. Who reported is not part of it. */
async function buildPackage(app: App, handover: HandoverRow): Promise<object> {
  const { caseId, userId, number, facts, proposedBy, proposedAt, answeredBy, answeredAt } = handover
  const { operator, clubName, publicUrl } = app.config
  const sealed = await listEvidence(app.db, caseId)
  const evidence = await Promise.all(
    sealed.map(async (one) => {
      const photo = one.hasPhoto ? await openPhoto(app, one.id) : null
      const bytes = photo && Buffer.from(await photo.read()).toString('base64')
      const shown = await asEvidence(app, one, userId)
      // at a table the other of the two is the reporter
      const context =
        one.kind === 'message'
          ? shown.context.map((message) =>
              message.author === shown.author ? message : withoutAuthor(message),
            )
          : shown.context
      return { ...shown, context, photoWebpBase64: bytes }
    }),
  )
  const reports = await listCaseReports(app.db, caseId, MOST_REPORTS)
  return {
    provider: { name: clubName, address: publicUrl, contact: operator.OPERATOR_EMAIL },
    reference: number,
    legalBasis: 'Art. 18 Verordnung (EU) 2022/2065',
    facts,
    proposed: { by: proposedBy, at: proposedAt },
    confirmed: { by: answeredBy, at: answeredAt },
    suspect: userId ? ((await findPersonalData(app.db, userId)) ?? null) : null,
    content: evidence,
    reports: reports.map((one) => ({
      number: one.number,
      reason: one.reason,
      receivedAt: one.receivedAt,
      location: one.location,
      details: one.details,
      explanation: one.explanation,
    })),
  }
}
