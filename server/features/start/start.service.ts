import type * as contract from '#contract/admin/admin.ts'
import { waitingLine } from '#server/features/admission/admission.ts'
import { urgencyCutoff } from '#server/features/privacy/requests/requests.policy.ts'
import { retentionWarnings } from '#server/features/privacy/privacy.ts'
import { PATIENCE_MS } from '#server/features/verification/verification.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readOpenCases, readWaiting } from './start.queries.ts'

export const getStart: Handler<typeof contract.getStart> = async (ctx) => {
  const { db, viewer } = ctx
  const now = ctx.now()
  const reports = { kind: 'reports', ...(await readOpenCases(db, viewer.userId, now)) } as const
  if (!viewer.isAdmin) return { waits: [reports] }
  const [waiting, line, warnings] = await Promise.all([
    readWaiting(db, {
      now,
      verifications: new Date(now.getTime() - PATIENCE_MS),
      requests: urgencyCutoff(now),
    }),
    waitingLine(ctx),
    retentionWarnings(ctx),
  ])
  const late = warnings.length
  return {
    waits: [
      reports,
      { kind: 'verifications', ...waiting.verifications },
      { kind: 'line', ...line, overdue: 0 },
      { kind: 'messages', ...waiting.messages },
      { kind: 'requests', ...waiting.requests },
      { kind: 'declarations', ...waiting.declarations },
      { kind: 'roles', ...waiting.roles },
      { kind: 'retention', count: late, oldest: null, overdue: late },
    ],
  }
}
