import { createHash } from 'node:crypto'
import { rates, type RateName } from '#contract/limits.ts'
import type { App, Asking, Refusing } from './context.ts'
import { sql, type Sql } from './database.ts'

const hashOf = (text: string) => createHash('sha256').update(text.toLowerCase()).digest()

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
  const rate = rates[name]
  const max = rate.max * app.config.limitsFactor
  const now = app.now()
  const windowMs = rate.minutes * 60_000
  const since = new Date(now.getTime() - windowMs).toISOString()
  const key = hashOf(identifier)

  const counted = await on.run(sql`
    insert into attempts as a (action, identifier, times, expires_at)
    values (${name}, ${key}, array[${now.toISOString()}::timestamptz],
      ${new Date(now.getTime() + windowMs).toISOString()})
    on conflict (action, identifier) do update set
      times = array(select t from unnest(a.times) t where t > ${since}) || excluded.times,
      expires_at = excluded.expires_at
    where (select count(*) from unnest(a.times) t where t > ${since}) < ${max}`)
  return counted > 0 ? null : ((await timeToWait(app, on, name, identifier)) ?? 1)
}

/** Without counting: null when another attempt is within the rate, else the seconds until one would be. */
export async function timeToWait(
  app: Pick<App, 'config' | 'now'>,
  on: Sql,
  name: RateName,
  identifier: string,
): Promise<number | null> {
  const rate = rates[name]
  const windowMs = rate.minutes * 60_000
  const now = app.now().getTime()
  const spent = await on.row<{ count: number; oldest: string | null }>(sql`
    select count(*)::int as count, min(t) as oldest from attempts, unnest(times) t
    where action = ${name} and identifier = ${hashOf(identifier)}
      and t > ${new Date(now - windowMs).toISOString()}`)
  if (!spent?.oldest || spent.count < rate.max * app.config.limitsFactor) return null
  return Math.max(1, Math.ceil((Date.parse(spent.oldest) + windowMs - now) / 1000))
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
    sql`delete from attempts where action = ${name} and identifier = ${hashOf(identifier)}`,
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
export async function forgetExpiredAttempts(on: Sql, now: Date): Promise<void> {
  await on.run(sql`delete from attempts where expires_at <= ${now.toISOString()}`)
}
