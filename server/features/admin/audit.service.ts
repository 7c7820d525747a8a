import type * as contract from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { auditRepeated } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { listActions, listEntries, type AuditRow } from './audit.queries.ts'

export const listAudit: Handler<typeof contract.listAudit> = async (ctx, { query }) => {
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: ctx.viewer.userId, action: 'audit_viewed' })
  const actions = await listActions(ctx.db)
  const { lines, hasMore } = await listEntries(ctx.db, {
    action: query.action ?? null,
    actor: query.actor || null,
    before: query.before ? Number(query.before) : null,
    limit: limits.auditPerPage,
    viewerId: ctx.viewer.userId,
  })
  return { entries: lines.map(toLine), hasMore, actions }
}

const toLine = ({ details, ...entry }: AuditRow): contract.AuditLine => ({
  ...entry,
  details: Object.entries(details).map(([name, value]) => ({ name, value: String(value) })),
})
