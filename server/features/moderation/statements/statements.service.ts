// How a restricted member reads the reasons, and how staff lift a statement.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/moderation/statements.ts'
import { layPhotoBack, readTakenMessage } from '#server/features/members/members.ts'
import { settleDecisions } from '#server/features/notifications/notifications.ts'
import { enforceNetLimit } from '#server/platform/limits/nets.ts'
import type { App, Asking, Refusing } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { mailTranslator } from '#server/text/words.ts'
import { lift } from './imposing.service.ts'
import { requireReturnProof } from './keepingOut.service.ts'
import { appealRefusal, appealDeadline } from './statements.policy.ts'
import {
  deleteStatements,
  findByLink,
  findInForce,
  findStatement,
  isOwnCase,
  listMemberStatements,
  type StatementRow,
} from './statements.queries.ts'

/** What its member reads. */
async function asStatement(app: App, row: StatementRow): Promise<contract.Statement> {
  const { userId: _, decidedBy: __, ageProofBy: ___, removedKind, removedText, ...rest } = row
  const until = appealDeadline(new Date(row.startsAt))
  const taken = removedKind === 'message' && (await readTakenMessage(app, app.db, row.id))
  return {
    ...rest,
    removed: removedKind && { kind: removedKind, text: taken ? taken.text : removedText },
    redress: mailTranslator(row.language)('statement.redress'),
    appealUntil: until.toISOString(),
    mayAppeal: appealRefusal(row, app.now()) === null,
  }
}

export const listStatements: Handler<typeof contract.listStatements> = async (ctx) => {
  const { userId } = ctx.viewer
  const rows = await listMemberStatements(ctx.db, userId)
  const statements = await Promise.all(rows.map((row) => asStatement(ctx, row)))
  const numbers = statements.map(({ number }) => number)
  await settleDecisions(ctx, userId, numbers)
  return { statements }
}

export const readStatementByLink: Handler<typeof contract.readStatementByLink> = async (
  ctx,
  { body },
) => {
  const row = await statementByLink(ctx, body.token)
  const statement = await asStatement(ctx, row)
  if (row.userId) await settleDecisions(ctx, row.userId, [row.number])
  return statement
}

/** Whose link it is, it is theirs to read and to object to; the others are counted, and refused. */
export async function statementByLink(
  ctx: App & Asking & Refusing<'invalid_link'>,
  token: string,
): Promise<StatementRow> {
  const found = await findByLink(ctx.db, secretHash(token))
  if (found) return found
  await enforceNetLimit(ctx, 'statementLinkPerAddress')
  return ctx.refuse('invalid_link')
}

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
  const found = (await findStatement(ctx.db, params.statementId)) ?? ctx.refuse(codes.notFound)
  if (await isOwnCase(ctx.db, found.id, ctx.viewer.userId)) return ctx.refuse('own_case')
  const by = { by: ctx.viewer.userId, reason: body.reason }
  await layPhotoBack(ctx, found.id, (photoId) =>
    ctx.db.transaction(async (tx) => {
      if (found.userId) await holdAccount(tx, found.userId)
      await requireRole(tx, ctx.viewer)
      await requireReturnProof(tx, ctx, found)
      if (!(await lift(tx, ctx, found, { ...by, photoId }))) return ctx.refuse('already_decided')
    }),
  )
  return { done: true }
}

export async function forgetOldStatements({ db, now }: App): Promise<Removed> {
  return { statements: await deleteStatements(db, retentionCutoff('statements', now())) }
}
