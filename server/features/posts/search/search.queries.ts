import type { SearchHit } from '#contract/posts/search.ts'
import { nameStartsWithSql } from '#server/platform/lists/names.ts'
import {
  isHiddenSql,
  isVisibleSql,
  namesAway,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { authorSql } from '#server/platform/member-rules/author.ts'
import { join, sql, type Query, type Sql } from '#server/platform/database/database.ts'

type SearchWish = {
  rooms: readonly string[]
  /** Null: nothing that can be looked for. */
  words: string | null
  /** The beginning of a name, as somebody typed it. */
  author: string | null
  since: string | null
  until: string | null
  before: { at: number; id: string } | null
  sight: Visibility
}

type FoundRow = Omit<SearchHit, 'matches'> & {
  /** The text, as the index reads it, with what was found between `MARKS`, by the stems of each language. */
  german: string | null
  english: string | null
  /** Microseconds since 1970. */
  at: number
}

/** Characters no text of the club holds. */
export const MARKS = { start: '\u0002', stop: '\u0003' }
const HEADLINE = `StartSel="${MARKS.start}", StopSel="${MARKS.stop}", HighlightAll=true`

const wordsSql = (words: string): Query => sql`
  (websearch_to_tsquery('german', ${words}) || websearch_to_tsquery('english', ${words}))`

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

/** Posts that are shown, newest first; what to search by is the index's own expression. */
export const findPosts = (on: Sql, wish: SearchWish, limit: number): Promise<FoundRow[]> => {
  const { words, author, since, until, before, sight } = wish
  const conditions = [
    sql`p.room_id = any (${[...wish.rooms]}::uuid[])`,
    sql`p.removed_at is null`,
    isVisibleSql(sight, sql`p.user_id`),
    isHiddenSql(sight, sql`p.id`),
    // whose name would be left out is not found by it either
    sql`(strpos(p.text, '@') = 0 or not ${namesAway(sql`p.id`)})`,
    ...(sight.blockedWith.size > 0
      ? [
          sql`not exists (select from post_mentions n
            where n.post_id = p.id and not ${isVisibleSql(sight, sql`n.user_id`)})`,
        ]
      : []),
    ...(words ? [sql`words_of(p.text) @@ ${wordsSql(words)}`] : []),
    ...(author ? [nameStartsWithSql(sql`a.username`, author)] : []),
    ...(since ? [sql`p.created_at >= ${since}::date::timestamp at time zone 'Europe/Berlin'`] : []),
    ...(until
      ? [sql`p.created_at < (${until}::date + 1)::timestamp at time zone 'Europe/Berlin'`]
      : []),
    ...(before
      ? [
          sql`(p.created_at, p.id) <
          (timestamptz 'epoch' + ${before.at}::bigint * interval '1 microsecond', ${before.id}::uuid)`,
        ]
      : []),
  ]
  const marked = words
    ? sql`ts_headline('german', spaced(f.text), websearch_to_tsquery('german', ${words}), ${HEADLINE}) as german,
      ts_headline('english', spaced(f.text), websearch_to_tsquery('english', ${words}), ${HEADLINE}) as english`
    : sql`null as german, null as english`
  return on.rows<FoundRow>(sql`
    select ${marked}, (extract(epoch from f.created_at) * 1000000)::bigint as at,
      json_build_object('slug', r.slug, 'name', r.name) as room,
      json_build_object('id', f.id, 'number', f.number, 'text', f.text, 'createdAt',
        to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'author', ${authorSql(sql`b`)}) as post
    from (
      select p.id, p.room_id, p.number, p.text, p.created_at, p.user_id
      from posts p join profiles a on a.id = p.user_id and a.is_shown
      where ${join(conditions, ' and ')}
      order by p.created_at desc, p.id desc limit ${limit}) f
    join rooms r on r.id = f.room_id join profiles b on b.id = f.user_id
    order by f.created_at desc, f.id desc`)
}
