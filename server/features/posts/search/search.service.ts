// Finding posts by words and author in rooms the viewer may enter, page by page, with what matched.
import { availableParallelism } from 'node:os'
import { foldName } from '#contract/folding.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/search.ts'
import type { SearchHit } from '#contract/posts/search.ts'
import { roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { Semaphore } from '#server/platform/process/semaphore.ts'
import { toQuestion } from './search.question.ts'
import {
  isSearchable,
  listAuthors,
  listOwnRooms,
  listRanges,
  findInParts,
  readFound,
  type SearchWish,
  MARKS,
} from './search.queries.ts'
import { walkBack } from './search.walk.ts'

/** At most half of the processors work on searches, with as many database connections; other searches queue. */
const ABREAST = Math.max(1, Math.floor(availableParallelism() / 2))
const searching = perApp<Pick<App, 'bus'>, Semaphore>(
  () => new Semaphore({ abreast: ABREAST, waiting: 100 }),
)

/** Up to this many authors are searched by id; when more match, names are compared instead. */
const MOST_AUTHORS = 64
/** After every id there is. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const searchPosts: Handler<typeof contract.searchPosts> = async (ctx, { query }) => {
  const { db, viewer } = ctx
  // a viewer who may enter no room has nothing to search
  ctx.refuseIf(roomEntryRefusal(viewer, { accessLevel: 'free' }))
  const roomAccess = query.room === undefined ? null : await requireRoomMembership(ctx, query.room)
  await ctx.enforceLimits()

  const starts = query.author && foldName(query.author) ? query.author : null
  const question = query.words === undefined ? undefined : toQuestion(query.words)
  const words = question && (await isSearchable(db, question)) ? question : null
  if ((!words && !starts) || (query.words && !words))
    return { found: [], next: null, searchedTo: null, isEmpty: true }

  const own = roomAccess ? [roomAccess] : await listOwnRooms(db, viewer.userId)
  const rooms = own.filter((room) => roomEntryRefusal(viewer, room) === null).map(({ id }) => id)
  const [at, id] = query.before?.split('.') ?? []
  const wish = {
    words,
    author: starts ? { starts, ids: null } : null,
    since: query.since ?? null,
    until: query.until ?? null,
    before: at && id ? { at: Number(at), id } : null,
    sight: viewer.sight,
  }
  return { ...(await searching(ctx).run(() => findPage(db, rooms, wish))), isEmpty: false }
}

/** The next page of matches, and the cursor of the one after it. */
async function findPage(db: Sql, rooms: readonly string[], request: SearchWish) {
  const { author, words } = request
  const ids = author && (await listAuthors(db, author.starts, MOST_AUTHORS))
  const wish = { ...request, author: author && { ...author, ids } }
  const ranges = rooms.length > 0 && ids?.length !== 0 ? await listRanges(db, rooms, wish) : []
  // one more than is shown tells whether there is more
  const wanted = limits.searchPage + 1
  const { spots, reached } = await walkBack({
    rooms: ranges,
    wanted,
    look: (parts) => findInParts(db, parts, wish, wanted),
  })
  const shown = spots.slice(0, limits.searchPage)
  const last = spots.length > shown.length ? shown.at(-1) : undefined
  const end = last ?? (reached === null ? null : { at: reached, id: LAST_ID })
  const rows = await readFound(
    db,
    shown.map((spot) => spot.id),
    words,
  )
  return {
    found: rows.map(({ room, post, german, english }) => ({
      room,
      post,
      matches: findMatches(post.text, [german, english]),
    })),
    next: end && `${end.at}.${end.id}`,
    searchedTo: !last && reached !== null ? new Date(reached / 1_000).toISOString() : null,
  }
}

type Match = SearchHit['matches'][number]

/** A character with the accents that stand behind it, which the search does without. */
const CHARS = /[^][\u0300-\u036F]*/gu

/**
 * Turns the marks the database set into ranges. Marks are counted in characters, ranges in UTF-16
 * units. None if what was marked is not as long as the text.
 */
function findMarks(marked: string, text: string): Match[] {
  const matches: Match[] = []
  const chars = text.match(CHARS) ?? []
  let at = 0
  let done = 0
  let from: number | null = null
  for (const char of marked) {
    if (char === MARKS.start) from = at
    else if (char === MARKS.stop && from !== null) {
      if (at > from) matches.push({ from, to: at })
      from = null
    } else {
      at += chars[done]?.length ?? 0
      done += 1
    }
  }
  return done === chars.length ? matches : []
}

/** The matches of both languages, in order, merged where they touch or overlap. */
function findMatches(text: string, marked: readonly (string | null)[]): Match[] {
  const all = marked.flatMap((one) => (one ? findMarks(one, text) : []))
  const merged: Match[] = []
  for (const match of all.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && match.from <= last.to) last.to = Math.max(last.to, match.to)
    else merged.push({ ...match })
  }
  return merged
}
