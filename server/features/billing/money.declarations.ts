import type * as contract from '#contract/money.ts'
import { proofRefusal } from '#server/features/auth/proof.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database.ts'
import type { Handler } from '#server/platform/route.ts'
import { carryOut } from './declarations.matching.ts'
import { findDeclaration, holdState, type Declaration } from './declarations.queries.ts'
import { contractNumbered, noteSettlement } from './money.declarations.queries.ts'
import { isOver } from './subscription.state.ts'

type Ctx = Context<'admin', (typeof contract.settleDeclaration.errors)[number]>

/** All of it or nothing: what a person makes of a declaration, what follows for the contract, its mail and its trace. */
export const settleDeclaration: Handler<typeof contract.settleDeclaration> = async (
  ctx,
  { params: { declarationId }, body: { number, note } },
) => {
  const declared = await findDeclaration(ctx.db, declarationId)
  if (!declared) return ctx.refuse('PGRST116')
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  const by = ctx.viewer.userId
  await ctx.db.begin(async (tx) => {
    const known = await holdState(tx, declarationId)
    if (known?.state !== 'waiting') return ctx.refuse('already_decided')
    const found = number ? await ended(ctx, tx, number, declared) : null
    const subscriptionId = found?.id ?? known.subscriptionId
    await noteSettlement(tx, declarationId, { subscriptionId, note, by, at })
    if (found) await ctx.jobs.send(tx, 'mail_declaration_matched', { declarationId })
    await audit(tx, {
      at,
      actorId: by,
      action: 'declaration_settled',
      subjectId: found?.userId ?? null,
      details: {
        declaration: declarationId,
        reference: declared.reference,
        subscription: found?.id ?? null,
      },
    })
  })
  return { done: true }
}

/** The contract with this number, ended as declared. */
async function ended(ctx: Ctx, on: Sql, number: string, declared: Declaration) {
  const found = await contractNumbered(on, number)
  if (!found || isOver(found)) return ctx.refuse('nothing_to_cancel')
  if (!(await carryOut(ctx, on, found.id, declared))) return ctx.refuse('nothing_to_cancel')
  return found
}
