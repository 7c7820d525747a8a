import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/rooms/presence.ts'
import type * as ownPresence from '#contract/rooms/ownPresence.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.service.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import {
  isShared,
  isPresenceShown,
  hidePresence,
  listFaces,
  showPresence,
} from './presence.queries.ts'
import { getRoster } from './presence.roster.ts'

const byName = new Intl.Collator('de').compare

export const setPlaces: Handler<typeof contract.setPlaces> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  const { line, rooms } = body
  if (!getRoster(ctx).moveLine(line, userId, rooms)) {
    await enforceRateLimit(ctx, 'placeTold', userId)
    await ctx.bus.publish({ kind: 'line_moved', line, userId, rooms })
  }
  return { done: true }
}

export const listPresent: Handler<typeof contract.listPresent> = async (ctx, { params }) => {
  const { viewer } = ctx
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  if (!(await isPresenceShown(ctx.db, viewer.userId))) return { count: null, people: [] }
  const { blockedWith } = viewer.sight
  const seen = getRoster(ctx)
    .in(roomAccess.id)
    .filter(({ id }) => !blockedWith.has(id))
  const people = seen
    .toSorted((a, b) => byName(a.username, b.username))
    .slice(0, limits.presentListed)
  // what another process said may be late, or not be a process's
  const faces = await listFaces(
    ctx.db,
    roomAccess.id,
    people.map(({ id }) => id),
  )
  const known = new Map(faces.map((face) => [face.id, face]))
  const shown = people.flatMap(({ id }) => known.get(id) ?? [])
  return { count: seen.length - people.length + shown.length, people: shown }
}

export const tellWriting: Handler<typeof contract.tellWriting> = async (ctx, { params }) => {
  const { viewer } = ctx
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  // hidden members are not in the roster, and are not sent
  getRoster(ctx).write(roomAccess.id, viewer.userId)
  return { done: true }
}

export const getPresence: Handler<typeof ownPresence.getPresence> = async ({ db, viewer }) => ({
  isShared: await isShared(db, viewer.userId),
})

export const setPresence: Handler<typeof ownPresence.setPresence> = async (ctx, { body }) => {
  const { db, viewer } = ctx
  if (body.isShared) await showPresence(db, viewer.userId)
  else await hidePresence(db, viewer.userId, ctx.now())
  return { done: true }
}
