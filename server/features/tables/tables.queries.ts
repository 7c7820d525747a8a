// Tables, seats and keys: what one of the two may see, and which tables and words are over and forgotten.
import type { Table } from '#contract/tables/tables.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { areBlocked, mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'
import { rememberedStart, keptStart, owedCutoff, waitingStart } from './tables.policy.ts'

export type Two = { userId: string; otherId: string }

/** SQL: the other of two at a table `t`. */
const otherIdSql = (userId: string): Query =>
  sql`case when t.one_id = ${userId}::uuid then t.other_id else t.one_id end`

/** SQL: that `t` is the table of two. */
const isPairSql = ({ userId, otherId }: Two): Query => sql`
  t.one_id = least(${userId}::uuid, ${otherId}::uuid)
    and t.other_id = greatest(${userId}::uuid, ${otherId}::uuid)`

/** SQL: either of two said "No, thank you". */
const haveDeclined = (one: Query, other: Query): Query => sql`
  exists (select from wave_declines d where (d.user_id = ${one} and d.waver_id = ${other})
    or (d.user_id = ${other} and d.waver_id = ${one}))`

/** SQL: one said "Rather not" to sitting with the other not long ago. */
const hasRefused = (one: Query, other: Query, now: Date): Query => sql`
  exists (select from table_refusals r where r.user_id = ${one} and r.refused_id = ${other}
    and r.declined_at > ${waitingStart(now)})`

/** SQL: whether the words `m` of a table, whose seats are `mine` and `theirs`, are still there. */
export const isRemembered = (now: Date): Query => sql`
  (mine.forgetting_since is null or theirs.forgetting_since is null
    or m.created_at > ${rememberedStart(now)})`

/**
 * SQL: whether the author of a message is visible to a viewer. Looked up by their id: for an `exists` the planner
 * would list everybody in the club first.
 */
export const isReadable = (userId: string, message: Query = sql`m`): Query => sql`
  (${message}.user_id = ${userId}::uuid or coalesce((select a.is_shown
      and not ${areBlocked(sql`a.id`, sql`${userId}::uuid`)}
    from profiles a where a.id = ${message}.user_id), false))`

/** SQL: when a table `t` ended for the member in the seat `mine`, who may have got up unseen. */
export const ownEndSql = sql`least(t.ended_at, mine.left_at)`

export type TableRow = {
  id: string
  createdAt: string
  openedAt: string | null
  endedAt: string | null
  latest: number
  epoch: string
  wrapped: Buffer
  hasSat: boolean
  readNumber: number
  isForgettingMine: boolean
  isForgettingTheirs: boolean
  other: Table['other']
  unread: number
  last: { id: string; isOwn: boolean; at: string; sealed: string } | null
}

/**
 * The tables of a viewer, or the one of them with this id: where they sit, where somebody who is there for
 * them waits, and those that ended a while ago, unless they did away with their copy.
 */
export const readTables = (
  on: Sql,
  userId: string,
  now: Date,
  { tableId = null, unreadCounted }: { tableId?: string | null; unreadCounted: number },
): Promise<TableRow[]> =>
  on.rows<TableRow>(sql`
    select t.id, t.created_at, t.opened_at, ${ownEndSql} as ended_at, t.last_number as latest,
      t.key_epoch as epoch, t.wrapped_key as wrapped,
      mine.user_id is not null as has_sat, coalesce(mine.read_number, 0) as read_number,
      mine.forgetting_since is not null as is_forgetting_mine,
      theirs.forgetting_since is not null as is_forgetting_theirs,
      case when p.id is not null and ${mayBeSeen(userId)} then json_build_object('id', p.id,
        'username', p.username, 'isVerified', p.verification_status = 'verified',
        'portrait', case when p.is_shown then p.photos[1] end) end as other,
      (select count(*) from (select from table_messages m
        where m.table_id = t.id and m.number > mine.read_number and m.user_id <> ${userId}::uuid
          and m.sealed is not null and ${isRemembered(now)} and ${isReadable(userId)}
        limit ${unreadCounted}) counted) as unread,
      (select json_build_object('id', m.id, 'isOwn', m.user_id = ${userId}::uuid,
          'at', m.created_at, 'sealed', encode(m.sealed, 'base64'))
        from table_messages m
        where m.table_id = t.id and m.sealed is not null
          and ${isRemembered(now)} and ${isReadable(userId)}
        order by m.number desc limit 1) as last
    from tables t
    left join seats mine on mine.table_id = t.id and mine.user_id = ${userId}
    left join seats theirs on theirs.table_id = t.id and theirs.user_id <> ${userId}::uuid
    left join profiles p on p.id = ${otherIdSql(userId)}
    where (t.one_id = ${userId} or t.other_id = ${userId})
      and (${tableId}::uuid is null or t.id = ${tableId}::uuid)
      and mine.cleared_at is null
      and (${ownEndSql} is null or ${ownEndSql} > ${keptStart(now)})
      and (t.opened_at is not null or (t.created_at > ${waitingStart(now)}
        and (mine.user_id is not null or (${mayBeSeen(userId)}
          and not ${haveDeclined(sql`p.id`, sql`${userId}::uuid`)}
          and not ${hasRefused(sql`${userId}::uuid`, sql`p.id`, now)}))))
    order by (${ownEndSql} is not null), (t.opened_at is null),
      coalesce((select m.created_at from table_messages m where m.table_id = t.id
        order by m.number desc limit 1), t.opened_at, t.created_at) desc, t.id`)

/** A table of a viewer, as far as its words and their writer need it. */
export type TableAccess = WrappedKey & {
  id: string
  openedAt: string | null
  endedAt: string | null
  isOtherThere: boolean
  /** Whether the viewer is there for others. */
  isThere: boolean
  /** Whether both show others when they write. */
  isWritingShown: boolean
  isForgetting: boolean
}

/** Nothing unless the viewer sat down at it and still has their copy. */
export const findTableAccess = (
  on: Sql,
  tableId: string,
  userId: string,
  now: Date,
): Promise<TableAccess | undefined> =>
  on.row<TableAccess>(sql`
    select t.id, t.opened_at, ${ownEndSql} as ended_at, t.key_epoch as epoch, t.wrapped_key as wrapped,
      coalesce(p.is_shown and ${mayBeSeen(userId)}, false) as is_other_there,
      (select v.is_shown from profiles v where v.id = ${userId}) as is_there,
      not exists (select from presence_off o where o.user_id in (t.one_id, t.other_id)) as is_writing_shown,
      mine.forgetting_since is not null and theirs.forgetting_since is not null as is_forgetting
    from tables t
    join seats mine on mine.table_id = t.id and mine.user_id = ${userId} and mine.cleared_at is null
    left join seats theirs on theirs.table_id = t.id and theirs.user_id <> ${userId}::uuid
    left join profiles p on p.id = ${otherIdSql(userId)}
    where t.id = ${tableId} and (${ownEndSql} is null or ${ownEndSql} > ${keptStart(now)})`)

/** Of one who sits down in two tabs at once, one comes after the other. Until the transaction ends. */
export async function lockSitter(on: Sql, userId: string): Promise<void> {
  await on.run(sql`select pg_advisory_xact_lock(hashtextextended(${`seats ${userId}`}::text, 0))`)
}

/** Whether somebody hides, leaves, or is hidden because their data may not be used. */
export const isHidden = async (on: Sql, userId: string): Promise<boolean> =>
  (await on.row(sql`select from profiles where id = ${userId} and is_hidden`)) !== undefined

/** Whether the other said "Rather not": then they are not told again that somebody waits. */
export const isRefused = async (on: Sql, { userId, otherId }: Two, now: Date): Promise<boolean> =>
  (await on.row(
    sql`select where ${hasRefused(sql`${otherId}::uuid`, sql`${userId}::uuid`, now)}`,
  )) !== undefined

/** The member at the table goes on waiting; a second "Rather not" changes nothing. */
export async function insertRefusal(on: Sql, { userId, otherId }: Two, at: Date): Promise<void> {
  await on.run(sql`
    insert into table_refusals (user_id, refused_id, declined_at)
    values (${userId}, ${otherId}, ${at.toISOString()})
    on conflict (user_id, refused_id) do update set declined_at = excluded.declined_at`)
}

export async function deleteRefusal(on: Sql, { userId, otherId }: Two): Promise<void> {
  await on.run(sql`
    delete from table_refusals where user_id = ${userId} and refused_id = ${otherId}`)
}

/** Whether either of two said "No, thank you": then no table opens, and nobody is notified. */
export const areDeclined = async (on: Sql, { userId, otherId }: Two): Promise<boolean> =>
  (await on.row(sql`select where ${haveDeclined(sql`${userId}::uuid`, sql`${otherId}::uuid`)}`)) !==
  undefined

/** How many seats somebody holds, and at how many the last word they can read has waited for theirs since long. */
export async function countSeats(
  on: Sql,
  userId: string,
  now: Date,
): Promise<{ seats: number; owed: number }> {
  const row = await on.row<{ seats: number; owed: number }>(sql`
    select count(*) as seats,
      count(*) filter (where exists (select from (
          select m.user_id, m.created_at from table_messages m
          where m.table_id = t.id and m.sealed is not null
            and ${isRemembered(now)} and ${isReadable(userId)}
          order by m.number desc limit 1) last
        where last.user_id <> ${userId}::uuid and last.created_at <= ${owedCutoff(now)})) as owed
    from seats mine join tables t on t.id = mine.table_id
    left join seats theirs on theirs.table_id = t.id and theirs.user_id <> mine.user_id
    where mine.user_id = ${userId} and t.ended_at is null and mine.left_at is null
      and (t.opened_at is not null or t.created_at > ${waitingStart(now)})`)
  return row!
}

type Standing = { id: string; openedAt: string | null; hasSat: boolean; isExpired: boolean }

/** The table of two that did not end. */
export const findStanding = (on: Sql, two: Two, now: Date): Promise<Standing | undefined> =>
  on.row<Standing>(sql`
    select t.id, t.opened_at, t.opened_at is null and t.created_at <= ${waitingStart(now)} as is_expired,
      exists (select from seats s where s.table_id = t.id and s.user_id = ${two.userId}) as has_sat
    from tables t where ${isPairSql(two)} and t.ended_at is null for no key update`)

export async function insertTable(
  on: Sql,
  { id, userId, otherId, at, epoch, wrapped }: Two & WrappedKey & { id: string; at: Date },
): Promise<void> {
  await on.run(sql`
    insert into tables (id, one_id, other_id, created_at, key_epoch, wrapped_key)
    values (${id}, least(${userId}::uuid, ${otherId}::uuid),
      greatest(${userId}::uuid, ${otherId}::uuid), ${at.toISOString()}, ${epoch}, ${wrapped})`)
}

export async function insertSeat(
  on: Sql,
  tableId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await on.run(sql`
    insert into seats (table_id, user_id, sat_at)
    values (${tableId}, ${userId}, ${at.toISOString()}) on conflict do nothing`)
}

export async function openTable(on: Sql, tableId: string, at: Date): Promise<void> {
  await on.run(sql`
    update tables set opened_at = ${at.toISOString()} where id = ${tableId} and opened_at is null`)
}

export async function deleteTable(on: Sql, tableId: string): Promise<void> {
  await on.run(sql`delete from tables where id = ${tableId}`)
}

/** Ends it, or takes it away where nobody sat down beside them; nothing where they have no seat any more. */
export async function endOwnTable(
  on: Sql,
  tableId: string,
  userId: string,
  now: Date,
): Promise<void> {
  const isMine = sql`t.id = ${tableId} and exists (select from seats s
    where s.table_id = t.id and s.user_id = ${userId})`
  await on.run(sql`delete from tables t where ${isMine} and t.opened_at is null`)
  await on.run(sql`
    select get_up(t.id, ${userId}, ${now.toISOString()}) from tables t where ${isMine}`)
}

/**
 * Does away with somebody's copy; once nobody has one, with the words and their key. That the two sat
 * together is known as long as they do not wave.
 */
export async function clearSeat(
  on: Sql,
  tableId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await on.run(sql`
    update seats set cleared_at = ${now.toISOString()}
    where table_id = ${tableId} and user_id = ${userId}`)
  await shredUncopied(on, sql`t.id = ${tableId}`)
}

/** Does away with the words of which nobody has a copy, and with their key. */
async function shredUncopied(on: Sql, where: Query): Promise<void> {
  await on.run(sql`
    with shredded as (
      update tables t set wrapped_key = ${NO_KEY}
      where ${where} and t.ended_at is not null and t.wrapped_key <> ${NO_KEY}
        and not exists (select from seats s where s.table_id = t.id and s.cleared_at is null)
      returning t.id)
    delete from table_messages where table_id in (select id from shredded)`)
}

export async function updateForgetting(
  on: Sql,
  tableId: string,
  userId: string,
  since: Date | null,
): Promise<void> {
  await on.run(sql`
    update seats set forgetting_since = ${since?.toISOString() ?? null}
    where table_id = ${tableId} and user_id = ${userId}
      and (forgetting_since is null) <> ${since === null}`)
}

/** Raises the mark; answers what it is now where it rose. */
export async function raiseTableMark(
  on: Sql,
  tableId: string,
  userId: string,
  number: number,
): Promise<{ number: number; otherId: string } | undefined> {
  return on.row(sql`
    update seats s set read_number = least(${number}::bigint, t.last_number)
    from tables t where t.id = s.table_id and s.table_id = ${tableId} and s.user_id = ${userId}
      and s.read_number < least(${number}::bigint, t.last_number)
    returning s.read_number as number, ${otherIdSql(userId)} as other_id`)
}

/** Of a table whose words nobody has any more. */
export const NO_KEY = Buffer.alloc(0)

type TableKey = WrappedKey & { id: string }
const AT_ONCE = 200

/** The next keys of a month, but for those that were found broken. */
export const listTableKeys = (
  on: Sql,
  epoch: string,
  but: readonly string[],
): Promise<TableKey[]> =>
  on.rows<TableKey>(sql`
    select id, key_epoch as epoch, wrapped_key as wrapped from tables
    where key_epoch = ${epoch} and wrapped_key <> ${NO_KEY} and id <> all(${but}::uuid[])
    order by id limit ${AT_ONCE} for no key update`)

export async function updateTableKeys(on: Sql, keys: readonly TableKey[]): Promise<void> {
  await on.run(sql`
    update tables t set key_epoch = given.epoch, wrapped_key = given.wrapped
    from unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ epoch }) => epoch)}::text[],
      ${keys.map(({ wrapped }) => wrapped)}::bytea[]) as given (id, epoch, wrapped)
    where t.id = given.id`)
}

/** By which the words of a table are opened now. */
export const findTableKey = (on: Sql, tableId: string): Promise<WrappedKey | undefined> =>
  on.row<WrappedKey>(sql`
    select key_epoch as epoch, wrapped_key as wrapped from tables where id = ${tableId}`)

export async function isKeyMonthUsed(on: Sql, epoch: string): Promise<boolean> {
  return (
    (await on.row(
      sql`select from tables where key_epoch = ${epoch} and wrapped_key <> ${NO_KEY} limit 1`,
    )) !== undefined
  )
}

/**
 * Those that ended long ago go, with their words and key, and so do the copies of members who left unseen as long ago;
 * answers how many.
 */
export async function forgetEnded(on: Sql, now: Date): Promise<number> {
  const ended = await on.run(sql`delete from tables where ended_at <= ${keptStart(now)}`)
  const copies = await on.run(sql`
    update seats set cleared_at = ${now.toISOString()}
    where left_at <= ${keptStart(now)} and cleared_at is null`)
  if (copies > 0)
    await shredUncopied(
      on,
      sql`t.id in (select s.table_id from seats s where s.left_at is not null)`,
    )
  return ended + copies
}

/** Deletes tables at which a member waited too long, and old refusals; returns how many. */
export async function forgetWaiting(on: Sql, now: Date): Promise<number> {
  const waits = await on.run(sql`
    delete from tables where opened_at is null and created_at <= ${waitingStart(now)}`)
  const refusals = await on.run(sql`
    delete from table_refusals where declined_at <= ${waitingStart(now)}`)
  return waits + refusals
}
