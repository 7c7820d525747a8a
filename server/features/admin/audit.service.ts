import type * as contract from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { auditRepeated } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { toLogged, toShown } from './audit.policy.ts'
import { listActions, listEntries, listHidden, type AuditRow } from './audit.queries.ts'

export const listAudit: Handler<typeof contract.listAudit> = async (ctx, { query }) => {
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: ctx.viewer.userId, action: 'audit_viewed' })
  const hidden = await listHidden(ctx.db, ctx.viewer.userId)
  const actions = await listActions(ctx.db, hidden)
  const { lines, hasMore } = await listEntries(ctx.db, {
    action: query.action ?? null,
    actor: query.actor || null,
    before: query.before ? toLogged(hidden, Number(query.before)) : null,
    limit: limits.auditPerPage,
    hidden,
  })
  const shown = lines.map((line) => toLine({ ...line, id: toShown(hidden, line.id) }))
  return { entries: shown, hasMore, actions }
}

const toLine = ({ details, ...entry }: AuditRow): contract.AuditLine => ({
  ...entry,
  details: Object.entries(details).map(([name, value]) => ({ name, value: String(value) })),
})
