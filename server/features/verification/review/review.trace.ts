import type { ErrorCode } from '#contract/errors.ts'
import { audit, auditRepeated, type AuditEntry } from '#server/platform/limits/audit.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'

type Ctx = App & Refusing<never> & { viewer: Viewer }

/**
 * Writes down what an admin is about to see, committed when it resolves: what cannot be written
 * down is not shown. Of what is `isRepeated`, once a minute will do.
 */
export async function traceViewing(
  ctx: Ctx,
  entry: Omit<AuditEntry, 'at' | 'actorId'>,
  { isRepeated = false }: { isRepeated?: boolean } = {},
): Promise<void> {
  const whole = { ...entry, at: ctx.now(), actorId: ctx.viewer.userId }
  try {
    await (isRepeated ? auditRepeated(ctx, whole) : audit(ctx.db, whole))
  } catch (error) {
    ctx.log.error({ err: error, action: entry.action }, 'the audit log cannot be written')
    ctx.refuse('unavailable', { retryAfter: 1 })
  }
}

/** Refuses, if there is a reason to, what an admin may not do with a submission, and writes that down. */
export async function traceRefusal<Code extends ErrorCode>(
  ctx: App & { viewer: Viewer } & Refusing<Code>,
  { id, userId }: { id: string; userId: string | null },
  reason: Code | null,
): Promise<void> {
  if (reason === null) return
  const details = { submission: id, reason }
  await traceViewing(
    ctx,
    { action: 'admin_refused', subjectId: userId, details },
    { isRepeated: true },
  )
  ctx.refuse(reason)
}
