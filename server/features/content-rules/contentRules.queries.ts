// The pace rules as SQL of the statement that stores a post: slow mode, newcomers' limit, repeated text.
import type { RateName } from '#contract/limits.ts'
import type { PersonRateName } from '#contract/nets.ts'
import type { App } from '#server/platform/context.ts'
import {
  countingAttempts,
  isSpent,
  isTooSoon,
  secondsToSpaceSql,
  secondsToWaitSql,
  spacingAttempts,
} from '#server/platform/limits/attempts.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

export const SLOW_MODE = 'slowMode'

/** SQL: whether a post in `asked`, in its room `r`, comes too soon or repeats a text. */
export const isUnpaced = (
  app: Pick<App, 'config'>,
  newcomer: RateName = 'postPerHourNewcomer',
): Query => {
  const at = sql`asked.at`
  const seconds = sql`r.slow_seconds`
  return sql`(
    (asked.is_newcomer
      and ${isSpent(app, [newcomer], { identifier: sql`asked.identifier`, at })})
    or (r.slow_seconds > 0 and ${isTooSoon(SLOW_MODE, { identifier: sql`asked.slow`, at, seconds })})
    or (asked.same is not null and ${isSpent(app, ['sameText'], { identifier: sql`asked.same`, at })}))`
}

/**
 * SQL, three columns: the seconds until a post in `asked`, in its room `r`, no longer repeats a text,
 * breaks slow mode, or exceeds the limit of a newcomer; each null when it does not.
 */
export const paceWaits = (
  app: Pick<App, 'config'>,
  newcomer: PersonRateName = 'postPerHourNewcomer',
): Query => {
  const at = sql`asked.at`
  const seconds = sql`r.slow_seconds`
  return sql`
    ${secondsToWaitSql(app, ['sameText'], { identifier: sql`asked.same`, at })} as same_text,
    case when r.slow_seconds > 0 then
      ${secondsToSpaceSql(SLOW_MODE, { identifier: sql`asked.slow`, at, seconds })} end as slow_mode,
    case when asked.is_newcomer then
      ${secondsToWaitSql(app, [newcomer], { identifier: sql`asked.identifier`, at })}
      end as newcomer_limit`
}

/**
 * SQL that comes after `allowed` and `counted` and ends in `paced`: the posts that also keep the
 * limit of newcomers, the slow mode of the room, and repeat no text. `isUnpaced` refuses most of the
 * others before anything is counted; this also holds when two posts arrive at once. The steps run one
 * after the other and each locks its rows in order, so that two statements cannot deadlock.
 */
export const pacing = (
  app: Pick<App, 'config'>,
  newcomer: RateName = 'postPerHourNewcomer',
): Query => sql`
  greeted as (${countingAttempts(
    app,
    [newcomer],
    sql`(select identifier, at from allowed
      where is_newcomer and identifier in (select identifier from counted)) newcomers`,
  )}),
  within as (
    select * from allowed where identifier in (select identifier from counted)
      and (not is_newcomer or identifier in (select identifier from greeted))),
  slowed as (${spacingAttempts(
    SLOW_MODE,
    sql`(select slow as identifier, at, slow_seconds as seconds from within
      where slow_seconds > 0) slow`,
  )}),
  spaced as (
    select * from within where slow_seconds = 0 or slow in (select identifier from slowed)),
  said as (${countingAttempts(
    app,
    ['sameText'],
    sql`(select same as identifier, at from spaced where same is not null) texts`,
  )}),
  paced as (select * from spaced where same is null or same in (select identifier from said))`

export async function findSlowSeconds(on: Sql, roomId: string): Promise<number> {
  const row = await on.row<{ slowSeconds: number }>(
    sql`select slow_seconds from rooms where id = ${roomId}`,
  )
  return row?.slowSeconds ?? 0
}

/** Stores that a member hides themselves, or with null that they no longer do; triggers do the rest. */
export async function noteHidden(on: Sql, userId: string, at: Date | null): Promise<void> {
  await on.run(
    at
      ? sql`insert into hidden_members (user_id, hidden_at) values (${userId}, ${at.toISOString()})
          on conflict do nothing`
      : sql`delete from hidden_members where user_id = ${userId}`,
  )
}

export async function isHidden(on: Sql, userId: string): Promise<boolean> {
  return (await on.row(sql`select from hidden_members where user_id = ${userId}`)) !== undefined
}
