import type { NetRateName } from '#contract/nets.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { enforceNetLimit } from '#server/platform/limits/nets.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'

type Post = {
  /** What the receipt's reference begins with. */
  letter: string
  /** Answers false when the id or the reference is taken. */
  insert(on: Sql, reference: string): Promise<boolean>
  sent(on: Sql, reference: string): Promise<{ reference: string; isSame: boolean } | undefined>
  /** Who is counted how. */
  spend: { perAddress: NetRateName; perEmail: 'contact' | 'notice'; email: string | null }
  /** What belongs to its arrival. */
  arrived(on: Sql, reference: string): Promise<void>
}

/**
 * Takes something in once: a repeat gets the first receipt and costs nothing, other words under the
 * same id are refused. Rates, row and mail are one transaction.
 */
export async function receive(ctx: Context<'visitor'>, post: Post): Promise<{ reference: string }> {
  return allocateReference(post.letter, ctx.now(), async (reference) => {
    const isNew = await ctx.db.transaction(async (tx) => {
      if (!(await post.insert(tx, reference))) return false
      const { perAddress, perEmail, email } = post.spend
      // a member is counted alone, no matter who else shares the network address
      if (ctx.viewer) await enforceRateLimit(ctx, perEmail, ctx.viewer.userId, tx)
      else await enforceNetLimit(ctx, perAddress, tx)
      if (email !== null) await enforceRateLimit(ctx, perEmail, normalizeMailbox(email), tx)
      await post.arrived(tx, reference)
      return true
    })
    if (isNew) return { reference }
    const sent = await post.sent(ctx.db, reference)
    if (sent?.isSame) return { reference: sent.reference }
    if (sent) return ctx.refuse('invalid_input', { errors: [{ path: 'id', message: 'invalid' }] })
    return null
  })
}
