import { countAttempt } from '#server/platform/limits/attempts.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { wantedEnd } from './declarations.policy.ts'
import {
  findDeclaration,
  holdState,
  noteContract,
  type Declaration,
} from './declarations.queries.ts'
import { askWhereOverdue } from '#server/features/billing/subscriptions/agreements.service.ts'
import {
  cancelByDeclaration,
  withdraw,
} from '#server/features/billing/subscriptions/subscriptions.service.ts'
import {
  findForDeclaration,
  type SubscriptionRow,
} from '#server/features/billing/subscriptions/subscription.queries.ts'

/**
 * Looks for the contract of a declaration, does what it asks for and tells the registered address.
 * What has no contract, gives an important reason, came too late or is one of too many waits for a
 * person.
 */
export async function matchDeclaration(
  app: App,
  { declarationId }: { declarationId: string },
): Promise<void> {
  const declared = await findDeclaration(app.db, declarationId)
  if (!declared) return
  const { reference } = declared
  const likely = await findContract(app.db, declared)
  // outside the transaction: a slow provider would keep its locks
  if (likely) await askWhereOverdue(app, likely)
  await app.db.transaction(async (tx) => {
    const known = await holdState(tx, declarationId)
    // found before, or decided by a person meanwhile
    if (known?.state !== 'waiting' || known.subscriptionId !== null) return
    const found = await findContract(tx, declared)
    // nobody can fill a mailbox from outside: it hears as often as one address may declare, and
    // nothing is done to a contract without a mail to its owner
    const isHeard = found && (await countAttempt(app, tx, 'declarationPerEmail', found.id)) === null
    if (!isHeard) return app.log.warn({ reference }, 'a declaration waits for a person')
    // an important reason is for a person to weigh; until then it counts as an ordinary cancellation
    const isDone = await carryOut(app, tx, found.id, declared)
    const state = isDone && !declared.isExtraordinary ? 'matched' : 'waiting'
    await noteContract(tx, declarationId, { state, subscriptionId: found.id })
    await app.jobs.send(tx, 'mail_declaration_matched', { declarationId })
    if (state === 'waiting') app.log.warn({ reference }, 'a declaration waits for a person')
  })
}

/** By what was given as the contract; a declarant who gave something else may still have one. */
const findContract = async (
  on: Sql,
  { contract, email }: Declaration,
): Promise<SubscriptionRow | undefined> =>
  (await findForDeclaration(on, contract)) ?? (await findForDeclaration(on, email))

/** As of the moment it was received. Answers false when there is nothing left to take back. */
export async function carryOut(
  app: App,
  on: Sql,
  subscriptionId: string,
  { kind, receivedAt, endDate }: Pick<Declaration, 'kind' | 'receivedAt' | 'endDate'>,
): Promise<boolean> {
  const at = new Date(receivedAt)
  if (kind === 'withdrawal') return withdraw(app, on, subscriptionId, at, { isDisputable: true })
  await cancelByDeclaration(app, on, subscriptionId, at, wantedEnd(endDate, at))
  return true
}
