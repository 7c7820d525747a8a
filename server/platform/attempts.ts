import { createHash } from 'node:crypto'
import { rates, type RateName } from '#contract/limits.ts'
import type { App, Asking, Refusing } from './context.ts'
import { join, sql, type Query, type Sql } from './database.ts'

/** What is kept of whoever is counted: e-mails and addresses are nobody's business. */
export const identifierHash = (text: string): Buffer =>
  createHash('sha256').update(text.toLowerCase()).digest()

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
  names: readonly RateName[],
  from: Query,
): Query {
  const now = sql`excluded.times[1]`
  const longest = Math.max(...names.map((name) => rates[name].minutes))
  // sorted, so that two statements that count the same identifiers never wait for each other
  return sql`
    insert into attempts as a (action, identifier, times, expires_at)
    select ${actionOf(names)}, identifier, array[at], at + make_interval(mins => ${longest})
    from ${from} order by identifier
    on conflict (action, identifier) do update set
      times = array(select t from unnest(a.times) t where ${counts(longest, now)}) || excluded.times,
      expires_at = excluded.expires_at
    where ${isWithin({ config }, names, now)}
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
const isWithin = ({ config }: Pick<App, 'config'>, names: readonly RateName[], now: Query): Query =>
  join(
    names.map(
      (
        name,
      ) => sql`(select count(*) from unnest(a.times) t where ${counts(rates[name].minutes, now)})
      < ${rates[name].max * config.limitsFactor}`,
    ),
    ' and ',
  )

/** SQL: whether an identifier has used up its rates, as far as is committed. Counts nothing, and of attempts at the same time stops none. */
export const isSpent = (
  app: Pick<App, 'config'>,
  names: readonly RateName[],
  { identifier, at }: { identifier: Query; at: Query },
): Query => sql`exists (select from attempts a where a.action = ${actionOf(names)}
  and a.identifier = ${identifier} and not (${isWithin(app, names, at)}))`

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

/** Seconds until an identifier's next attempt would come late enough; null when it would now. */
export async function secondsToSpace(
  { now }: Pick<App, 'now'>,
  on: Sql,
  action: string,
  { identifier, seconds }: { identifier: string; seconds: number },
): Promise<number | null> {
  const row = await on.row<{ last: string }>(sql`
    select times[1] as last from attempts where action = ${action} and identifier = ${identifierHash(identifier)}`)
  const past = row ? (now().getTime() - Date.parse(row.last)) / 1000 : seconds
  return past >= seconds || past < -60 ? null : Math.max(1, Math.ceil(seconds - past))
}

/** Rates that are counted together share one list of times. */
const actionOf = (names: readonly RateName[]): string => names.join('+')

/**
 * Counts one attempt, atomically and durably, in a sliding window. Answers null when it is within
 * the rate, else the seconds until the next one would be; a refused attempt is not counted.
 */
export async function countAttempt(
  app: Pick<App, 'config' | 'now'>,
  on: Sql,
  name: RateName,
  identifier: string,
): Promise<number | null> {
  const from = sql`(select ${identifierHash(identifier)}::bytea as identifier,
    ${app.now().toISOString()}::timestamptz as at) one`
  const counted = await on.run(countingAttempts(app, [name], from))
  return counted > 0 ? null : ((await timeToWait(app, on, [name], identifier)) ?? 1)
}

/** Without counting: null when another attempt is within the rates, else the seconds until one would be. */
export async function timeToWait(
  { config, now }: Pick<App, 'config' | 'now'>,
  on: Sql,
  names: readonly RateName[],
  identifier: string,
): Promise<number | null> {
  const at = now()
  const waits = await Promise.all(
    names.map(async (name) => {
      const { max, minutes } = rates[name]
      const spent = await on.row<{ count: number; oldest: string | null }>(sql`
        select count(*)::int as count, min(t) as oldest from attempts, unnest(times) t
        where action = ${actionOf(names)} and identifier = ${identifierHash(identifier)}
          and ${counts(minutes, sql`${at.toISOString()}::timestamptz`)}`)
      if (!spent?.oldest || spent.count < max * config.limitsFactor) return 0
      const freeAt = Date.parse(spent.oldest) + minutes * 60_000
      return Math.max(1, Math.ceil((freeAt - at.getTime()) / 1000))
    }),
  )
  return Math.max(...waits) || null
}

/** Counts one attempt, or refuses with `too_many_attempts`; refuses too when counting fails. */
export async function spendAttempt(
  ctx: App & Refusing<never>,
  name: RateName,
  identifier: string,
  on: Sql = ctx.db,
): Promise<void> {
  const retryAfter = await countAttempt(ctx, on, name, identifier)
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
}

/** Forgets what was counted, after the honest outcome of what the limit guards against. */
export async function forgiveAttempts(on: Sql, name: RateName, identifier: string): Promise<void> {
  await on.run(
    sql`delete from attempts where action = ${name} and identifier = ${identifierHash(identifier)}`,
  )
}

/** The part of an address that one connection usually gets: an IPv4 address, or an IPv6 /64. */
export function addressRange({ address }: Pick<Asking, 'address'>): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':')
  const rest = tail?.split(':') ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '') || '0')
    .join(':')
}

/** Deletes what no window reaches back to any more. */
export const forgetExpiredAttempts = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from attempts where expires_at <= ${now.toISOString()}`)
