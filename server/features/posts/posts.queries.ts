// Reads a room's posts by their numbers, and stores new ones together with every rule and limit for them.
import type { Post, Quote } from '#contract/posts/posts.ts'
import type { Mention } from '#contract/posts/mentions.ts'
import { isSessionOpenSql } from '#server/features/accounts/accounts.ts'
import { contentStandingSql } from '#server/features/consent/consent.ts'
import {
  isUnpaced,
  paceWaits,
  pacing,
  type PaceWaits,
  type RateKeys,
} from '#server/features/content-rules/content-rules.ts'
import { roomAccessSql, takeNumbers, type RoomAccess } from '#server/features/rooms/rooms.ts'
import {
  attemptsLeft,
  countingAttempts,
  markCounted,
  secondsToWaitSql,
} from '#server/platform/limits/attempts.ts'
import type { App } from '#server/platform/context.ts'
import { rowsSql, type Cell } from '#server/platform/database/cells.ts'
import { empty, sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { publishSql } from '#server/platform/database/events.ts'
import { staffRole } from '#server/platform/member-rules/staff.ts'
import {
  areBlocked,
  isVisibleSql,
  readVisibility,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { mayName, mentionedMembersSql } from './mentions.queries.ts'
import {
  posts,
  quotedPostSql,
  quoteSql,
  selectPosts,
  type PostRow,
  type QuoteRow,
} from './posts.rows.ts'
import { toPost, readableQuote } from './posts.sight.ts'

const NOTHING_KEPT = readVisibility({ blockedWith: [], hiddenPosts: [] })

export type Range = { before?: number | undefined; after?: number | undefined }
type PostRows = { latest: number; posts: Post[] }

async function asPage(on: Sql, query: Query): Promise<PostRows | undefined> {
  const read = await on.row<{ latest: number; posts: PostRow[] }>(query)
  return read && { latest: read.latest, posts: read.posts.map(toPost) }
}

/**
 * Up to `limit` posts of a room between two numbers, newest first: those next to `after` if it is
 * given, else the newest. One snapshot, so the numbers and the posts agree. Nothing when the room
 * is gone.
 */
export function readPage(
  on: Sql,
  roomId: string,
  { before, after }: Range,
  limit: number,
  sight: Visibility = NOTHING_KEPT,
): Promise<PostRows | undefined> {
  const nearest = after === undefined ? sql`desc` : sql`asc`
  return asPage(
    on,
    sql`
    select r.last_number as latest,
      (select coalesce(json_agg(page order by page.number desc), '[]') from (
        ${selectPosts(sight)}
        where p.room_id = r.id and p.removed_at is null
          and p.number > ${after ?? 0}::bigint
          and p.number < coalesce(${before ?? null}::bigint, r.last_number + 1)
          and ${isVisibleSql(sight, sql`p.user_id`)} and p.id <> all (${[...sight.hiddenPosts]}::uuid[])
        order by p.number ${nearest} limit ${limit}) page) as posts
    from rooms r where r.id = ${roomId}`,
  )
}

/**
 * The posts of a room numbered above `after`, up to and including `upTo`, newest first, and how far the
 * room has come by the same snapshot. One that is gone holds nothing.
 */
export async function readRange(
  on: Sql,
  roomId: string,
  after: number,
  upTo: number,
): Promise<PostRows> {
  const page = await asPage(
    on,
    sql`
    select r.last_number as latest,
      (select coalesce(json_agg(page order by page.number desc), '[]') from (
        ${posts}
        where p.room_id = r.id and p.removed_at is null
          and p.number > ${after}::bigint and p.number <= ${upTo}::bigint) page) as posts
    from rooms r where r.id = ${roomId}`,
  )
  return page ?? { latest: 0, posts: [] }
}

/** SQL: the post `q` is of the same room as `a`, whose writer sees it. */
const isOpenTo = sql`q.room_id = asked.room_id
  and not ${areBlocked(sql`asked.user_id`, sql`q.user_id`)}
  and not exists (select from hidden_posts h where h.user_id = asked.user_id and h.post_id = q.id)`

export const POST_RATES = ['postPerMinute', 'postPerHour'] as const

export type NewPost = {
  id: string
  roomId: string
  userId: string
  /** The session it is written in: ended by now, and nothing is stored. */
  sessionId: string
  text: string
  icebreakerId: string | null
  replyTo: string | null
  createdAt: string
  /** How their author is paced. */
  pace: RateKeys
}

/** What a stored post got from the database. */
type Stored = {
  number: number
  icebreakerId: string | null
  role: Post['author']['role']
  reply: Quote | null
  mentions: Mention[]
  /** How many more are within each of the rates. */
  left: number[]
}

const listCells = async (app: Pick<App, 'strongbox'>, post: NewPost): Promise<Cell[]> => [
  ['id', 'uuid', post.id],
  ['room_id', 'uuid', post.roomId],
  ['user_id', 'uuid', post.userId],
  ['session_id', 'uuid', post.sessionId],
  ['identifier', 'bytea', await markCounted(app, post.userId)],
  ['text', 'text', post.text],
  ['icebreaker_id', 'uuid', post.icebreakerId],
  ['reply_to', 'uuid', post.replyTo],
  ['at', 'timestamptz', post.createdAt],
  ['is_newcomer', 'boolean', post.pace.isNewcomer],
  ['slow', 'bytea', await markCounted(app, post.pace.slow)],
  ['same', 'bytea', post.pace.same && (await markCounted(app, post.pace.same))],
]

const answer = sql`q.number as reply_number, ${quoteSql(sql`q.number`)} as reply`
const noAnswer = sql`null::bigint as reply_number, null::json as reply`

/** SQL: writes down whom the accepted posts name. */
const naming = (orders: readonly NewPost[]): Query => sql`
  named as (${mentionedMembersSql(orders, sql`accepted`)}),
  naming as (
    insert into post_mentions (post_id, user_id, name)
    select n.post_id, n.user_id, n.name from named n join stored s on s.id = n.post_id),`

const namedAsJson = sql`
  (select coalesce(json_agg(json_build_object('id', f.id, 'username', f.username, 'name', n.name)
    order by f.id), '[]') from named n join profiles f on f.id = n.user_id where n.post_id = s.id)`

/**
 * Stores posts of different members in one statement: standing, limits, numbers, rows, whom they
 * name and notices. Answers those that were stored; one that was not found its author outside, over
 * a limit, signed out, without consent, what it answers gone, or its id taken. A post of the same id
 * stored at the same moment fails the whole statement.
 */
export async function insertPosts(
  { config, strongbox }: Pick<App, 'config' | 'strongbox'>,
  on: Sql,
  orders: readonly NewPost[],
): Promise<(Stored & { id: string })[]> {
  const rows = await Promise.all(orders.map((post) => listCells({ strongbox }, post)))
  // most posts answer none and name nobody: what is not in the statement costs nothing
  const isAnswering = orders.some(({ replyTo }) => replyTo !== null)
  const isNaming = orders.some(mayName)
  const stored = await on.rows<Stored & { id: string; reply: QuoteRow | null }>(sql`
    with asked as (${rowsSql(rows)}),
    allowed as (
      select asked.*, r.slow_seconds, ${isAnswering ? answer : noAnswer}
      from asked
      join sessions s on s.id = asked.session_id and s.user_id = asked.user_id and s.expires_at > asked.at
      join rooms r on r.id = asked.room_id and r.is_active
      join room_members m
        on m.room_id = asked.room_id and m.user_id = asked.user_id and m.dormant_at is null
      join profiles f on f.id = asked.user_id and f.is_shown
      ${isAnswering ? quotedPostSql(sql`asked.reply_to`, isOpenTo) : empty}
      where not exists (select from posts p where p.id = asked.id)
        ${isAnswering ? sql`and (asked.reply_to is null or q.id is not null)` : empty}
        and not exists (select from statements l where l.user_id = asked.user_id
          and l.kind = 'posting_limit' and l.lifted_at is null and l.ends_at > asked.at)
        and not ${isUnpaced({ config })}),
    counted as (${countingAttempts({ config }, POST_RATES, sql`allowed`)}),
    ${pacing({ config })},
    accepted as (
      select a.*, c.times, row_number() over (partition by room_id order by turn) as place
      from paced a join counted c on c.identifier = a.identifier),
    numbered as (${takeNumbers(sql`accepted`)}),
    stored as (
      insert into posts (id, room_id, number, user_id, text, icebreaker_id, reply_to, reply_number,
        created_at)
      select a.id, a.room_id, n.last_number - n.count + a.place, a.user_id, a.text,
        (select i.id from icebreakers i where i.id = a.icebreaker_id), a.reply_to, a.reply_number, a.at
      from accepted a join numbered n on n.id = a.room_id
      returning id, room_id, number, icebreaker_id),
    ${isNaming ? naming(orders) : empty}
    told as (
      select ${publishSql(sql`json_build_object('kind', 'post', 'roomId', room_id, 'number', max(number))`)}
      from stored group by room_id)
    select s.id, s.number, s.icebreaker_id, ${staffRole(sql`a.user_id`)} as role, a.reply,
      ${isNaming ? namedAsJson : sql`'[]'::json`} as mentions,
      ${attemptsLeft({ config }, POST_RATES, { times: sql`a.times`, now: sql`a.at` })} as left
    from stored s join accepted a on a.id = s.id where (select count(*) from told) > 0`)
  return stored.map((one) => ({ ...one, reply: one.reply && readableQuote(one.reply) }))
}

/** Which of these ids are posts of this member, also removed ones. */
export async function listOwnIds(
  on: Sql,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(
    sql`select id from posts where id = any (${ids}::uuid[]) and user_id = ${userId}`,
  )
  return rows.map(({ id }) => id)
}

/** Why a post was not stored, as things stand by one snapshot: whatever of it may be said. */
export type Unstored = PaceWaits & {
  /** What stands under its id already; its post is null while its author does not consent to showing it. */
  taken: { roomId: string; userId: string; post: Post | null } | null
  /** Seconds until its author may post again; null when they may. */
  retryAfter: number | null
  isSignedIn: boolean
  /** The room its address names now. */
  roomAccess: RoomAccess | null
  standing: { hasContentConsent: boolean; isHidden: boolean } | null
  /** What it answers is there for its author. */
  isQuotable: boolean
}
type UnstoredRow = PaceWaits &
  Pick<Unstored, 'retryAfter' | 'isSignedIn' | 'isQuotable'> & {
    takenRoomId: string | null
    takenUserId: string
    takenPost: PostRow | null
    placeId: string | null
  } & Omit<RoomAccess, 'id'> & { hasContentConsent: boolean | null; isHidden: boolean }

/** Asked once a post was not stored; `slug` is how its author named the room. */
export async function readUnstored(
  app: Pick<App, 'config' | 'strongbox'>,
  on: Sql,
  post: NewPost,
  slug: string,
): Promise<Unstored> {
  const { config } = app
  const [identifier, at] = [sql`asked.identifier`, sql`asked.at`]
  const row = await on.row<UnstoredRow>(sql`
    with asked as (${rowsSql([await listCells(app, post)])})
    select t.room_id as taken_room_id, t.user_id as taken_user_id,
      (select row_to_json(page) from (${posts} where p.id = t.id) page) as taken_post,
      ${secondsToWaitSql({ config }, POST_RATES, { identifier, at })} as retry_after,
      ${paceWaits({ config })},
      ${isSessionOpenSql(sql`asked.session_id`, at)} as is_signed_in,
      place.id as place_id, place.access_level, place.is_active, place.is_member,
      standing.has_content_consent, standing.is_hidden, q.id is not null as is_quotable
    from asked left join posts t on t.id = asked.id left join rooms r on r.id = asked.room_id
      left join lateral (${roomAccessSql(slug, post.userId)}) place on true
      left join lateral (${contentStandingSql(sql`asked.user_id`)}) standing on true
      ${quotedPostSql(sql`asked.reply_to`, isOpenTo)}`)
  if (!row) throw new Error('one row is asked for')
  const { takenRoomId, takenUserId, takenPost, placeId, hasContentConsent, isHidden, ...rest } = row
  const { accessLevel, isActive, isMember, ...reasons } = rest
  return {
    ...reasons,
    taken:
      takenRoomId === null
        ? null
        : {
            roomId: takenRoomId,
            userId: takenUserId,
            post: takenPost && toPost(takenPost),
          },
    roomAccess: placeId === null ? null : { id: placeId, accessLevel, isActive, isMember },
    standing: hasContentConsent === null ? null : { hasContentConsent, isHidden },
  }
}
