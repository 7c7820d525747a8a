// Why members put another away, one reason of each giver; staff see it once enough of them have said so.
import {
  MOST_SIGNALLED,
  SIGNALS_HEARD,
  type Signalled,
  type SignalReason,
} from '#contract/members/signals.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { isFound } from '#server/platform/member-rules/staff.ts'

type Giving = { giverId: string; reason: SignalReason; at: Date }

/** One of each giver about each member: the last. `about` selects whom it is about, as `id`. */
const insertSignal = (on: Sql, { giverId, reason, at }: Giving, about: Query): Promise<number> =>
  on.run(sql`
    insert into signals (giver_id, about_id, reason, given_at)
    select ${giverId}, about.id, ${reason}, ${at.toISOString()}::timestamptz from (${about}) about
    on conflict (about_id, giver_id) do update
      set reason = excluded.reason, given_at = excluded.given_at`)

/** About the author of a post the giver put away. */
export const insertOfPost = (on: Sql, giving: Giving, postId: string): Promise<number> =>
  insertSignal(
    on,
    giving,
    sql`select p.user_id as id from hidden_posts h join posts p on p.id = h.post_id
      where h.user_id = ${giving.giverId} and h.post_id = ${postId}`,
  )

/** About a member the giver muted. */
export const insertOfMember = (on: Sql, giving: Giving, mutedId: string): Promise<number> =>
  insertSignal(
    on,
    giving,
    sql`select m.muted_id as id from mutes m
      where m.muter_id = ${giving.giverId} and m.muted_id = ${mutedId}`,
  )

type Asking = { viewerId: string; since: Date }

/** SQL: of whom enough members said why they put them away, if they are found; nobody is told of themselves. */
const heardSql = ({ viewerId, since }: Asking): Query => sql`
  select g.about_id, min(g.given_at) as since, max(g.given_at) as latest
  from signals g join profiles p on p.id = g.about_id
  where g.given_at > ${since.toISOString()} and g.about_id <> ${viewerId} and ${isFound}
  group by g.about_id having count(*) >= ${SIGNALS_HEARD}::int`

export const listSignalled = (on: Sql, asking: Asking): Promise<Signalled[]> =>
  on.rows<Signalled>(sql`
    select heard.about_id as member_id, p.username, heard.since, heard.latest,
      (select json_agg(json_build_object('reason', c.reason, 'count', c.count)
          order by c.count desc, c.reason)
        from (select g.reason, count(*) as count from signals g
          where g.about_id = heard.about_id and g.given_at > ${asking.since.toISOString()}
          group by g.reason) c) as reasons,
      seen.seen_at
    from (${heardSql(asking)}) heard
    join profiles p on p.id = heard.about_id
    left join signals_seen seen on seen.about_id = heard.about_id and seen.up_to >= heard.latest
    order by seen.seen_at is not null, heard.latest desc, heard.about_id
    limit ${MOST_SIGNALLED}::int`)

/** False where there is nothing to see. What came after `upTo` stays unseen. */
export async function noteSeen(
  on: Sql,
  asking: Asking,
  { aboutId, upTo, at }: { aboutId: string; upTo: string; at: Date },
): Promise<boolean> {
  const noted = await on.run(sql`
    insert into signals_seen as seen (about_id, up_to, seen_by, seen_at)
    select heard.about_id, least(${upTo}::timestamptz, heard.latest), ${asking.viewerId}::uuid,
      ${at.toISOString()}::timestamptz
    from (${heardSql(asking)}) heard where heard.about_id = ${aboutId}
    on conflict (about_id) do update
      set up_to = greatest(seen.up_to, excluded.up_to), seen_by = excluded.seen_by,
        seen_at = excluded.seen_at`)
  return noted > 0
}

/** Reasons that count no longer, and that they were seen. */
export async function deleteSignals(on: Sql, until: Date): Promise<number> {
  const at = until.toISOString()
  const isFree = (user: Query) =>
    sql`not exists (select from users u where u.id = ${user} and u.restricted_at is not null)`
  const gone = await on.run(sql`
    delete from signals s where s.given_at <= ${at}
      and ${isFree(sql`s.giver_id`)} and ${isFree(sql`s.about_id`)}`)
  return (
    gone +
    (await on.run(
      sql`delete from signals_seen s where s.up_to <= ${at} and ${isFree(sql`s.about_id`)}`,
    ))
  )
}
