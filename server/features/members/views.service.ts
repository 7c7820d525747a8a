import { countAttempt, spacingAttempts } from '#server/platform/limits/attempts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import { sql } from '#server/platform/database/database.ts'

type Ctx = App & Refusing<never> & { viewer: Viewer }

const USE = 'profile views'
const DAY_SECONDS = 86_400

/**
 * Counts a profile somebody opens, each once in 24 hours, and refuses beyond the budget (control
 * C-02). Of a pair only a value made with the club's key is kept: nobody reads from it who looked at whom.
 */
export async function countView(ctx: Ctx, memberId: string): Promise<void> {
  const { userId } = ctx.viewer
  if (memberId === userId) return
  const pair = await ctx.strongbox.mark(USE, `${userId} ${memberId}`)
  const first = spacingAttempts(
    'profileViewed',
    sql`(select ${pair}::bytea as identifier, ${ctx.now().toISOString()}::timestamptz as at,
      ${DAY_SECONDS}::int as seconds) one`,
  )
  const retryAfter = await ctx.db.transaction(async (tx) => {
    await tx.run(sql`savepoint view`)
    if ((await tx.run(first)) === 0) return null
    const wait = await countAttempt(ctx, tx, 'profileView', userId)
    // what was refused was not seen: it would be free the next time
    if (wait !== null) await tx.run(sql`rollback to savepoint view`)
    return wait
  })
  if (retryAfter === null) return
  await alertStaff(ctx)
  ctx.refuse('too_many_attempts', { retryAfter })
}

/** Aloud once a day, in the log and in the audit log. */
async function alertStaff(ctx: Ctx): Promise<void> {
  const { userId } = ctx.viewer
  if ((await countAttempt(ctx, ctx.db, 'profileViewAlarm', userId)) !== null) return
  ctx.log.warn({ memberId: userId }, 'a member opens unusually many profiles')
  await audit(ctx.db, {
    at: ctx.now(),
    actorId: userId,
    action: 'profile_views_unusual',
  })
}
