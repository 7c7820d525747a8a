// Rate limits, counted in the database in a sliding window: atomic, and under marks instead of addresses.
import { rates, type RateName } from '#contract/limits.ts'
import type { NetRateName, PersonRateName } from '#contract/nets.ts'
import type { App, Refusing } from '#server/platform/context.ts'
import { join, sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Counts in the database whom only the club's key can tell. */
type Counting = Pick<App, 'config' | 'now' | 'strongbox'>

/**
 * The mark under which attempts are counted: e-mail and network addresses themselves are not stored. All
 * possible ones could be tried against a plain hash, so the mark is made with the club's key.
 */
export const markCounted = ({ strongbox }: Pick<App, 'strongbox'>, text: string): Promise<Buffer> =>
  strongbox.mark('counted attempts', text.toLowerCase())

/** A rate, and how many times as much of it a net may have that is no person's alone. */
export type OfNet = { net: NetRateName; times: number }
const rateName = (rate: RateName | OfNet): RateName => (typeof rate === 'string' ? rate : rate.net)
const rateFactor = (rate: RateName | OfNet): number => (typeof rate === 'string' ? 1 : rate.times)

/**
 * A time counts while it is in the window. One well ahead of now was written before the clock was
 * set back: it would keep its owner out until the clock is there again.
 */
const AHEAD = '1 minute'
const counts = (minutes: number, now: Query) =>
  sql`t > ${now} - make_interval(mins => ${minutes}) and t <= ${now} + ${AHEAD}::interval`

/**
 * SQL that counts an attempt for every row `(identifier, at)` of `from`, each identifier once, and
 * returns the identifiers that were within all the rates, with the times counted. Atomic: of attempts at the same time
 * only as many pass as the rates allow; a refused one is not counted.
 */
export function countingAttempts(
  { config }: Pick<App, 'config'>,
  counted: readonly RateName[] | OfNet,
  from: Query,
): Query {
  const names = 'net' in counted ? [counted.net] : counted
  const times = 'net' in counted ? counted.times : 1
  const now = sql`excluded.times[1]`
  const longest = Math.max(...names.map((name) => rates[name].minutes))
  // sorted, so that two statements that count the same identifiers never wait for each other
  return sql`
    insert into attempts as a (action, identifier, times, expires_at)
    select ${actionName(names)}, identifier, array[at], at + make_interval(mins => ${longest})
    from ${from} order by identifier
    on conflict (action, identifier) do update set
      times = array(select t from unnest(a.times) t where ${counts(longest, now)}) || excluded.times,
      expires_at = excluded.expires_at
    where ${isWithin({ config }, names, now, times)}
    returning a.identifier, a.times`
}

/** SQL: how many more attempts are within each rate, as an array, given the counted `times`. */
export const attemptsLeft = (
  { config }: Pick<App, 'config'>,
  names: readonly RateName[],
  { times, now }: { times: Query; now: Query },
): Query => {
  const left = names.map(
    (name) => sql`(${rates[name].max * config.limitsFactor} - (select count(*)
      from unnest(${times}) t where ${counts(rates[name].minutes, now)}))::integer`,
  )
  return sql`array[${join(left)}]`
}

/** SQL: whether the times of the row `a` leave room for one more. */
const isWithin = (
  { config }: Pick<App, 'config'>,
  names: readonly RateName[],
  now: Query,
  times: number,
): Query =>
  join(
    names.map(
      (
        name,
      ) => sql`(select count(*) from unnest(a.times) t where ${counts(rates[name].minutes, now)})
      < ${rates[name].max * times * config.limitsFactor}`,
    ),
    ' and ',
  )

/** SQL: whether an identifier has used up its rates, as far as is committed. Counts nothing, and of attempts at the same time stops none. */
export const isSpent = (
  app: Pick<App, 'config'>,
  names: readonly RateName[],
  { identifier, at }: { identifier: Query; at: Query },
): Query => sql`exists (select from attempts a where a.action = ${actionName(names)}
  and a.identifier = ${identifier} and not (${isWithin(app, names, at, 1)}))`

/** SQL: whether an identifier's last attempt is less than so many seconds ago; as `isSpent`. */
export const isTooSoon = (
  action: string,
  { identifier, at, seconds }: { identifier: Query; at: Query; seconds: Query },
): Query => sql`exists (select from attempts a where a.action = ${action}
  and a.identifier = ${identifier} and a.times[1] > ${at} - make_interval(secs => ${seconds})
  and a.times[1] <= ${at} + ${AHEAD}::interval)`

/**
 * SQL that counts an attempt for every row `(identifier, at, seconds)` of `from`, each identifier
 * once, and returns those whose last one is at least so many seconds ago. Atomic, as `countingAttempts`.
 */
export const spacingAttempts = (action: string, from: Query): Query => sql`
  insert into attempts as a (action, identifier, times, expires_at)
  select ${action}, identifier, array[at], at + make_interval(secs => seconds)
  from ${from} order by identifier
  on conflict (action, identifier) do update
    set times = excluded.times, expires_at = excluded.expires_at
    where a.times[1] <= excluded.times[1] - (excluded.expires_at - excluded.times[1])
      or a.times[1] > excluded.times[1] + ${AHEAD}::interval
  returning a.identifier`

/** SQL: the seconds until an identifier's next attempt would come late enough; null when it would now. */
export const secondsToSpaceSql = (
  action: string,
  { identifier, at, seconds }: { identifier: Query; at: Query; seconds: Query },
): Query => sql`(
  select case when past < ${seconds} and past >= -60
    then greatest(1, ceil(${seconds} - past))::integer end
  from (select extract(epoch from ${at} - a.times[1]) as past from attempts a
    where a.action = ${action} and a.identifier = ${identifier}) last)`

/** Seconds until an identifier's next attempt would come late enough; null when it would now. */
export async function secondsToSpace(
  app: Pick<App, 'now' | 'strongbox'>,
  on: Sql,
  action: string,
  spaced: { identifier: string; seconds: number },
): Promise<number | null> {
  const identifier = sql`${await markCounted(app, spaced.identifier)}::bytea`
  const at = sql`${app.now().toISOString()}::timestamptz`
  const seconds = sql`${spaced.seconds}::integer`
  const row = await on.row<{ seconds: number | null }>(
    sql`select ${secondsToSpaceSql(action, { identifier, at, seconds })} as seconds`,
  )
  return row!.seconds
}

/** Rates that are counted together share one list of times. */
const actionName = (names: readonly RateName[]): string => names.join('+')

/**
 * Counts one attempt, atomically and durably, in a sliding window. Answers null when it is within
 * the rate, else the seconds until the next one would be; a refused attempt is not counted.
 */
export async function countAttempt(
  app: Counting,
  on: Sql,
  rate: PersonRateName | OfNet,
  identifier: string,
): Promise<number | null> {
  const from = sql`(select ${await markCounted(app, identifier)}::bytea as identifier,
    ${app.now().toISOString()}::timestamptz as at) one`
  const counting = countingAttempts(app, typeof rate === 'string' ? [rate] : rate, from)
  if ((await on.run(counting)) > 0) return null
  return (await secondsToWait(app, on, [rate], identifier)) ?? 1
}

/** SQL: the seconds until an identifier's next attempt would be within all the rates; null when it would now. Counts nothing. */
export const secondsToWaitSql = (
  { config }: Pick<App, 'config'>,
  counted: readonly (PersonRateName | OfNet)[],
  { identifier, at }: { identifier: Query; at: Query },
): Query => {
  const action = actionName(counted.map(rateName))
  const waits = counted.map((rate) => {
    const { max, minutes } = rates[rateName(rate)]
    const most = max * rateFactor(rate) * config.limitsFactor
    return sql`(
      select case when count(*) >= ${most}
        then greatest(1, ceil(extract(epoch from
          min(t) + make_interval(mins => ${minutes}) - ${at})))::integer end
      from attempts a, unnest(a.times) t
      where a.action = ${action} and a.identifier = ${identifier} and ${counts(minutes, at)})`
  })
  return sql`greatest(${join(waits)})`
}

/** Without counting: null when another attempt is within the rates, else the seconds until one would be. */
export async function secondsToWait(
  app: Counting,
  on: Sql,
  counted: readonly (PersonRateName | OfNet)[],
  identifier: string,
): Promise<number | null> {
  const attempt = {
    identifier: sql`${await markCounted(app, identifier)}::bytea`,
    at: sql`${app.now().toISOString()}::timestamptz`,
  }
  const row = await on.row<{ seconds: number | null }>(
    sql`select ${secondsToWaitSql(app, counted, attempt)} as seconds`,
  )
  return row!.seconds
}

/** Counts one attempt, or refuses with `too_many_attempts`; refuses too when counting fails. */
export async function enforceRateLimit(
  ctx: App & Refusing<never>,
  name: PersonRateName,
  identifier: string,
  on: Sql = ctx.db,
): Promise<void> {
  const retryAfter = await countAttempt(ctx, on, name, identifier)
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
}

/** Forgets what was counted, after the honest outcome of what the limit guards against. */
export async function resetRateLimit(
  app: Pick<App, 'strongbox'>,
  on: Sql,
  name: PersonRateName,
  identifier: string,
): Promise<void> {
  const mark = await markCounted(app, identifier)
  await on.run(sql`delete from attempts where action = ${name} and identifier = ${mark}`)
}

/** Takes one attempt back that was counted at that time, and leaves those of others. */
export async function takeBackAttempt(
  app: Pick<App, 'strongbox'>,
  on: Sql,
  { net }: OfNet,
  identifier: string,
  at: Date,
): Promise<void> {
  const mark = await markCounted(app, identifier)
  await on.run(sql`
    update attempts set times = times[:place - 1] || times[place + 1:]
    from (select action, identifier, array_position(times, ${at.toISOString()}::timestamptz) as place
      from attempts where action = ${net} and identifier = ${mark} for update) one
    where attempts.action = one.action and attempts.identifier = one.identifier and place is not null`)
}

/** Deletes what no window reaches back to any more. */
export const forgetExpiredAttempts = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from attempts where expires_at <= ${now.toISOString()}`)
