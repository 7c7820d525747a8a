// An admin settles a cancellation or withdrawal that waits for a person: which contract it ends, if any.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/billing/backOffice.ts'
import { proofRefusal } from '#server/features/accounts/accounts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import type { Context } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { carryOut } from '#server/features/billing/declarations/declarations.matching.ts'
import {
  findDeclaration,
  holdState,
  type Declaration,
  type DeclarationState,
} from '#server/features/billing/declarations/declarations.queries.ts'
import {
  contractNumbered,
  findNumberedContract,
  noteSettlement,
} from './backOffice.declarations.queries.ts'
import { isOver } from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import {
  disputeDeclared,
  terminate,
} from '#server/features/billing/subscriptions/subscriptions.service.ts'

type Ctx = Context<'admin', (typeof contract.settleDeclaration.errors)[number]>

/** All of it or nothing: what a person makes of a declaration, what follows for the contract, its mail and its trace. */
export const settleDeclaration: Handler<typeof contract.settleDeclaration> = async (
  ctx,
  { params: { declarationId }, body: { number, note, endsAtOnce = false } },
) => {
  const declared = await findDeclaration(ctx.db, declarationId)
  if (!declared) return ctx.refuse(codes.notFound)
  if (endsAtOnce && !declared.isExtraordinary)
    return ctx.refuse('invalid_input', { errors: [{ path: 'endsAtOnce', message: 'invalid' }] })
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  const by = ctx.viewer.userId
  await ctx.db.transaction(async (tx) => {
    const known = await holdState(tx, declarationId)
    if (known?.state !== 'waiting') return ctx.refuse('already_decided')
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    const first = await findNumberedContract(tx, known.subscriptionId)
    const found = await endContract(ctx, tx, { ...declared, number, endsAtOnce, known })
    if ([first?.userId, found?.userId].includes(by)) return ctx.refuse('own_case')
    const subscriptionId = found?.id ?? known.subscriptionId
    await noteSettlement(tx, declarationId, { subscriptionId, note, by, at })
    if (found) await ctx.jobs.send(tx, 'mail_declaration_matched', { declarationId })
    const undoneFor = found && known.subscriptionId !== found.id ? known.subscriptionId : null
    if (undoneFor) await undo(ctx, tx, { ...declared, subscriptionId: undoneFor })
    await audit(tx, {
      at,
      actorId: by,
      action: 'declaration_settled',
      subjectId: found?.userId ?? null,
      details: {
        declaration: declarationId,
        reference: declared.reference,
        subscription: found?.id ?? null,
        ...(undoneFor && { undoneFor }),
        ...(endsAtOnce && { endsAtOnce }),
      },
    })
  })
  return { done: true }
}

type Undone = Declaration & { subscriptionId: string }

/** It no longer counts for the contract it was matched to first, and its owner is told so if they had been told it does. */
async function undo(ctx: Ctx, on: Sql, { id, receivedAt, subscriptionId }: Undone) {
  const stays = !(await disputeDeclared(ctx, on, subscriptionId, new Date(receivedAt)))
  const about = { declarationId: id, stays, movedFrom: subscriptionId }
  await ctx.jobs.send(on, 'mail_declaration_disputed', about)
}

type Decision = Declaration & {
  number: string | undefined
  endsAtOnce: boolean
  known: DeclarationState
}

/** The contract with this number, ended as declared; null where nothing is to be ended. */
async function endContract(
  ctx: Ctx,
  on: Sql,
  { number, endsAtOnce, known, ...declared }: Decision,
) {
  if (!number && !endsAtOnce) return null
  const found = number
    ? await contractNumbered(on, number)
    : await findNumberedContract(on, known.subscriptionId)
  if (!found) return ctx.refuse('nothing_to_cancel')
  if (endsAtOnce) {
    // an important reason counts from when it was declared, also where a decision took its time
    const isDone = await terminate(ctx, on, found.id, new Date(declared.receivedAt))
    return isDone ? found : ctx.refuse('nothing_to_cancel')
  }
  // it has counted as an ordinary one since it was found
  const isDone = declared.isExtraordinary && found.id === known.subscriptionId
  if (isDone) return found
  if (isOver(found) || !(await carryOut(ctx, on, found.id, declared)))
    return ctx.refuse('nothing_to_cancel')
  return found
}
