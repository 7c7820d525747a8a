import type * as contract from '#contract/admin/admin.ts'
import { waitingLine } from '#server/features/admission/admission.ts'
import { needsSecondAdmin } from '#server/features/moderation/cases/cases.policy.ts'
import { listAdmins } from '#server/platform/member-rules/staff.ts'
import { isUrgentSql, retentionWarnings } from '#server/features/privacy/privacy.ts'
import { PATIENCE_MS } from '#server/features/verification/verification.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readOpenCases, readWaiting } from './start.queries.ts'

export const getStart: Handler<typeof contract.getStart> = async (ctx) => {
  const { db, viewer } = ctx
  const now = ctx.now()
  const reports = { kind: 'reports', ...(await readOpenCases(db, viewer.userId, now)) } as const
  const admins = await listAdmins(db, now)
  const alone = { needsSecondAdmin: needsSecondAdmin(admins.length) }
  if (!viewer.isAdmin) return { waits: [reports], ...alone }
  const [waiting, line, warnings] = await Promise.all([
    readWaiting(db, {
      now,
      verifications: new Date(now.getTime() - PATIENCE_MS),
      requests: isUrgentSql(now),
    }),
    waitingLine(ctx),
    retentionWarnings(ctx),
  ])
  const late = warnings.length
  return {
    waits: [
      reports,
      {
        kind: 'verifications',
        ...waiting.verifications,
        due: findDueTime(waiting.verifications.oldest, PATIENCE_MS),
      },
      { kind: 'line', ...line, due: null, overdue: 0 },
      { kind: 'messages', ...waiting.messages },
      { kind: 'requests', ...waiting.requests },
      { kind: 'declarations', ...waiting.declarations },
      { kind: 'roles', ...waiting.roles },
      { kind: 'retention', count: late, oldest: null, due: null, overdue: late },
    ],
    ...alone,
  }
}

const findDueTime = (since: string | null, patienceMs: number): string | null =>
  since && new Date(Date.parse(since) + patienceMs).toISOString()
