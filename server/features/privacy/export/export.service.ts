// Asking for the copy of one's data, seeing how far it is, and fetching it by a link that works once.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { berlinDay } from '#contract/day.ts'
import type * as contract from '#contract/privacy/ownData.ts'
import type { Export } from '#contract/privacy/ownData.ts'
import { proofRefusal } from '#server/features/accounts/accounts.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { Giver, Handler } from '#server/platform/http/route.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import {
  findLink,
  findReady,
  insertExport,
  insertLink,
  newestExport,
  spendLink,
  type ExportRow,
} from './exports.queries.ts'

/** One that failed keeps nobody from asking again. */
function nextExportTime({ state, requestedAt }: ExportRow): Date {
  const hours = state === 'failed' ? 0 : limits.exportHours
  return new Date(Date.parse(requestedAt) + hours * HOUR_MS)
}
const asExport = (row: ExportRow, now: Date): Export => {
  const isOver =
    row.state === 'ready' && (row.isVoid || Date.parse(row.expiresAt ?? '') <= now.getTime())
  return { ...row, ...(isOver && { state: 'expired' }), nextAt: nextExportTime(row).toISOString() }
}

export const getExport: Handler<typeof contract.getExport> = async ({ db, now, viewer }) => {
  const newest = await newestExport(db, viewer.userId)
  return { export: newest ? asExport(newest, now()) : null }
}

export const requestExport: Handler<typeof contract.requestExport> = async (ctx) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  return ctx.db.transaction(async (tx) => {
    if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
    const newest = await newestExport(tx, userId)
    const waits = newest ? nextExportTime(newest).getTime() - at.getTime() : 0
    if (waits > 0) return ctx.refuse('export_too_soon', { retryAfter: Math.ceil(waits / 1000) })
    const exportId = randomUUID()
    await insertExport(tx, exportId, userId, at)
    await ctx.jobs.send(tx, 'build_export', { exportId })
    return asExport((await newestExport(tx, userId))!, at)
  })
}

export const openExport: Handler<typeof contract.openExport> = async (ctx) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  const ready = await findReady(ctx.db, ctx.viewer.userId, at)
  if (!ready) return ctx.refuse(codes.notFound)
  const token = newToken()
  await insertLink(ctx.db, secretHash(token), ready.id, at)
  return { token }
}

/** Others' links are none. The link is used up when somebody takes the file, and not by looking whether it is there. */
export const fetchExport: Giver<typeof contract.fetchExport> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const hash = secretHash(params.token)
  const link = await findLink(ctx.db, hash)
  if (!link || link.userId !== userId) return ctx.refuse(codes.notFound)
  const at = ctx.now()
  const ready = await findReady(ctx.db, userId, at)
  if (link.usedAt || ready?.id !== link.exportId) return ctx.refuse('gone')
  return {
    type: 'application/zip',
    name: `${fileName(ctx.config.clubName)}-${berlinDay(at)}.zip`,
    bytes: ready.bytes,
    async stream() {
      const archive = await ctx.archives.read({ userId, archiveId: ready.id }, ready)
      if (!archive) return ctx.refuse('gone')
      if (await spendLink(ctx.db, hash, at)) return archive
      archive.destroy()
      return ctx.refuse('gone')
    },
  }
}

const fileName = (clubName: string) =>
  clubName
    .normalize('NFKD')
    // what stands above a letter ends no word
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'club'
