import { limits } from '#contract/limits.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { areBlocked } from '#server/platform/member-rules/visibility.ts'

/** Who asks, and where they may read. */
export type Looking = { userId: string; rooms: readonly string[] }

const most = sql`${limits.exchangesLookedAt}::integer`

/** SQL: the newest posts of somebody, bounded, so that nothing that follows reads without end. */
const ownPosts = (userId: string): Query => sql`
  select id, reply_to, created_at from posts
  where user_id = ${userId} and removed_at is null
  order by created_at desc limit ${most}`

/** SQL: hellos that arrived, either way; what somebody declined is gone for them, and for nobody else. */
const waves = (userId: string): Query => sql`
  select * from (
    select w.author_id as other, w.post_id, w.created_at as at, 'wave' as kind, true as is_own
    from waves w where w.user_id = ${userId}
      and not exists (select from wave_declines d
        where d.user_id = ${userId} and d.waver_id = w.author_id)
    order by w.created_at desc limit ${most}) sent
  union all select * from (
    select w.user_id, w.post_id, w.created_at, 'wave', false
    from waves w where w.author_id = ${userId}
      and not exists (select from wave_declines d
        where d.user_id = ${userId} and d.waver_id = w.user_id)
      and not exists (select from wave_declines d where d.user_id = w.user_id
        and d.waver_id = ${userId} and d.declined_at <= w.created_at)
    order by w.created_at desc limit ${most}) received`

/** SQL: replies and names, either way, with the post that answered if it is still to be seen. */
const words = (userId: string): Query => sql`
  select q.user_id as other, o.id as post_id, o.created_at as at, 'reply' as kind, true as is_own
  from own o join posts q on q.id = o.reply_to and q.removed_at is null
  where not exists (select from hidden_posts h where h.user_id = ${userId} and h.post_id = q.id)
  union all select * from (
    select p.user_id, p.id, p.created_at, 'reply', false
    from own o join posts p on p.reply_to = o.id
    order by p.created_at desc limit ${most}) answered
  union all
  select n.user_id, o.id, o.created_at, 'mention', true
  from own o join post_mentions n on n.post_id = o.id
  union all select * from (
    select p.user_id, p.id, p.created_at, 'mention', false
    from post_mentions n join posts p on p.id = n.post_id
    where n.user_id = ${userId} order by p.created_at desc limit ${most}) named`

/**
 * SQL: `exchanges (other, post_id, at, kind, is_own, number, text, room_id)`, to begin a statement
 * with: what passed between somebody and others they see, where they may read, and only posts they see.
 * `with` one of them nothing else is looked at.
 */
export const exchangesSql = (
  { userId, rooms }: Looking,
  { between }: { between?: string } = {},
): Query => sql`
  own as materialized (${ownPosts(userId)}),
  passed as (${waves(userId)} union all ${words(userId)}),
  exchanges as (
    select x.*, p.number, p.text, p.room_id
    from passed x
    join posts p on p.id = x.post_id and p.removed_at is null and p.room_id = any (${[...rooms]}::uuid[])
    join profiles a on a.id = x.other and a.is_shown
    where x.other <> ${userId}::uuid
      and (${between ?? null}::uuid is null or x.other = ${between ?? null}::uuid)
      and not ${areBlocked(sql`x.other`, sql`${userId}::uuid`)}
      and not exists (select from hidden_posts h where h.user_id = ${userId} and h.post_id = p.id))`
