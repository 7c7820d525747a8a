import type * as contract from '#contract/moderation/statements.ts'
import { spendOfNets } from '#server/platform/limits/nets.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { keptSince, type Removed } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { wordsIn } from '#server/text/words.ts'
import { lift } from './imposing.service.ts'
import { appealRefusal, appealUntil } from './statements.policy.ts'
import {
  deleteStatements,
  findByLink,
  findInForce,
  findStatement,
  isOwnCase,
  listStatementsOf,
  type StatementRow,
} from './statements.queries.ts'

export { lastStated } from './statements.queries.ts'

/** What its member reads. */
export function asStatement(row: StatementRow, now: Date): contract.Statement {
  const { userId: _, decidedBy: __, ageProofBy: ___, removedKind, removedText, ...rest } = row
  const until = appealUntil(new Date(row.startsAt))
  return {
    ...rest,
    removed: removedKind && { kind: removedKind, text: removedText },
    redress: wordsIn(row.language)('statement.redress'),
    appealUntil: until.toISOString(),
    mayAppeal: appealRefusal(row, now) === null,
  }
}

export const listStatements: Handler<typeof contract.listStatements> = async (ctx) => {
  const rows = await listStatementsOf(ctx.db, ctx.viewer.userId)
  return { statements: rows.map((row) => asStatement(row, ctx.now())) }
}

export const readStatementByLink: Handler<typeof contract.readStatementByLink> = async (
  ctx,
  { body },
) => {
  await spendOfNets(ctx, 'statementLinkPerAddress')
  const row = await statementByLink(ctx.db, body.token)
  return row ? asStatement(row, ctx.now()) : ctx.refuse('invalid_link')
}

/** Whose link it is, it is theirs to read and to object to. */
export const statementByLink = (on: Sql, token: string): Promise<StatementRow | undefined> =>
  findByLink(on, secretHash(token))

export const statementById = findStatement

/** Until when somebody may not report, and why. */
export const reportingLimit = (
  on: Sql,
  userId: string,
  now: Date,
): Promise<{ endsAt: string | null; facts: string } | undefined> =>
  findInForce(on, userId, 'reporting_limit', now)

export const liftStatement: Handler<typeof contract.liftStatement> = async (
  ctx,
  { params, body },
) => {
  const found = (await findStatement(ctx.db, params.statementId)) ?? ctx.refuse('PGRST116')
  if (await isOwnCase(ctx.db, found.id, ctx.viewer.userId)) return ctx.refuse('own_case')
  const by = { by: ctx.viewer.userId, reason: body.reason }
  await ctx.db.begin(async (tx) => {
    if (!(await lift(tx, ctx, found, by))) return ctx.refuse('already_decided')
  })
  return { done: true }
}

export async function forgetStatementsBy({ db, now }: App): Promise<Removed> {
  return { statements: await deleteStatements(db, keptSince('statements', now())) }
}
