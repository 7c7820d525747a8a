// What may be reported, as it is at this moment, and what was written around it.
import type { AuthorWords } from '#contract/members/author.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import type { Mention } from '#contract/posts/mentions.ts'
import { holdMessage, isUnchanged } from '#server/features/tables/tables.ts'
import { AUTHOR_WORDS, authorWordsSql, sqlOfEach } from '#server/platform/member-rules/author.ts'
import { areBlocked } from '#server/platform/member-rules/visibility.ts'
import { join, raw, sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { isWhole } from '#server/platform/lists/names.ts'

/** What somebody may report, as it is at this moment; beside a profile's bio what else its member says. */
export type ReportedTarget = AuthorWords & {
  kind: ReportTarget['kind']
  /** The post or the photo; null for a profile. */
  sourceId: string | null
  userId: string
  author: string
  text: string | null
  room: string | null
  roomSlug: string | null
  createdAt: string | null
  /** Whom a post names. */
  mentions?: Mention[] | undefined
  /** Of what was said at a table: when it was last edited, and what was said around it. */
  editedAt?: string | null
  around?: ContextPost[]
}

export type ContextPost = { author: string; text: string; createdAt: string; isQuoted: boolean }

/** Posts before and after one, at most. */
const BEFORE = 8
const AFTER = 4

export const findPost = (
  on: Sql,
  id: string,
  viewerId: string,
): Promise<ReportedTarget | undefined> =>
  on.row<ReportedTarget>(sql`
    select 'post' as kind, p.id as source_id, p.user_id, a.username as author, p.text,
      ${sqlOfEach(AUTHOR_WORDS, (name) => sql`null as ${name}`)}, r.name as room, r.slug as room_slug, p.created_at,
      (select coalesce(json_agg(json_build_object('id', n.user_id, 'username', n.name, 'name', n.name)), '[]')
        from post_mentions n where n.post_id = p.id) as mentions
    from posts p join rooms r on r.id = p.room_id join profiles a on a.id = p.user_id and a.is_shown
    where p.id = ${id} and p.removed_at is null
      and not ${areBlocked(sql`p.user_id`, sql`${viewerId}::uuid`)}`)

/** What members can still read in its room of what was reported first in each of these cases. */
export const listStanding = (
  on: Sql,
  caseIds: readonly string[],
): Promise<{ caseId: string; text: string; room: string }[]> =>
  on.rows(sql`
    select distinct on (e.case_id) e.case_id, p.text, r.name as room
    from evidence e join posts p on p.id = e.source_id and p.removed_at is null
      join rooms r on r.id = p.room_id and r.is_active
      join profiles a on a.id = p.user_id and a.is_shown
    where e.kind = 'post' and e.case_id = any (${caseIds}::uuid[])
    order by e.case_id, e.frozen_at, e.id`)

/** Members `p` of whom that is true, by their id or by one of their photos. */
export const findProfile = (
  on: Sql,
  { kind, id }: ReportTarget,
  isSeen: Query,
): Promise<ReportedTarget | undefined> => {
  const isPhoto = kind === 'photo'
  const which = isPhoto
    ? sql`p.photos @> array[${id}::text] and p.is_shown`
    : sql`p.id = ${id}::uuid`
  return on.row<ReportedTarget>(sql`
    select ${kind}::text as kind, ${isPhoto ? id : null}::uuid as source_id, p.id as user_id,
      p.username as author, case when p.is_shown and ${!isPhoto} then p.bio end as text,
      ${sqlOfEach(AUTHOR_WORDS, (name) => sql`case when ${!isPhoto} then p.${name} end as ${name}`)},
      null as room, null as room_slug,
      null::timestamptz as created_at
    from profiles p where ${which} and ${isSeen}`)
}

/**
 * As the desk freezes it: the member a notice names, whether they show themselves or not. By the
 * whole name, since nobody is to be decided about by mistake; without its accents where it is only one's.
 */
export async function findNamed(on: Sql, name: string): Promise<ReportedTarget | undefined> {
  const found = await on.rows<ReportedTarget & { isExact: boolean }>(sql`
    select 'profile' as kind, null as source_id, id as user_id, username as author, bio as text,
      ${authorWordsSql(sql`profiles`)}, null as room, null as room_slug, null as created_at, lower(username) = lower(${name}) as is_exact
    from profiles where ${isWhole(sql`username`, name)} limit 50`)
  const exact = found.filter(({ isExact }) => isExact)
  const [meant, other] = exact.length > 0 ? exact : found
  if (!meant || other) return undefined
  const { isExact: _, ...target } = meant
  return target
}

/** The posts around one in its room, and the one it quotes, in the order of writing. */
export const listContext = (on: Sql, postId: string): Promise<ContextPost[]> =>
  on.rows<ContextPost>(sql`
    with reported as (select p.id, p.room_id, p.number, to_jsonb(p) ->> 'reply_to' as quoted
      from posts p where p.id = ${postId})
    select a.username as author, c.text, c.created_at,
      coalesce(c.id::text = t.quoted, false) as is_quoted
    from reported t
    join lateral (
      (select n.* from posts n where n.room_id = t.room_id and n.number < t.number
        and n.removed_at is null order by n.number desc limit ${BEFORE})
      union
      (select n.* from posts n where n.room_id = t.room_id and n.number > t.number
        and n.removed_at is null order by n.number limit ${AFTER})
      union
      (select n.* from posts n where n.id::text = t.quoted)) c on true
    join profiles a on a.id = c.user_id
    order by c.number`)

/** Locks what was reported, so that it stays as it is until the transaction ends. */
export async function holdSource(
  on: Sql,
  { kind, sourceId, userId }: Pick<ReportedTarget, 'kind' | 'sourceId' | 'userId'>,
): Promise<void> {
  if (kind === 'message') return holdMessage(on, sourceId)
  await on.run(
    kind === 'post'
      ? sql`select from posts where id = ${sourceId} for no key update`
      : sql`select from profiles where id = ${userId} for no key update`,
  )
}

/** Whether what was reported is gone, or says something else by now. */
export async function isGone(
  on: Sql,
  {
    kind,
    sourceId,
    userId,
    text,
    editedAt = null,
    ...words
  }: Pick<ReportedTarget, 'kind' | 'sourceId' | 'text' | 'editedAt'> &
    Partial<AuthorWords> & { userId: string | null },
): Promise<boolean> {
  // by its id and the time of its last edit, without decrypting it
  if (kind === 'message') return !(await isUnchanged(on, { id: sourceId, editedAt }))
  if (kind === 'post')
    return !(await on.row(sql`
      select from posts where id = ${sourceId} and removed_at is null and text = ${text}`))
  const same =
    kind === 'photo'
      ? sql`${sourceId}::text = any (photos)`
      : sql`bio is not distinct from ${text}::text and ${join(
          AUTHOR_WORDS.map(
            (name) => sql`${raw(name)} is not distinct from ${words[name] ?? null}::text`,
          ),
          ' and ',
        )}`
  return !(await on.row(sql`select from profiles where id = ${userId} and ${same}`))
}
