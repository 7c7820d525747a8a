// The lines of the bell a member may still see, and which are read: asked for the bell, push and the digest.
import { excerpt, countToRead } from '#contract/excerpt.ts'
import { limits } from '#contract/limits.ts'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'
import { areBlocked, namesUnseen } from '#server/platform/member-rules/visibility.ts'
import type { NoticeReader } from './notices.readers.ts'

/**
 * SQL: whether the reader of `b` may see it now: nothing of somebody blocked, hidden, suspended or
 * leaving, nothing removed or put away, no mention taken back, nothing from where they may not be, no
 * hello declined.
 */
const isSeen = ({ rooms, isLooking }: NoticeReader): Query => sql`
  (i.kind = 'decision' or (${isLooking}::boolean
    and exists (select from profiles a where a.id = i.actor_id and a.is_shown)
    and not ${areBlocked(sql`i.user_id`, sql`i.actor_id`)}
    and not (i.kind in ('wave', 'mutual_wave', 'table_asked') and exists (select from wave_declines d
      where d.user_id = i.user_id and d.waver_id = i.actor_id))
    and (i.kind <> 'mention' or exists (select from post_mentions n
      where n.post_id = i.post_id and n.user_id = i.user_id))
    and (i.kind in ('mutual_wave', 'table_asked', 'table_open') or (i.room_id = any (${rooms}::uuid[])
      and exists (select from posts p where p.id = i.post_id and p.removed_at is null)
      and not exists (select from hidden_posts h
        where h.user_id = i.user_id and h.post_id = i.post_id)))))`

/** SQL: what belongs to one line. */
const line = sql`case when i.kind = 'wave' then i.post_id else i.id end`

export async function countUnread(on: Sql, reader: NoticeReader): Promise<number> {
  const row = await on.row<{ unread: number }>(sql`
    select count(distinct ${line}) as unread from bell_items i
    where i.user_id = ${reader.userId} and i.read_at is null and ${isSeen(reader)}`)
  return row?.unread ?? 0
}

/** Lines of the bell, the newest first. */
export async function listLines(
  on: Sql,
  reader: NoticeReader,
  { isUnread = false, ...page }: PageRequest & { isUnread?: boolean },
): Promise<PagedList<BellItem>> {
  const list = {
    rows: sql`
      with lines as (
        select (array_agg(i.id order by i.created_at desc, i.id desc))[1] as id, i.kind,
          max(i.created_at) as at, bool_and(i.read_at is not null) as is_read,
          count(i.actor_id)::integer as count, i.post_id, i.reference,
          (array_agg(i.actor_id order by i.created_at desc, i.id desc))[1:${limits.bellNames}::integer] as actors
        from bell_items i
        where i.user_id = ${reader.userId} and (not ${isUnread}::boolean or i.read_at is null)
          and ${isSeen(reader)}
        group by ${line}, i.kind, i.post_id, i.reference)
      select l.id, l.kind, l.at, l.is_read, l.count, l.reference,
        l.kind = 'wave' and l.count = 1 and not exists (select from waves w
          where w.user_id = ${reader.userId} and w.author_id = l.actors[1]) as is_wave_owed,
        (select coalesce(json_agg(json_build_object('id', a.id, 'username', a.username,
            'portrait', a.photos[1]) order by array_position(l.actors, a.id)), '[]')
          from profiles a where a.id = any (l.actors)) as actors,
        case when l.post_id is not null and l.kind <> 'mutual_wave' then json_build_object('id', p.id,
          'room', r.slug, 'roomName', r.name, 'number', p.number, 'text', case when ${namesUnseen(sql`p.id`, sql`${reader.userId}::uuid`)}
            then '…' else left(p.text, ${countToRead(limits.excerpt)}::integer) end) end as post
      from lines l left join posts p on p.id = l.post_id left join rooms r on r.id = p.room_id`,
    where: sql`true`,
    by: [sql`l.at`, sql`l.id`],
    isNewestFirst: true,
    cursorOf: ({ at, id }: BellItem) => ({ at, id }),
  }
  const { lines, next } = await pagedList(on, list, page)
  const shorten = ({ post, ...item }: BellItem) => ({
    ...item,
    post: post && { ...post, text: excerpt(post.text, limits.excerpt) },
  })
  return { lines: lines.map(shorten), next }
}

/** The newest ones nobody has read. */
export async function listUnread(
  on: Sql,
  reader: NoticeReader,
  limit: number,
): Promise<BellItem[]> {
  return (await listLines(on, reader, { after: undefined, limit, isUnread: true })).lines
}

/** The line as it was shown: what came to it since stays unread. */
export async function readLine(on: Sql, userId: string, itemId: string, now: Date): Promise<void> {
  await on.run(sql`
    update bell_items i set read_at = ${now.toISOString()}
    from bell_items shown
    where shown.id = ${itemId} and shown.user_id = ${userId} and i.user_id = ${userId}
      and i.read_at is null and (i.id = shown.id or (i.kind = 'wave' and shown.kind = 'wave'
        and i.post_id = shown.post_id and i.created_at <= shown.created_at))`)
}

export async function markBellRead(
  on: Sql,
  userId: string,
  until: string,
  now: Date,
): Promise<void> {
  await on.run(sql`
    update bell_items set read_at = ${now.toISOString()}
    where user_id = ${userId} and read_at is null and created_at <= ${until}`)
}

/** Up to where somebody has read a room. */
export type SeenNotice = { roomId: string; userId: string; number: number }

/** What is about posts that were read where they stand; what rings of them later is unread again. */
export async function readPosts(on: Sql, seen: readonly SeenNotice[], now: Date): Promise<void> {
  await on.run(sql`
    with settled as (
      select i.id from unnest(${seen.map(({ roomId }) => roomId)}::uuid[],
        ${seen.map(({ userId }) => userId)}::uuid[],
        ${seen.map(({ number }) => number)}::bigint[]) as s (room_id, user_id, number)
      join bell_items i on i.user_id = s.user_id and i.room_id = s.room_id and i.read_at is null
      join posts p on p.id = i.post_id and p.number <= s.number
      where i.kind in ('reply', 'mention', 'wave')
      -- in order, so that two processes never wait for each other
      order by i.id for update of i)
    update bell_items i set read_at = ${now.toISOString()} from settled where i.id = settled.id`)
}

export type AnsweredNotice = { userId: string; actorId: string; kinds: Rung['kind'][] }

/** What one of them did, of these kinds. */
export async function readOfMember(
  on: Sql,
  { userId, actorId, kinds }: AnsweredNotice,
  now: Date,
): Promise<void> {
  await on.run(sql`
    update bell_items set read_at = ${now.toISOString()}
    where user_id = ${userId} and actor_id = ${actorId} and kind = any (${kinds}) and read_at is null`)
}

/** Decisions, by the numbers they are read under. */
export async function readDecisions(
  on: Sql,
  userId: string,
  references: readonly string[],
  now: Date,
): Promise<void> {
  await on.run(sql`
    update bell_items set read_at = ${now.toISOString()}
    where user_id = ${userId} and kind = 'decision' and reference = any (${references})
      and read_at is null`)
}

export type Rung = {
  id: string
  userId: string
  kind: 'wave' | 'mutual_wave' | 'table_asked' | 'table_open' | 'decision'
  actorId: string | null
  postId: string | null
  reference: string | null
  at: Date
}

/** Once each; not for one's own acts, not for a member who does not see the actor, not for a muted room. */
export async function insertItem(on: Sql, rung: Rung): Promise<void> {
  const { id, userId, kind, actorId, postId, reference, at } = rung
  await on.run(sql`
    insert into bell_items (id, user_id, kind, actor_id, post_id, room_id, reference, created_at)
    select ${id}, u.id, ${kind}, ${actorId}::uuid, p.id, p.room_id, ${reference}::text, ${at.toISOString()}
    from users u left join posts p on p.id = ${postId}
    where u.id = ${userId} and u.id is distinct from ${actorId}::uuid
      and not ${areBlocked(sql`u.id`, sql`${actorId}::uuid`)}
      and not (${kind}::text = 'wave' and exists (select from room_members m
        where m.room_id = p.room_id and m.user_id = u.id and m.muted_at is not null))
    on conflict do nothing`)
}

export type Hushed = {
  userId: string
  actorId: string
  kinds: Rung['kind'][]
  /** Without one, wherever it was. */
  postId?: string
}

export async function deleteItems(
  on: Sql,
  { userId, actorId, kinds, postId }: Hushed,
): Promise<void> {
  await on.run(sql`
    delete from bell_items where user_id = ${userId} and actor_id = ${actorId}
      and kind = any (${kinds}) and (${postId ?? null}::uuid is null or post_id = ${postId ?? null})`)
}

/** The oldest of them, so many at most. */
export const deleteOldNotices = (on: Sql, until: Date, many: number): Promise<number> =>
  on.run(sql`
    delete from bell_items where id = any (array(
      select b.id from bell_items b where b.created_at <= ${until.toISOString()} and not exists (
        select from users u where u.id = b.user_id and u.restricted_at is not null)
      order by b.created_at limit ${many}::integer))`)
