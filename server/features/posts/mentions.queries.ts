// Whom a post names after an @, who can be named in a room, and in which posts a member stands named.
import { mentionParts, possibleNames, type Mention } from '#contract/posts/mentions.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { foldedStartsWithSql } from '#server/platform/lists/names.ts'
import { areBlocked, mayBeSeen } from '#server/platform/member-rules/visibility.ts'

type Text = { id: string; text: string }

/** Whether a text may name anybody. */
export const mayName = ({ text }: Pick<Text, 'text'>): boolean => possibleNames(text).length > 0

/**
 * SQL: whom texts name, as `(post_id, user_id, name)`. `posts` has id, room_id and user_id of those
 * who write. Of what may be a name after an @, the longest that is an awake member's of the room
 * counts; somebody who sees nothing of the writer, and the writer, are words like others.
 */
export function mentionedMembersSql(texts: readonly Text[], posts: Query): Query {
  const tried = texts.flatMap(({ id, text }) =>
    possibleNames(text).flatMap(({ at, names }) => names.map((name) => ({ id, at, name }))),
  )
  return sql`
    select distinct on (w.post_id, w.user_id) w.post_id, w.user_id, w.name from (
      select distinct on (t.post_id, t.place) t.post_id, t.place, t.name, f.id as user_id,
        a.user_id as author_id
      from unnest(${tried.map(({ id }) => id)}::uuid[], ${tried.map(({ at }) => at)}::integer[],
        ${tried.map(({ name }) => usernameKey(name))}::text[],
        ${tried.map(({ name }) => name)}::text[]) t (post_id, place, key, name)
      join ${posts} a on a.id = t.post_id
      join profiles f on f.username_key = t.key and f.is_shown
      join room_members m
        on m.room_id = a.room_id and m.user_id = f.id and m.dormant_at is null
      where not ${areBlocked(sql`a.user_id`, sql`f.id`)}
      order by t.post_id, t.place, char_length(t.name) desc) w
    where w.user_id <> w.author_id
    order by w.post_id, w.user_id, w.place`
}

type Named = { userId: string; name: string }

/**
 * Whom a text that was changed names from now on; who was named before is named still, not again, and
 * as long as their name stands there: also when nobody could name them now, because they go.
 */
export async function updateMentions(
  on: Sql,
  post: { id: string; roomId: string; userId: string; text: string },
): Promise<void> {
  const { id, roomId, userId, text } = post
  const writer = sql`(select ${id}::uuid as id, ${roomId}::uuid as room_id, ${userId}::uuid as user_id)`
  const named = await on.rows<Named>(mentionedMembersSql([{ id, text }], writer))
  const before = await on.rows<Named>(
    sql`select user_id, name from post_mentions where post_id = ${id}`,
  )
  const mentions = [...named, ...before].map((one) => ({ ...one, id: one.userId, username: '' }))
  const stay = mentionParts(text, mentions, usernameKey).flatMap((part) =>
    typeof part === 'string' ? [] : part.id,
  )
  const ids = named.map((one) => one.userId)
  await on.run(sql`
    with over as (
      delete from post_mentions where post_id = ${id}
        and user_id <> all (${[...ids, ...stay]}::uuid[]))
    insert into post_mentions (post_id, user_id, name)
    select ${id}, user_id, name
    from unnest(${ids}::uuid[], ${named.map((one) => one.name)}::text[]) named (user_id, name)
    on conflict (post_id, user_id) do update set name = excluded.name`)
}

export async function forgetNames(on: Sql, postId: string): Promise<void> {
  await on.run(sql`delete from post_mentions where post_id = ${postId}`)
}

type Person = { id: string; username: string }

/** Of so many whose names begin alike the first are offered in the order of the language. */
const SORTED = 500

/** Active members of a room whose names begin like that, without the viewer. */
export const findByStart = (
  on: Sql,
  roomId: string,
  { userId, starts, isSeen, max }: { userId: string; starts: string; isSeen: Query; max: number },
): Promise<Person[]> =>
  on.rows<Person>(sql`
    select n.id, n.username from (
      select f.id, f.username from room_members m
      join profiles f on f.id = m.user_id and f.is_shown
      join users u on u.id = f.id and u.admitted_at is not null
      where m.room_id = ${roomId} and m.dormant_at is null and f.id <> ${userId}
        and ${foldedStartsWithSql(sql`m.folded_name`, starts)} and ${isSeen}
      order by m.folded_name collate "C" limit ${SORTED}::integer) n
    order by n.username collate "de-x-icu", n.id limit ${max}`)

/** Some of the posts in which somebody is named, with all who are named there. */
export const listNaming = (on: Sql, userId: string, max: number) =>
  on.rows<{ id: string; authorId: string; text: string; mentions: Mention[] }>(sql`
    select p.id, p.user_id as author_id, p.text,
      (select json_agg(json_build_object('id', o.user_id, 'username', o.name, 'name', o.name))
        from post_mentions o where o.post_id = p.id) as mentions
    from post_mentions n join posts p on p.id = n.post_id
    where n.user_id = ${userId} order by p.id limit ${max}`)

/**
 * Whose names stand in a text that is kept elsewhere: at each place the longest that is anybody's,
 * as they are called now.
 */
export function findNames(on: Sql, text: string): Promise<Mention[]> {
  const tried = possibleNames(text).flatMap(({ at, names }) => names.map((name) => ({ at, name })))
  return on.rows<Mention>(sql`
    select distinct on (t.place) f.id, f.username, t.name
    from unnest(${tried.map(({ at }) => at)}::integer[],
      ${tried.map(({ name }) => usernameKey(name))}::text[],
      ${tried.map(({ name }) => name)}::text[]) t (place, key, name)
    join profiles f on f.username_key = t.key
    order by t.place, char_length(t.name) desc`)
}

/** Which of these members somebody may look at. */
export async function listSeen(
  on: Sql,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await on.rows<{ id: string }>(sql`
    select p.id from profiles p where p.id = any (${[...ids]}::uuid[]) and ${mayBeSeen(viewerId)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a post says so still; then nobody changes that until the transaction ends. */
export const holdText = async (on: Sql, id: string, text: string): Promise<boolean> =>
  (await on.row(sql`
    select from posts where id = ${id} and text = ${text} for no key update`)) !== undefined

/** A text that named somebody, and names them no more. */
export async function replaceNaming(
  on: Sql,
  { id, userId, after }: { id: string; userId: string; after: string },
): Promise<void> {
  await on.run(sql`delete from post_mentions where user_id = ${userId} and post_id = ${id}`)
  await on.run(sql`update posts set text = ${after} where id = ${id} and text <> ${after}`)
}
