import { foldName } from '#contract/folding.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/search.ts'
import { roomEntryRefusal, membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import { findRoomAccess } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findMatches } from './search.matches.ts'
import { toQuestion } from './search.question.ts'
import { findPosts, isSearchable, listOwnRooms } from './search.queries.ts'

export const searchPosts: Handler<typeof contract.searchPosts> = async (ctx, { query }) => {
  const { db, viewer } = ctx
  // who may enter no room at all has none to search in
  ctx.refuseIf(roomEntryRefusal(viewer, { accessLevel: 'free' }))
  const place = query.room === undefined ? null : await findRoomAccess(ctx, query.room)
  if (query.room !== undefined && !place) return ctx.refuse('room_not_found')
  if (place) ctx.refuseIf(membershipRefusal(viewer, place))
  await ctx.enforceLimits()

  const author = query.author && foldName(query.author) ? query.author : null
  const asked = query.words === undefined ? undefined : toQuestion(query.words)
  const words = asked && (await isSearchable(db, asked)) ? asked : null
  if ((!words && !author) || (query.words && !words))
    return { found: [], next: null, isEmpty: true }

  const own = place ? [place] : await listOwnRooms(db, viewer.userId)
  const rooms = own.filter((room) => roomEntryRefusal(viewer, room) === null).map(({ id }) => id)
  const [at, id] = query.before?.split('.') ?? []
  const wish = {
    rooms,
    words,
    author,
    since: query.since ?? null,
    until: query.until ?? null,
    before: at && id ? { at: Number(at), id } : null,
    sight: viewer.sight,
  }
  // one more than is shown tells whether there is more
  const rows = await findPosts(db, wish, limits.searchPage + 1)
  const shown = rows.slice(0, limits.searchPage)
  const last = shown.at(-1)
  return {
    found: shown.map(({ room, post, german, english }) => ({
      room,
      post,
      matches: findMatches(post.text, [german, english]),
    })),
    next: rows.length > shown.length && last ? `${last.at}.${last.post.id}` : null,
    isEmpty: false,
  }
}
