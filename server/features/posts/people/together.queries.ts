// What a viewer and another member have together: rooms, posts said there, waves and replies.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getTogether } from '#contract/posts/people.ts'
import type { Icebreaker } from '#contract/rooms/rooms.ts'
import type { Post } from '#contract/posts/posts.ts'
import type { Viewer } from '#server/platform/context.ts'
import { empty, sql, type Query, type Sql } from '#server/platform/database/database.ts'
import {
  isPostVisibleSql,
  mayBeSeen,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { posts, type PostRow } from '../posts.rows.ts'
import { toPost } from '../posts.sight.ts'
import { exchangesSql, type Looking } from './exchanges.queries.ts'

type Together = AnswerOf<typeof getTogether>
type SharedRoom = Together['rooms'][number] & { id: string }

/** Whether somebody may look at a member at all. */
export const mayLook = async (
  on: Sql,
  viewer: Pick<Viewer, 'userId' | 'isModerator'>,
  memberId: string,
): Promise<boolean> =>
  (await on.row(sql`
    select from profiles p where p.id = ${memberId} and ${mayBeSeen(viewer.userId, viewer)}`)) !==
  undefined

/** Of the rooms where somebody may read those a member is in too, awake, in the order of the club. */
export const listShared = (
  on: Sql,
  rooms: readonly string[],
  memberId: string,
): Promise<SharedRoom[]> =>
  on.rows<SharedRoom>(sql`
    select r.id, r.slug, r.name, r.icon from rooms r
    join room_members m on m.room_id = r.id and m.user_id = ${memberId} and m.dormant_at is null
    join profiles a on a.id = m.user_id and a.is_shown
    where r.id = any (${[...rooms]}::uuid[])
    order by r.position, r.created_at, r.id`)

export type SaidRow = {
  room: { slug: string; name: string }
  post: Post
  question: Icebreaker['question'] | null
}

type SaidWish = {
  rooms: readonly string[]
  memberId: string
  isAnswer: boolean
  sight: Visibility
}

/** The newest posts of a member in some rooms, whole; of answers alone if so. */
export async function listSaid(
  on: Sql,
  { rooms, memberId, isAnswer, sight }: SaidWish,
  limit: number,
): Promise<SaidRow[]> {
  const only: Query = isAnswer ? sql`and p.icebreaker_id is not null` : empty
  const rows = await on.rows<Omit<SaidRow, 'post'> & { post: PostRow }>(sql`
    select json_build_object('slug', r.slug, 'name', r.name) as room, row_to_json(s) as post,
      (select json_build_object('de', i.de, 'en', i.en) from icebreakers i
        where i.id = s."icebreakerId") as question
    from (${posts}
      where p.user_id = ${memberId} and p.removed_at is null
        and p.room_id = any (${[...rooms]}::uuid[]) ${only}
        and ${isPostVisibleSql(sight, sql`p.id`)}
      order by p.created_at desc, p.number desc limit ${limit}) s
    join posts o on o.id = s.id join rooms r on r.id = o.room_id
    order by o.created_at desc, o.number desc`)
  return rows.map(({ post, ...said }) => ({ ...said, post: toPost(post) }))
}

/** What was between two, as the one who asks may know of it. */
export async function findContact(
  on: Sql,
  asking: Looking,
  memberId: string,
): Promise<NonNullable<Together['between']>> {
  const row = await on.row<NonNullable<Together['between']>>(sql`
    with ${exchangesSql(asking, { between: memberId })}
    select min(at) filter (where kind = 'wave' and is_own) as waved_at,
      min(at) filter (where kind = 'wave' and not is_own) as waved_back_at,
      (count(*) filter (where kind = 'reply'))::integer as replies
    from exchanges`)
  return row!
}
