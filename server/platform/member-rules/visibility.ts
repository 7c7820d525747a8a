// What of each other members do not see. The one rule, for answers, streams and lists alike.
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Whom somebody and who see nothing of each other, and the posts somebody put away. */
export type Visibility = { blockedWith: ReadonlySet<string>; hiddenPosts: ReadonlySet<string> }

type Columns = { blockedWith: readonly string[]; hiddenPosts: readonly string[] }

/** SQL: both as arrays, for the member whose id the given SQL is. */
export const sightColumns = (userId: Query): Query => sql`
  array(select b.blocked_id from blocks b where b.blocker_id = ${userId}
    union select b.blocker_id from blocks b where b.blocked_id = ${userId}) as blocked_with,
  array(select h.post_id from hidden_posts h where h.user_id = ${userId}) as hidden_posts`

export const readVisibility = ({ blockedWith, hiddenPosts }: Columns): Visibility => ({
  blockedWith: new Set(blockedWith),
  hiddenPosts: new Set(hiddenPosts),
})

/** SQL that is true when two members see nothing of each other; each given as SQL of an id. */
export const areBlocked = (one: Query, other: Query): Query => sql`
  exists (select from blocks b where (b.blocker_id = ${one} and b.blocked_id = ${other})
    or (b.blocker_id = ${other} and b.blocked_id = ${one}))`

/**
 * SQL that is true of a member who is not there for others, with the name of their row of `profiles`:
 * one who is suspended, who leaves or hides, or whose data may not be used.
 */
export const isAway = (profile: Query): Query =>
  sql`(${profile}.is_hidden or ${profile}.suspended_until is not null)`

/** Whether a session may do what staff do: who signed in without the second factor they need looks as any member. */
export type SightRank = { isModerator: boolean }

/**
 * SQL that is true of an admitted member `p`. One who waits to be admitted, and an account that nobody confirmed or
 * ever used, are visible to staff alone, in a session that may do what staff do.
 */
export const isAdmitted = (viewerId: string, { isModerator }: SightRank): Query => sql`
  (exists (select from users i where i.id = p.id and i.admitted_at is not null
      and (i.email_confirmed_at is not null or i.last_seen_on is not null))
    or (${isModerator}::boolean
      and exists (select from user_roles s where s.user_id = ${viewerId}::uuid)))`

/** SQL that is true of a member `p` whom a viewer may look at: they are there, and neither blocked the other. */
export const mayBeSeen = (
  viewerId: string,
  looking: SightRank = { isModerator: false },
): Query => sql`
  (not ${isAway(sql`p`)} and ${isAdmitted(viewerId, looking)} or p.id = ${viewerId}::uuid)
    and not ${areBlocked(sql`p.id`, sql`${viewerId}::uuid`)}`

/** Whether a viewer may look at somebody else. */
export const maySeeOther = async (on: Sql, viewerId: string, otherId: string): Promise<boolean> =>
  (await on.row(sql`
    select from profiles p where p.id = ${otherId} and p.id <> ${viewerId}::uuid
      and ${mayBeSeen(viewerId)}`)) !== undefined

/** SQL that is true of a member `p` of whom staff open a case: blocks between members do not bind them at their desks. */
export const mayBeJudged: Query = sql`not ${isAway(sql`p`)}`

/** SQL that is true of a member `p` whom a viewer could look at if they had blocked nobody themselves. */
export const couldBeSeen = (viewerId: string, looking: SightRank): Query => sql`
  not ${isAway(sql`p`)} and ${isAdmitted(viewerId, looking)}
    and not exists (select from blocks b where b.blocker_id = p.id and b.blocked_id = ${viewerId}::uuid)`

/** SQL that is true of a post that names somebody who is not there for others, given as SQL of its id. */
export const namesAway = (postId: Query): Query => sql`
  exists (select from post_mentions n join profiles away on away.id = n.user_id
    where n.post_id = ${postId} and ${isAway(sql`away`)})`

/** SQL that is true of a post that names somebody a member sees nothing of; each given as SQL of an id. */
export const namesUnseen = (postId: Query, userId: Query): Query => sql`
  (${namesAway(postId)} or exists (select from post_mentions n where n.post_id = ${postId}
    and ${areBlocked(sql`n.user_id`, userId)}))`

// a subquery is hashed once, where an array is gone through for every row
const isNoneSql = (id: Query, ids: ReadonlySet<string>): Query =>
  sql`${id} not in (select unnest(${[...ids]}::uuid[]))`

/**
 * SQL that is true of a submission `s` that is looked at: not while its member is hidden, unless the club
 * asked for it because they may be under age.
 */
export const isReviewed: Query = sql`
  (not exists (select from profiles h where h.id = s.user_id and h.is_hidden)
    or (s.status = 'pending' and exists (select from age_checks g
      where g.user_id = s.user_id and g.decided_at is null)))`

/** SQL that is true of a member whom somebody with this sight may see. */
export const isVisibleSql = (
  { blockedWith }: Pick<Visibility, 'blockedWith'>,
  userId: Query,
): Query => isNoneSql(userId, blockedWith)

/** SQL that is true of a post that somebody with this sight did not put away. */
export const isPostVisibleSql = (
  { hiddenPosts }: Pick<Visibility, 'hiddenPosts'>,
  postId: Query,
): Query => isNoneSql(postId, hiddenPosts)

/** Whether nothing at all is kept from somebody. */
export const seesAll = ({ blockedWith, hiddenPosts }: Visibility): boolean =>
  blockedWith.size === 0 && hiddenPosts.size === 0
