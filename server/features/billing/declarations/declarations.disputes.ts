import type * as contract from '#contract/billing/declarations.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { findDisputable, holdState, noteDisputed } from './declarations.queries.ts'
import { disputeDeclared } from '#server/features/billing/subscriptions/subscriptions.service.ts'

/**
 * Takes back what somebody else declared, as if it had never been, or says by mail why it stays;
 * repeating it changes nothing.
 */
export const disputeDeclaration: Handler<typeof contract.disputeDeclaration> = async (
  ctx,
  { body: { token } },
) => {
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const found = await findDisputable(tx, secretHash(token), at)
    if (!found) return ctx.refuse('invalid_link')
    const { id: declarationId, reference, receivedAt, userId: subjectId } = found
    const known = await holdState(tx, declarationId)
    if (!known || known.state === 'disputed') return
    const stays =
      known.subscriptionId !== null &&
      !(await disputeDeclared(ctx, tx, known.subscriptionId, new Date(receivedAt)))
    if (!stays) await noteDisputed(tx, declarationId)
    // said again after a lost answer: it was explained just now
    else if ((await countAttempt(ctx, tx, 'trace', `disputed ${declarationId}`)) !== null) return
    await ctx.jobs.send(tx, 'mail_declaration_disputed', { declarationId, stays })
    const details = { declaration: declarationId, reference }
    await audit(tx, { at, actorId: null, action: 'declaration_disputed', subjectId, details })
  })
  return { done: true }
}
