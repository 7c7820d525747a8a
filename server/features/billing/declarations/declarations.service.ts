// Takes cancellations and withdrawals from anybody, and answers the same whether or not there is a contract.
import type * as contract from '#contract/billing/declarations.ts'
import { countAttempt, enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Context } from '#server/platform/context.ts'
import { countInNets, enforceNetLimit } from '#server/platform/limits/nets.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { paperLanguage } from '#server/text/words.ts'
import {
  deleteDeclarations,
  deleteSecrets,
  findDeclaration,
  insertDeclaration,
  insertWaiting,
  type Declaration,
} from './declarations.queries.ts'
import { receiptLines } from './declarations.text.ts'

/** What the receipts' references begin with. */
const LETTERS = { cancellation: 'KU', withdrawal: 'WI' }

type Declared = Omit<Declaration, 'reference' | 'receivedAt'>

export const declareCancellation: Handler<typeof contract.declareCancellation> = async (
  ctx,
  { body },
) => {
  const { kind, reason = null, endDate = null, language = null, ...rest } = body
  const isExtraordinary = kind === 'extraordinary'
  return declare(ctx, { ...rest, kind: 'cancellation', isExtraordinary, reason, endDate, language })
}

export const declareWithdrawal: Handler<typeof contract.declareWithdrawal> = async (
  ctx,
  { body: { language = null, ...rest } },
) => {
  const nothing = { isExtraordinary: false, reason: null, endDate: null }
  return declare(ctx, { ...rest, ...nothing, kind: 'withdrawal', language })
}

/**
 * Stores a declaration, once, and queries no contracts: a job looks for those, so that the answer and its
 * time are the same whether or not there is one (control K-11).
 */
async function declare(ctx: Context<'visitor'>, declared: Declared) {
  const at = ctx.now()
  return allocateReference(LETTERS[declared.kind], at, async (reference) => {
    const one = { ...declared, reference, receivedAt: at.toISOString() }
    const isNew = await ctx.db.transaction(async (tx) => {
      if (!(await insertDeclaration(tx, one))) return false
      await enforceNetLimit(ctx, 'declarationFloodPerAddress', tx)
      await enforceRateLimit(ctx, 'declarationFloodPerEmail', declared.email, tx)
      const ofAddress = await countInNets(ctx, tx, 'declarationPerAddress')
      const ofEmail = await countAttempt(ctx, tx, 'declarationPerEmail', declared.email)
      await insertWaiting(tx, one.id)
      await ctx.jobs.send(tx, 'mail_declaration_received', { declarationId: one.id })
      // somebody else may have used up the limit: one too many is a person's to look at, and never lost
      if (ofAddress !== null || ofEmail !== null)
        ctx.log.warn({ reference }, 'a declaration waits for a person')
      else await ctx.jobs.send(tx, 'match_declaration', { declarationId: one.id })
      return true
    })
    const stored = isNew ? one : await findDeclaration(ctx.db, one.id)
    if (!stored) return null
    if (!isSame(stored, declared))
      return ctx.refuse('invalid_input', { errors: [{ path: 'id', message: 'invalid' }] })
    const language = paperLanguage(stored.language)
    const text = receiptLines(language, stored, ctx.config.publicUrl).join('\n')
    return { reference: stored.reference, receivedAt: stored.receivedAt, text }
  })
}

const SAME = ['kind', 'isExtraordinary', 'reason', 'name', 'contract', 'email', 'endDate'] as const

/** Other words under the same id are refused rather than lost. */
const isSame = (stored: Declared, declared: Declared): boolean =>
  SAME.every((field) => stored[field] === declared[field])

/** Declarations, and what is left of the secrets in their mails, are kept no longer than the rules say. */
export async function forgetDeclarations({ db, now }: Pick<App, 'db' | 'now'>): Promise<Removed> {
  await deleteSecrets(db, retentionCutoff('mailTokens', now()))
  return { declarations: await deleteDeclarations(db, retentionCutoff('declarations', now())) }
}
