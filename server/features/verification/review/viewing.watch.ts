import { countAttempt } from '#server/platform/limits/attempts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import { traceViewing } from './review.trace.ts'

type Ctx = App & Refusing<never> & { viewer: Viewer }

/**
 * Counts the images an admin opens (control B4). More than reviewing usually takes is said aloud
 * once an hour, in the log and in the audit log; far more than that is refused.
 */
export async function watchViews(ctx: Ctx): Promise<void> {
  const { userId } = ctx.viewer
  const retryAfter = await countAttempt(ctx, ctx.db, 'idView', userId)
  if (retryAfter !== null) {
    const details = { reason: 'too_many_attempts' }
    await traceViewing(ctx, { action: 'admin_refused', details }, { isRepeated: true })
    return ctx.refuse('too_many_attempts', { retryAfter })
  }
  const isUsual = (await countAttempt(ctx, ctx.db, 'idViewUsual', userId)) === null
  if (isUsual || (await countAttempt(ctx, ctx.db, 'idViewAlarm', userId)) !== null) return
  ctx.log.warn({ adminId: userId }, 'an admin opens unusually many identity documents')
  await traceViewing(ctx, { action: 'id_views_unusual' })
}
