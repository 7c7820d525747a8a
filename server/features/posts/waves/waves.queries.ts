// Waves and who wants none, asked when a member waves, declines, lists them or may sit down at a table.
import { excerpt, countToRead } from '#contract/excerpt.ts'
import { limits } from '#contract/limits.ts'
import type { ReceivedWave } from '#contract/posts/receivedWaves.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { retentionMs } from '#server/platform/limits/retention.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'
import { areBlocked, namesUnseen } from '#server/platform/member-rules/visibility.ts'
import type { WavedAt } from './waves.policy.ts'

/** SQL: whether somebody sees a post `p` and who wrote it. */
const isSeen = (userId: string) => sql`p.removed_at is null
  and not ${areBlocked(sql`p.user_id`, sql`${userId}::uuid`)}
  and not exists (select from hidden_posts h where h.post_id = p.id and h.user_id = ${userId})`

/** Nothing when it was removed or put away, or its author is hidden or out of sight. */
export const findPost = (
  on: Sql,
  postId: string,
  userId: string,
): Promise<(WavedAt & { roomId: string }) | undefined> =>
  on.row(sql`
    select p.user_id as author_id, p.room_id, r.access_level, r.is_active,
      exists (select from room_members m where m.room_id = r.id and m.user_id = ${userId}
        and m.dormant_at is null) as is_member
    from posts p join rooms r on r.id = p.room_id
    join profiles a on a.id = p.user_id and a.is_shown
    where p.id = ${postId} and ${isSeen(userId)}`)

type WavedPost = { id: string; room: string; roomName: string; number: number }

const wavedPost = sql`p.id, r.slug as room, r.name as room_name, p.number`

/** A wave at any of the author's posts that can still be undone: pressing twice waves once. */
export const findFreshWave = (
  on: Sql,
  { userId, authorId }: Pair,
  since: Date,
): Promise<(WavedPost & { createdAt: string }) | undefined> =>
  on.row(sql`
    select ${wavedPost}, w.created_at from waves w
    join posts p on p.id = w.post_id join rooms r on r.id = p.room_id
    where w.user_id = ${userId} and w.author_id = ${authorId}
      and w.created_at >= ${since.toISOString()} order by w.created_at desc limit 1`)

/** The newest post of theirs to wave at, in one of these rooms, if they are in it too. */
export const findWaveablePost = (
  on: Sql,
  { userId, authorId }: Pair,
  rooms: readonly string[],
): Promise<WavedPost | undefined> =>
  on.row(sql`
    select ${wavedPost} from posts p join rooms r on r.id = p.room_id
    join profiles a on a.id = p.user_id and a.is_shown
    join room_members m on m.room_id = p.room_id and m.user_id = p.user_id and m.dormant_at is null
    where p.user_id = ${authorId} and p.room_id = any (${[...rooms]}::uuid[]) and ${isSeen(userId)}
      and not exists (select from waves w where w.post_id = p.id and w.user_id = ${userId})
    order by p.created_at desc, p.number desc limit 1`)

export type Pair = { userId: string; authorId: string }

/** Of two who wave at each other at the same moment one is the second. Until the transaction ends. */
export async function lockPair(on: Sql, { userId, authorId }: Pair): Promise<void> {
  const [one, other] = [userId, authorId].sort()
  await on.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`wave ${one} ${other}`}::text, 0))`,
  )
}

type Wave = { authorId: string; createdAt: string }

export const findWave = (on: Sql, postId: string, userId: string): Promise<Wave | undefined> =>
  on.row<Wave>(
    sql`select author_id, created_at from waves where post_id = ${postId} and user_id = ${userId}`,
  )

/** Answers false when the post was removed meanwhile, or its author is out of sight. */
export async function insertWave(
  on: Sql,
  { postId, userId, at }: { postId: string; userId: string; at: Date },
): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into waves (post_id, user_id, author_id, created_at)
    select p.id, ${userId}::uuid, p.user_id, ${at.toISOString()} from posts p
    where p.id = ${postId} and ${isSeen(userId)}
    for key share of p`)
  return inserted > 0
}

export async function deleteWave(on: Sql, postId: string, userId: string): Promise<void> {
  await on.run(sql`delete from waves where post_id = ${postId} and user_id = ${userId}`)
}

/** How two stand to each other: how often one waved, whether the other did, whether either wants none. */
type WaveState = { sent: number; isReturned: boolean; isDeclined: boolean }

export async function findWaveState(on: Sql, { userId, authorId }: Pair): Promise<WaveState> {
  const row = await on.row<WaveState>(sql`
    select (select count(*) from waves where user_id = ${userId} and author_id = ${authorId}) as sent,
      exists (select from waves where user_id = ${authorId} and author_id = ${userId}) as is_returned,
      exists (select from wave_declines where (user_id = ${userId} and waver_id = ${authorId})
        or (user_id = ${authorId} and waver_id = ${userId})) as is_declined`)
  return row!
}

/** Only against a member who has waved at this one: so nobody can probe which members exist. */
export async function insertDecline(
  on: Sql,
  { userId, waverId, at }: { userId: string; waverId: string; at: Date },
): Promise<void> {
  await on.run(sql`
    insert into wave_declines (user_id, waver_id, declined_at)
    select ${userId}::uuid, ${waverId}::uuid, ${at.toISOString()}
    where exists (select from waves where user_id = ${waverId} and author_id = ${userId})
    on conflict do nothing`)
}

/**
 * SQL: whether two waved at each other, as the one may know of it: what they declined is gone for them, and
 * that the other declined a wave of theirs is not to be noticed.
 */
const isMutualSql = (userId: Query, otherId: Query): Query => sql`
  (exists (select from waves back where back.user_id = ${otherId} and back.author_id = ${userId}
      and not exists (select from wave_declines d where d.user_id = ${otherId}
        and d.waver_id = ${userId} and d.declined_at <= back.created_at))
    and not exists (select from wave_declines d
      where d.user_id = ${userId} and d.waver_id = ${otherId}))`

/** Whether the wave of one at the other is an answer. */
export const isMutual = async (on: Sql, { userId, authorId }: Pair): Promise<boolean> =>
  (await on.row(sql`
    select where ${isMutualSql(sql`${userId}::uuid`, sql`${authorId}::uuid`)}`)) !== undefined

/** Whether two waved at each other, as the one may know of it. */
export const haveBothWaved = async (on: Sql, { userId, authorId }: Pair): Promise<boolean> =>
  (await on.row(sql`
    select from waves w where w.user_id = ${userId} and w.author_id = ${authorId}
      and ${isMutualSql(sql`w.user_id`, sql`w.author_id`)} limit 1`)) !== undefined

/** When two who sat together and got up may wave again, if that is still to come. */
export async function findRestEnd(
  on: Sql,
  { userId, authorId }: Pair,
  now: Date,
): Promise<Date | null> {
  const row = await on.row<{ endedAt: string | null }>(sql`
    select max(ended_at) as ended_at from tables
    where one_id = least(${userId}::uuid, ${authorId}::uuid)
      and other_id = greatest(${userId}::uuid, ${authorId}::uuid)`)
  const end = row?.endedAt ? new Date(Date.parse(row.endedAt) + retentionMs('tables')) : null
  return end && end > now ? end : null
}

/** The posts a member waved at in a room; that a wave is mutual is told only where the member sees the other. */
export const listOwn = (
  on: Sql,
  { roomId, userId, from, to }: { roomId: string; userId: string; from: number; to: number },
): Promise<{ number: number; isMutual: boolean }[]> =>
  on.rows(sql`
    select p.number, a.is_shown and not ${areBlocked(sql`a.id`, sql`w.user_id`)}
        and ${isMutualSql(sql`w.user_id`, sql`w.author_id`)} as is_mutual
    from waves w join posts p on p.id = w.post_id join profiles a on a.id = w.author_id
    where w.user_id = ${userId} and p.room_id = ${roomId}
      and p.number between ${from}::bigint and ${to}::bigint order by p.number`)

type Received = ReceivedWave & { id: string }

/** SQL: an id of a wave `w`, which has none: of two at one post in the same moment each has another. */
const waveId = sql`md5(w.post_id::text || w.user_id)::uuid`

/** Who waved at somebody's posts and is seen by them, the newest first. */
export async function listReceived(
  on: Sql,
  { userId, rooms, ...page }: PageRequest & { userId: string; rooms: string[] },
): Promise<PagedList<Received>> {
  const list = {
    rows: sql`
      select w.created_at as at, ${waveId} as id,
        json_build_object('id', a.id, 'username', a.username,
          'isVerified', a.verification_status = 'verified', 'portrait', a.photos[1]) as waver,
        json_build_object('room', r.slug, 'roomName', r.name, 'number', p.number,
          'text', case when ${namesUnseen(sql`p.id`, sql`p.user_id`)}
            then '…' else left(p.text, ${countToRead(limits.excerpt)}::integer) end) as post,
        exists (select from waves back
          where back.user_id = w.author_id and back.author_id = w.user_id) as is_mutual
      from waves w
      join posts p on p.id = w.post_id and p.removed_at is null
      join rooms r on r.id = p.room_id
      join profiles a on a.id = w.user_id and a.is_shown`,
    where: sql`w.author_id = ${userId} and p.room_id = any (${rooms}::uuid[])
      and not ${areBlocked(sql`w.author_id`, sql`w.user_id`)}
      and not exists (select from wave_declines d
        where d.user_id = w.author_id and d.waver_id = w.user_id)
      and not exists (select from wave_declines d where d.user_id = w.user_id
        and d.waver_id = w.author_id and d.declined_at <= w.created_at)`,
    by: [sql`w.created_at`, waveId],
    isNewestFirst: true,
    cursorOf: ({ at, id }: Received) => ({ at, id }),
  }
  const { lines, next } = await pagedList(on, list, page)
  const shorten = ({ post, ...wave }: Received) => ({
    ...wave,
    post: { ...post, text: excerpt(post.text, limits.excerpt) },
  })
  return { lines: lines.map(shorten), next }
}
