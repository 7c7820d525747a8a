import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/billing/backOffice.ts'
import { cleanLine } from '#contract/words.ts'
import { auditRepeated } from '#server/platform/limits/audit.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countWaiting, listDeclarationLines } from './backOffice.declarations.queries.ts'
import { listDrift, listMonths, readStanding } from './backOffice.figures.queries.ts'
import { listContracts, listRefundLines } from './backOffice.queries.ts'

const limit = limits.moneyLinesPerPage

const auditView = (ctx: App & { viewer: Viewer }): Promise<void> =>
  auditRepeated(ctx, { at: ctx.now(), actorId: ctx.viewer.userId, action: 'money_viewed' })

export const listSubscriptions: Handler<typeof contract.listSubscriptions> = async (
  ctx,
  { query: { filter = 'all', search = '', after } },
) => {
  await auditView(ctx)
  return listContracts(ctx.db, { filter, search: cleanLine(search), after, limit })
}

export const listRefunds: Handler<typeof contract.listRefunds> = async (
  ctx,
  { query: { filter = 'open', after } },
) => {
  await auditView(ctx)
  return listRefundLines(ctx.db, { filter, after, limit })
}

export const listDeclarations: Handler<typeof contract.listDeclarations> = async (
  ctx,
  { query: { filter = 'waiting', after } },
) => {
  await auditView(ctx)
  const [page, waiting] = await Promise.all([
    listDeclarationLines(ctx.db, { filter, after, limit }),
    countWaiting(ctx.db),
  ])
  return { ...page, waiting }
}

export const getMoneyFigures: Handler<typeof contract.getMoneyFigures> = async (ctx) => {
  await auditView(ctx)
  const [months, now, drift] = await Promise.all([
    listMonths(ctx.db, ctx.now()),
    readStanding(ctx.db),
    listDrift(ctx.db),
  ])
  return { months, ...now, drift }
}
