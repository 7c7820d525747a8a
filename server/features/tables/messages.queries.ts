// Messages of a table, sealed as they lie there: reading, storing within limits, editing and forgetting them.
import type { Author } from '#contract/posts/author.ts'
import type { RateName } from '#contract/limits.ts'
import { contentStandingSql } from '#server/features/consent/consent.ts'
import { isSessionOpenSql } from '#server/features/accounts/accounts.ts'
import {
  isUnpaced,
  paceWaits,
  pacing,
  type PaceWaits,
} from '#server/features/content-rules/content-rules.ts'
import type { App } from '#server/platform/context.ts'
import { rowsSql, type Cell } from '#server/platform/database/cells.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { publishSql } from '#server/platform/database/events.ts'
import { retentionMs } from '#server/platform/limits/retention.ts'
import {
  countingAttempts,
  markCounted,
  secondsToWaitSql,
} from '#server/platform/limits/attempts.ts'
import { authorSql } from '#server/platform/member-rules/author.ts'
import { areBlocked } from '#server/platform/member-rules/visibility.ts'
import { rememberedStart } from './tables.policy.ts'
import { isReadable } from './tables.queries.ts'

/** A message as it lies there, and what it answers. */
export type MessageRow = {
  id: string
  number: number
  sealed: Buffer
  createdAt: string
  editedAt: string | null
  author: Author
  replyNumber: number | null
  quoted: { id: string; sealed: string; author: { id: string; username: string } } | null
}

type MessageRange = { before?: number | undefined; after?: number | undefined }

/** SQL: messages `m` of a list with their authors `a` and what they answer, `q`, as far as that still says something. */
const selectMessages = (list: Query, isQuotable: Query = sql`true`): Query => sql`
  select m.id, m.number, m.sealed, m.created_at, m.edited_at, m.reply_number,
    ${authorSql(sql`a`)} as author,
    case when q.sealed is not null and qa.id is not null then json_build_object('id', q.id,
      'sealed', encode(q.sealed, 'base64'),
      'author', json_build_object('id', qa.id, 'username', qa.username)) end as quoted
  from ${list} m
  join profiles a on a.id = m.user_id
  left join table_messages q on q.id = m.reply_to and ${isQuotable}
  left join profiles qa on qa.id = q.user_id and (qa.is_shown or qa.id = m.user_id)`
const messages = selectMessages(sql`table_messages`)

const HAS_WORDS = sql`m.sealed is not null`

/**
 * Up to `limit` messages a viewer may read, newest first: the newest between two numbers, or those next
 * to `after`. None is newer than `latest`, or from before `since`.
 */
export const readMessages = (
  on: Sql,
  table: { id: string; userId: string; since: string | null; latest: number },
  { before = table.latest + 1, after = 0 }: MessageRange,
  order: 'newest' | 'next',
  limit: number,
): Promise<MessageRow[]> => {
  const isTheirs = (message: Query) => sql`${isReadable(table.userId, message)}
    and (${table.since}::timestamptz is null or ${message}.created_at > ${table.since}::timestamptz)`
  return on.rows<MessageRow>(sql`
    select * from (
      ${selectMessages(sql`table_messages`, isTheirs(sql`q`))}
      where m.table_id = ${table.id} and ${HAS_WORDS} and ${isTheirs(sql`m`)}
        and m.number > ${after}::bigint and m.number <= ${table.latest}::bigint
        and m.number < ${before}::bigint
      order by m.number ${order === 'newest' ? sql`desc` : sql`asc`} limit ${limit}) page
    order by number desc`)
}

/** The messages of a table above `after`, up to `upTo`, whose authors are visible to others. */
export const readMessageRange = (
  on: Sql,
  tableId: string,
  after: number,
  upTo: number,
): Promise<MessageRow[]> =>
  on.rows<MessageRow>(sql`
    ${messages}
    where m.table_id = ${tableId} and ${HAS_WORDS} and a.is_shown
      and m.number > ${after}::bigint and m.number <= ${upTo}::bigint
    order by m.number desc`)

export const findMessage = (on: Sql, id: string): Promise<MessageRow | undefined> =>
  on.row<MessageRow>(sql`${messages} where m.id = ${id} and ${HAS_WORDS}`)

export const findLatest = async (on: Sql, tableId: string): Promise<number> =>
  (
    await on.row<{ latest: number }>(
      sql`select last_number as latest from tables where id = ${tableId}`,
    )
  )?.latest ?? 0

const RATES = ['messagePerMinute', 'messagePerHour'] as const
const NEWCOMERS = 'messagePerHourNewcomer' satisfies RateName

export type NewMessage = {
  id: string
  tableId: string
  userId: string
  /** The session it is written in: ended by now, and nothing is stored. */
  sessionId: string
  sealed: Buffer
  replyTo: string | null
  createdAt: string
  isNewcomer: boolean
  /** By what the text is known again. */
  same: string | null
}

type Counting = Pick<App, 'config' | 'strongbox'>

/** A message as it is asked for. Tables know no pace of their own. */
const listCells = async (app: Counting, one: NewMessage): Promise<Cell[]> => [
  ['id', 'uuid', one.id],
  ['table_id', 'uuid', one.tableId],
  ['user_id', 'uuid', one.userId],
  ['session_id', 'uuid', one.sessionId],
  ['identifier', 'bytea', await markCounted(app, one.userId)],
  ['sealed', 'bytea', one.sealed],
  ['reply_to', 'uuid', one.replyTo],
  ['at', 'timestamptz', one.createdAt],
  ['is_newcomer', 'boolean', one.isNewcomer],
  ['slow', 'bytea', null],
  ['same', 'bytea', one.same && (await markCounted(app, one.same))],
]

/** SQL: what a message answers, `q`, at the same table, and not gone there, swept away or not yet. */
const answered = sql`
  left join table_messages q on q.id = asked.reply_to and q.table_id = asked.table_id
    and q.sealed is not null
    and (q.created_at > asked.at - make_interval(secs => ${retentionMs('tableWords') / 1000}::float8)
      or (select count(*) from seats w
        where w.table_id = q.table_id and w.forgetting_since is not null) < 2)`

/**
 * Stores messages of different members in one statement: standing, limits, numbers, rows and notices.
 * Answers those that were stored, as they lie there; one that was not found its author without a seat at
 * an open table, over a limit, signed out or not there for others, the other not there, what it answers
 * gone, or its id taken. A message of the same id stored at the same moment fails the whole statement.
 */
export async function insertMessages(
  app: Counting,
  on: Sql,
  orders: readonly NewMessage[],
): Promise<MessageRow[]> {
  const rows = await Promise.all(orders.map((one) => listCells(app, one)))
  return on.rows<MessageRow>(sql`
    with asked as (${rowsSql(rows)}),
    allowed as (
      select asked.*, r.slow_seconds, q.number as reply_number
      from asked
      join sessions s on s.id = asked.session_id and s.user_id = asked.user_id and s.expires_at > asked.at
      join tables t on t.id = asked.table_id and t.opened_at is not null and t.ended_at is null
      join seats c on c.table_id = t.id and c.user_id = asked.user_id
      join profiles f on f.id = asked.user_id and f.is_shown
      join profiles o on o.id in (t.one_id, t.other_id) and o.id <> asked.user_id and o.is_shown
        and not ${areBlocked(sql`o.id`, sql`asked.user_id`)}
      cross join (select 0 as slow_seconds) r
      ${answered}
      where not exists (select from table_messages m where m.id = asked.id)
        and (asked.reply_to is null or q.id is not null)
        and not exists (select from statements l where l.user_id = asked.user_id
          and l.kind = 'posting_limit' and l.lifted_at is null and l.ends_at > asked.at)
        and not ${isUnpaced(app, NEWCOMERS)}),
    counted as (${countingAttempts(app, RATES, sql`allowed`)}),
    ${pacing(app, NEWCOMERS)},
    accepted as (
      select p.*, row_number() over (partition by table_id order by turn) as place from paced p),
    numbered as (
      update tables t set last_number = t.last_number + wanted.count
      from (
        select f.id, (select count(*) from accepted a where a.table_id = f.id)
        from tables f where f.id in (select table_id from accepted)
        -- in order, so that two statements never wait for each other
        order by f.id for no key update) wanted
      where t.id = wanted.id and t.ended_at is null
      returning t.id, t.last_number, wanted.count),
    stored as (
      insert into table_messages (id, table_id, number, user_id, sealed, reply_to, reply_number, created_at)
      select a.id, a.table_id, n.last_number - n.count + a.place, a.user_id, a.sealed, a.reply_to,
        a.reply_number, a.at
      from accepted a join numbered n on n.id = a.table_id
      returning id, table_id, number, user_id, sealed, reply_to, reply_number, created_at, edited_at),
    told as (
      select ${publishSql(sql`json_build_object('kind', 'message', 'tableId', table_id, 'number', max(number))`)}
      from stored group by table_id)
    ${selectMessages(sql`stored`)} where (select count(*) from told) > 0`)
}

/** Why a message was not stored, as things stand by one snapshot. */
type UnstoredMessage = PaceWaits & {
  taken: { tableId: string; userId: string } | null
  retryAfter: number | null
  isSignedIn: boolean
  hasContentConsent: boolean
  isHidden: boolean
  isQuotable: boolean
}
type UnstoredRow = Omit<UnstoredMessage, 'taken'> & {
  takenTableId: string | null
  takenUserId: string
}

export async function readUnstoredMessage(
  app: Counting,
  on: Sql,
  one: NewMessage,
): Promise<UnstoredMessage> {
  const [identifier, at] = [sql`asked.identifier`, sql`asked.at`]
  const row = await on.row<UnstoredRow>(sql`
    with asked as (${rowsSql([await listCells(app, one)])})
    select m.table_id as taken_table_id, m.user_id as taken_user_id,
      ${secondsToWaitSql(app, RATES, { identifier, at })} as retry_after,
      ${paceWaits(app, NEWCOMERS)},
      ${isSessionOpenSql(sql`asked.session_id`, at)} as is_signed_in,
      coalesce(standing.has_content_consent, false) as has_content_consent,
      coalesce(standing.is_hidden, false) as is_hidden,
      asked.reply_to is null or q.id is not null as is_quotable
    from asked cross join (select 0 as slow_seconds) r
      left join table_messages m on m.id = asked.id
      left join lateral (${contentStandingSql(sql`asked.user_id`)}) standing on true
      ${answered}`)
  const { takenTableId, takenUserId, ...rest } = row!
  return {
    ...rest,
    taken: takenTableId === null ? null : { tableId: takenTableId, userId: takenUserId },
  }
}

/** How often each of two has written at their table. */
export async function countWritten(
  on: Sql,
  tableId: string,
  userId: string,
): Promise<{ own: number; others: number }> {
  const row = await on.row<{ own: number; others: number }>(sql`
    select count(*) filter (where user_id = ${userId}) as own,
      count(*) filter (where user_id <> ${userId}::uuid) as others
    from table_messages where table_id = ${tableId}`)
  return row!
}

type OwnMessage = { id: string; sealed: Buffer; createdAt: string }

/** A message of this member at this table that stands there still; nobody else changes it until the transaction ends. */
export const lockOwnMessage = (
  on: Sql,
  { tableId, id, userId }: { tableId: string; id: string; userId: string },
): Promise<OwnMessage | undefined> =>
  on.row<OwnMessage>(sql`
    select id, sealed, created_at from table_messages
    where id = ${id} and table_id = ${tableId} and user_id = ${userId} and sealed is not null
    for no key update`)

export async function updateMessage(on: Sql, id: string, sealed: Buffer, now: Date): Promise<void> {
  await on.run(sql`
    update table_messages set sealed = ${sealed}, edited_at = ${now.toISOString()} where id = ${id}`)
}

/** It keeps its number. What it said is not kept. */
export async function emptyMessage(on: Sql, id: string): Promise<void> {
  await on.run(sql`update table_messages set sealed = null where id = ${id}`)
}

/** What is said at tables where both want words to go after a day goes; answers how many. */
export const forgetWords = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`
    delete from table_messages m using tables t
    where t.id = m.table_id and m.created_at <= ${rememberedStart(now)}
      and (select count(*) from seats s
        where s.table_id = t.id and s.forgetting_since is not null) = 2`)
