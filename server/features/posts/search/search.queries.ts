// Finds posts by words, author and time in rooms a member is in, without what that member may not see.
import type { SearchHit } from '#contract/posts/search.ts'
import { foldedStartsWithSql, nameStartsWithSql } from '#server/platform/lists/names.ts'
import {
  isPostVisibleSql,
  isVisibleSql,
  namesAway,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { authorSql } from '#server/platform/member-rules/author.ts'
import { isoSql } from '#server/platform/database/cells.ts'
import { empty, join, sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { listForms } from './search.question.ts'
import type { RoomPart, Spot } from './search.walk.ts'

export type SearchWish = {
  /** Null: nothing that can be looked for. */
  words: string | null
  /** The beginning of a name as somebody typed it, and whose it is unless they are many. */
  author: { starts: string; ids: readonly string[] | null } | null
  since: string | null
  until: string | null
  before: Spot | null
  sight: Visibility
}

type FoundRow = Omit<SearchHit, 'matches'> & {
  /** The text, as the index reads it, with what was found between `MARKS`, by the stems of each language. */
  german: string | null
  english: string | null
}

/** Characters no text of the club holds. */
export const MARKS = { start: '\u0002', stop: '\u0003' }
const HEADLINE = `StartSel="${MARKS.start}", StopSel="${MARKS.stop}", HighlightAll=true`

/** Posts written at once may be numbered in another order; nowhere by as many as this. */
const DISORDER = 64

const formsSql = (tongue: Query, words: string): Query =>
  join(
    listForms(words).map((form) => sql`websearch_to_tsquery(${tongue}, unaccented(${form}))`),
    ' || ',
  )
const wordsSql = (words: string): Query =>
  sql`(${formsSql(sql`'german'`, words)} || ${formsSql(sql`'english'`, words)})`

const timeSql = (at: number): Query =>
  sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`
const atSql = (time: Query): Query => sql`(extract(epoch from ${time}) * 1000000)::bigint`
const dayStartSql = (day: Query): Query => sql`(${day}::timestamp at time zone 'Europe/Berlin')`
const sinceSql = (since: string): Query => dayStartSql(sql`${since}::date`)
const untilSql = (until: string): Query => dayStartSql(sql`(${until}::date + 1)`)

/** Whether anything is left of the words but those too common to look for. */
export async function isSearchable(on: Sql, words: string): Promise<boolean> {
  const row = await on.row<{ nodes: number }>(sql`select numnode${wordsSql(words)} as nodes`)
  return (row?.nodes ?? 0) > 0
}

export const listOwnRooms = (
  on: Sql,
  userId: string,
): Promise<{ id: string; accessLevel: string }[]> =>
  on.rows(sql`
    select r.id, r.access_level from room_members m join rooms r on r.id = m.room_id
    where m.user_id = ${userId} and m.dormant_at is null and r.is_active`)

/** Whose name begins like that; null when they are more than `most`. */
export async function listAuthors(
  on: Sql,
  starts: string,
  most: number,
): Promise<readonly string[] | null> {
  const rows = await on.rows<{ id: string }>(sql`
    select a.id from profiles a
    where a.is_shown and ${foldedStartsWithSql(sql`folded(a.username)`, starts)} limit ${most + 1}`)
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/** Between which of their numbers rooms have posts of the time that is asked for. */
export const listRanges = (
  on: Sql,
  rooms: readonly string[],
  { since, until, before }: SearchWish,
): Promise<{ room: string; floor: number; high: number }[]> => {
  const numberAfter = (moment: Query) => sql`number_after(r.id, ${moment})`
  const ends = [
    sql`coalesce((select max(p.number) from posts p where p.room_id = r.id), 0) + 1`,
    ...(until ? [sql`${numberAfter(untilSql(until))} + ${DISORDER}::integer`] : []),
    ...(before ? [sql`${numberAfter(timeSql(before.at))} + ${DISORDER}::integer`] : []),
  ]
  return on.rows(sql`
    select r.id as room, least(${join(ends)}) as high,
      ${since ? sql`greatest(1, ${numberAfter(sinceSql(since))} - ${DISORDER}::integer)` : sql`1`} as floor
    from rooms r where r.id = any (${[...rooms]}::uuid[])`)
}

/** The newest posts that are shown in each part of a room, and when the newest below it was written. */
export const findInParts = (
  on: Sql,
  parts: readonly RoomPart[],
  wish: SearchWish,
  limit: number,
): Promise<{ room: string; hits: Spot[]; below: number | null }[]> => {
  const { words, author, since, until, before, sight } = wish
  const conditions = [
    // the index is read by words and places alone: where it is not, every text is split again
    sql`places_of(p.room_id, p.number, p.user_id) && w.places`,
    sql`p.room_id is not distinct from w.room and p.number + 0 >= w.low and p.number + 0 < w.high`,
    sql`p.removed_at is null`,
    isVisibleSql(sight, sql`p.user_id`),
    isPostVisibleSql(sight, sql`p.id`),
    // whose name would be left out is not found by it either
    sql`(strpos(p.text, '@') = 0 or not ${namesAway(sql`p.id`)})`,
    ...(sight.blockedWith.size > 0
      ? [
          sql`not exists (select from post_mentions n
            where n.post_id = p.id and not ${isVisibleSql(sight, sql`n.user_id`)})`,
        ]
      : []),
    ...(words ? [sql`plain_words_of(p.text) @@ ${wordsSql(words)}`] : []),
    ...(author?.ids
      ? [
          sql`places_of(p.room_id, p.number, p.user_id)
            && array(select uuid_hash_extended(one, -1) from unnest(${[...author.ids]}::uuid[]) one)`,
        ]
      : []),
    // asked of each post that is left: never is the way over all members the shorter one
    sql`(select a.is_shown ${author ? sql`and ${nameStartsWithSql(sql`a.username`, author.starts)}` : empty}
      from profiles a where a.id = p.user_id)`,
    ...(since ? [sql`p.created_at >= ${sinceSql(since)}`] : []),
    ...(until ? [sql`p.created_at < ${untilSql(until)}`] : []),
    ...(before ? [sql`(p.created_at, p.id) < (${timeSql(before.at)}, ${before.id}::uuid)`] : []),
  ]
  return on.rows(sql`
    with w as materialized (
      select room, low, high, places_between(room, low, high) as places
      from unnest(${parts.map(({ room }) => room)}::uuid[], ${parts.map(({ low }) => low)}::bigint[],
        ${parts.map(({ high }) => high)}::bigint[]) part (room, low, high))
    select w.room,
      (select ${atSql(sql`max(b.created_at)`)} from (
        select p.created_at from posts p where p.room_id = w.room and p.number < w.low
        order by p.number desc limit ${DISORDER}::integer) b) as below,
      (select coalesce(json_agg(json_build_object('at', ${atSql(sql`f.created_at`)}, 'id', f.id)), '[]') from (
        select p.id, p.created_at from posts p where ${join(conditions, ' and ')}
        order by p.created_at desc, p.id desc limit ${limit}) f) as hits
    from w`)
}

/** Posts that were found, newest first. */
export const readFound = (
  on: Sql,
  ids: readonly string[],
  words: string | null,
): Promise<FoundRow[]> => {
  const marked = words
    ? sql`ts_headline('german', unaccented(spaced(f.text)), ${formsSql(sql`'german'`, words)}, ${HEADLINE}) as german,
      ts_headline('english', unaccented(spaced(f.text)), ${formsSql(sql`'english'`, words)}, ${HEADLINE}) as english`
    : sql`null as german, null as english`
  return on.rows<FoundRow>(sql`
    select ${marked}, json_build_object('slug', r.slug, 'name', r.name) as room,
      json_build_object('id', f.id, 'number', f.number, 'text', f.text, 'createdAt',
        ${isoSql(sql`f.created_at`)},
        'author', ${authorSql(sql`b`)}) as post
    from posts f join rooms r on r.id = f.room_id join profiles b on b.id = f.user_id
    where f.id = any (${[...ids]}::uuid[]) and f.removed_at is null and b.is_shown
    order by f.created_at desc, f.id desc`)
}
