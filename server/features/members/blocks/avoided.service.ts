import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/members/avoidedAddresses.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import { deleteSource, lockMailbox } from './apart.queries.ts'
import { listMarks, makeMark } from './apart.service.ts'
import { countEntries, findEntry, insertEntry, listEntries } from './avoided.queries.ts'

const done = { done: true } as const

export const listAvoidedAddresses: Handler<typeof contract.listAvoidedAddresses> = async ({
  db,
  viewer,
}) => ({ entries: await listEntries(db, viewer.userId) })

export const avoidAddress: Handler<typeof contract.avoidAddress> = async (ctx, { body }) => {
  const { userId: ownerId, email } = ctx.viewer
  const mailbox = normalizeMailbox(body.email)
  if (mailbox === normalizeMailbox(email))
    return ctx.refuse('invalid_input', { errors: [{ path: 'email', message: 'invalid' }] })
  const mark = await makeMark(ctx, mailbox)
  const known = await listMarks(ctx, mailbox)
  await ctx.db.transaction(async (tx) => {
    // one after the other: none comes twice, and none is too many
    if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
    if (await findEntry(tx, ownerId, known)) return
    if ((await countEntries(tx, ownerId)) >= limits.avoidedAddresses)
      return ctx.refuse('address_limit_reached')
    await lockMailbox(tx, mailbox)
    await insertEntry(tx, { ownerId, id: randomUUID(), mark, mailbox, at: ctx.now() })
  })
  return done
}

export const findAvoidedAddress: Handler<typeof contract.findAvoidedAddress> = async (
  ctx,
  { body },
) => {
  const marks = await listMarks(ctx, normalizeMailbox(body.email))
  return { entry: (await findEntry(ctx.db, ctx.viewer.userId, marks)) ?? null }
}

export const removeAvoidedAddress: Handler<typeof contract.removeAvoidedAddress> = async (
  ctx,
  { params },
) => {
  const { userId: ownerId } = ctx.viewer
  const sourceId = params.entryId.toLowerCase()
  await ctx.db.transaction((tx) => deleteSource(tx, { ownerId, kind: 'address', sourceId }))
  return done
}
