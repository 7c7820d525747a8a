// The desk's cases: their list, the file of one and its photos, each look on record; naming its member.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/moderation/cases.ts'
import type { CaseFile, CaseLine } from '#contract/moderation/cases.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { findMailLanguage, proofRefusal } from '#server/features/accounts/accounts.ts'
import { suspectMinor } from '#server/features/moderation/minors/minors.service.ts'
import { keepingOutRefusal } from '#server/features/moderation/statements/keepingOut.service.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { transactionWithRetry, type Sql } from '#server/platform/database/database.ts'
import { formatCursor, parseCursor } from '#server/platform/lists/cursor.ts'
import type { Giver, Handler } from '#server/platform/http/route.ts'
import { decisionRefusal, handoverRefusal, needsSecondAdmin } from './cases.policy.ts'
import {
  countDesk,
  deleteCase,
  findCase,
  findOpenCase,
  inheritUrgency,
  listDecidedCases,
  listOpenCases,
  lockUnnamed,
  nameCase,
  type CaseRow,
  type QueuePlace,
} from './cases.queries.ts'
import { excerpt } from '#contract/excerpt.ts'
import { listEvidence, moveEvidence } from '#server/features/moderation/reports/evidence.queries.ts'
import {
  asEvidence,
  captureEvidence,
  keepEvidence,
  openPhoto,
} from '#server/features/moderation/reports/evidence.ts'
import { noteLook } from '#server/features/moderation/looks/looks.service.ts'
import { listCaseReports, listDecisions, findInvolvement } from './file.queries.ts'
import { listHandovers, moveHandovers } from './handovers.queries.ts'
import { listPeople } from './people.queries.ts'
import { toUrgency } from '#server/features/moderation/reports/reports.policy.ts'
import { moveReports } from '#server/features/moderation/reports/reports.queries.ts'
import { findNamed, listStanding } from '#server/features/moderation/reports/targets.queries.ts'

/** Characters of it that a list shows. */
const BEGINNING = 160
type Beginning = Pick<contract.ListedCase, 'words' | 'room'>
const SEALED: Beginning = { words: null, room: null }

const QUEUED = /^(1|4|72)(\+?) (.+)$/
/** Where a page of open cases ended: how urgent its last one was, whether trusted, and its place among those. */
function parseQueuePlace(text = ''): QueuePlace | null {
  const [, hours, trusted, rest] = QUEUED.exec(text) ?? []
  const place = parseCursor(rest)
  return place && { ...place, hours: Number(hours), isTrusted: trusted === '+' }
}
const formatQueuePlace = ({ hours, isTrusted, openedAt, id }: CaseRow) =>
  `${hours}${isTrusted ? '+' : ''} ${formatCursor({ at: openedAt, id })}`

async function pageOfCases(
  on: Sql,
  viewerId: string,
  { state, after }: InputOf<typeof contract.listCases>['query'],
) {
  const page = { viewerId, limit: limits.casesPerPage }
  if (state === 'decided') return listDecidedCases(on, { ...page, after })
  const { lines, hasMore } = await listOpenCases(on, { ...page, after: parseQueuePlace(after) })
  const last = hasMore ? lines.at(-1) : undefined
  return { lines, next: last ? formatQueuePlace(last) : null }
}

function asLine({ hours, ...row }: CaseRow, now: Date): CaseLine {
  return {
    ...row,
    urgency: toUrgency(hours),
    isOverdue: row.decidedAt === null && Date.parse(row.dueAt) <= now.getTime(),
    state: row.decidedAt ? 'decided' : 'open',
  }
}

export const listCases: Handler<typeof contract.listCases> = async (ctx, { query }) => {
  const { userId } = ctx.viewer
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: userId, action: 'cases_viewed' })
  const [{ lines, next }, counts] = await Promise.all([
    pageOfCases(ctx.db, userId, query),
    countDesk(ctx.db, userId, at),
  ])
  const { admins, ...rest } = counts
  const beginnings = await readBeginnings(
    ctx,
    lines.map(({ id }) => id),
  )
  return {
    cases: lines.map((row) => ({ ...asLine(row, at), ...(beginnings.get(row.id) ?? SEALED) })),
    next,
    ...rest,
    needsSecondAdmin: needsSecondAdmin(admins),
  }
}

/**
 * How what was reported begins, as far as its room still shows it. Sealed evidence is not opened for
 * a list: a look at one is on record as a look at the list, with nobody's name, and an open desk asks
 * for it every minute. What is sealed is read in the case, where each reading is on record.
 */
async function readBeginnings({ db }: App, caseIds: string[]): Promise<Map<string, Beginning>> {
  const standing = await listStanding(db, caseIds)
  return new Map(
    standing.map(({ caseId, text, room }) => [caseId, { words: excerpt(text, BEGINNING), room }]),
  )
}

/** The whole file as its reader may see it; null when there is none, or it is about them. */
export async function readCaseFile(
  app: App & { viewer: Viewer },
  caseId: string,
): Promise<CaseFile | null> {
  const { db, viewer } = app
  const row = await findCase(db, caseId, viewer.userId)
  if (!row) return null
  const at = app.now()
  const [reports, decisions, handovers, sealed, part, counts, keepOutRefusal] = await Promise.all([
    listCaseReports(db, caseId, limits.reportsPerPage),
    listDecisions(db, caseId),
    listHandovers(db, caseId),
    listEvidence(db, caseId),
    findInvolvement(db, caseId, viewer.userId),
    countDesk(db, viewer.userId, at),
    row.userId === null ? null : keepingOutRefusal(app, row.userId),
  ])
  await noteLook(app, row, sealed)
  const ids = reports.flatMap(({ reporterId }) => reporterId ?? [])
  const people = await listPeople(db, [...ids, ...(row.userId ? [row.userId] : [])], {
    now: at,
    viewerId: viewer.userId,
  })
  const byId = new Map(people.map((person) => [person.id, person]))
  const personOf = (id: string | null) => (id && byId.get(id)) || null
  return {
    ...asLine(row, at),
    version: row.version,
    about: personOf(row.userId),
    language: row.userId === null ? null : await findMailLanguage(db, row.userId),
    evidence: await Promise.all(sealed.map((one) => asEvidence(app, one, row.userId))),
    latest: reports.map(({ reporterId, ...one }) => ({ ...one, reporter: personOf(reporterId) })),
    decisions,
    handovers: handovers.map((one) => {
      const { caseId: _, number: __, userId: ___, proposerId: ____, ...shown } = one
      return { ...shown, refusal: handoverRefusal(one, viewer, part.hasReported) }
    }),
    refusal: decisionRefusal(row, viewer, part),
    keepOutRefusal,
    needsSecondAdmin: needsSecondAdmin(counts.admins),
  }
}

export const getCase: Handler<typeof contract.getCase> = async (ctx, { params }) => {
  const found = await findCase(ctx.db, params.caseId, ctx.viewer.userId)
  if (!found) return ctx.refuse(codes.notFound)
  // on record before anything of it is read
  const looking = { at: ctx.now(), actorId: ctx.viewer.userId, subjectId: found.userId }
  const entry = { ...looking, action: 'case_viewed', details: { case: found.number } } as const
  // one that names nobody yet, or another of the same member, is not the same
  await auditRepeated(ctx, entry, { of: found.id })
  return (await readCaseFile(ctx, found.id)) ?? ctx.refuse(codes.notFound)
}

export const getEvidencePhoto: Giver<typeof contract.getEvidencePhoto> = async (
  ctx,
  { params },
) => {
  const found = await openPhoto(ctx, params.evidenceId)
  if (!found || found.userId === ctx.viewer.userId) return ctx.refuse(codes.notFound)
  const evidence = params.evidenceId.toLowerCase()
  const looking = { at: ctx.now(), actorId: ctx.viewer.userId, subjectId: found.userId }
  const entry = { ...looking, action: 'evidence_viewed', details: { evidence } } as const
  await auditRepeated(ctx, entry, { of: evidence })
  return { type: 'image/webp', read: found.read }
}

/** What a notice speaks of joins the case its member has already, if there is one. */
export const nameMember: Handler<typeof contract.nameMember> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const found = (await findCase(ctx.db, params.caseId, viewer.userId)) ?? ctx.refuse(codes.notFound)
  if (found.userId || found.decidedAt) return ctx.refuse('already_decided')
  const suspends = found.reasons.includes('minor')
  if (suspends) ctx.refuseIf(await proofRefusal(ctx, viewer))
  const target = await findNamed(ctx.db, body.username)
  if (!target) return ctx.refuse(codes.notFound)
  if (target.userId === viewer.userId) return ctx.refuse('own_case')
  const frozen = await captureEvidence(ctx, ctx.db, target)
  const joined = await transactionWithRetry(ctx.db, async (tx) => {
    await holdAccount(tx, target.userId)
    await requireRole(tx, viewer)
    if (!(await lockUnnamed(tx, found.id))) return ctx.refuse('already_decided')
    const open = await findOpenCase(tx, target.userId)
    const into = open?.id ?? found.id
    if (!open) await nameCase(tx, found.id, target.userId)
    else {
      const moved = { from: found.id, to: open.id, by: viewer.userId, at: ctx.now() }
      if (!(await moveHandovers(tx, moved))) return ctx.refuse('already_pending')
      await inheritUrgency(tx, open.id, found.id)
      await moveEvidence(tx, found.id, open.id)
      await moveReports(tx, found.id, open.id)
      await deleteCase(tx, found.id)
    }
    await keepEvidence(ctx, tx, into, frozen)
    await audit(tx, {
      at: ctx.now(),
      actorId: viewer.userId,
      action: 'case_assigned',
      subjectId: target.userId,
      details: { case: found.number },
    })
    const by = { staffId: viewer.userId }
    if (suspends)
      await suspectMinor(tx, ctx, { userId: target.userId, caseId: into, source: 'notice', by })
    return into
  })
  return { caseId: joined }
}
