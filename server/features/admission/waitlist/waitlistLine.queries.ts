// Everybody in line, each person once: for admins the oldest first, for who waits their place.
import type { Waiting } from '#contract/admission/admission.ts'
import { isPart } from '#server/platform/lists/names.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'
import { isAway } from '#server/platform/member-rules/visibility.ts'

/** Which accounts count: in a club that asks for it, those whose owner confirmed the address. */
export type WaitlistCounts = { mustConfirm: boolean }

const counts = ({ mustConfirm }: WaitlistCounts): Query =>
  sql`(u.email_confirmed_at is not null or not ${mustConfirm}::boolean)`

/** An address that was confirmed before there was an account keeps its place; after a refusal it starts over. */
const accountSince = sql`case when w.declined_at is not null then coalesce(w.confirmed_at, u.created_at)
  else least(u.created_at, w.confirmed_at) end`

/**
 * Everybody in line, each person once: accounts, and confirmed addresses without one. An account
 * that does not count yet takes nobody's place, or a stranger's sign-up could push an address out; nor
 * does a hidden one, which could not come in.
 */
const lines = (counting: WaitlistCounts): Query => sql`
  select u.id, u.email, p.username, p.verification_status = 'verified' as is_verified,
    ${accountSince} as since, true as is_account
  from users u join profiles p on p.id = u.id left join waitlist w on w.email = u.email
  where u.admitted_at is null and ${counts(counting)} and not is_declined(w) and not ${isAway(sql`p`)}
  union all
  select w.id, w.email, null, false, w.confirmed_at, false
  from waitlist w
  where w.confirmed_at is not null and w.admitted_at is null and not is_declined(w)
    and not exists (select from users u where u.email = w.email and ${counts(counting)})`

type Found = Omit<Waiting, 'wasBanned'>
export type WaitlistLine = Found & { isAccount: boolean }

/** Oldest first; the line a page follows may have left since. */
export const listLines = (
  on: Sql,
  counting: WaitlistCounts,
  { search, email, ...page }: PageRequest & { search: string; email: string },
): Promise<PagedList<Found>> => {
  const list = {
    rows: sql`select l.id, l.email, l.username, l.is_verified, l.since from (${lines(counting)}) l`,
    where: search
      ? sql`strpos(lower(l.email), lower(${email})) > 0 or ${isPart(sql`l.username`, search)}`
      : sql`true`,
    by: [sql`l.since`, sql`l.id`],
    isNewestFirst: false,
    cursorOf: ({ since, id }: Found) => ({ at: since, id }),
  }
  return pagedList(on, list, page)
}

export async function countLines(
  on: Sql,
  counting: WaitlistCounts,
): Promise<{ count: number; oldest: string | null }> {
  const row = await on.row<{ count: number; oldest: string | null }>(
    sql`select count(*) as count, min(l.since) as oldest from (${lines(counting)}) l`,
  )
  return row ?? { count: 0, oldest: null }
}

type WaitlistPlace = { position: number; of: number; since: string }

export const findPlace = (
  on: Sql,
  counting: WaitlistCounts,
  userId: string,
): Promise<WaitlistPlace | undefined> =>
  on.row<WaitlistPlace>(sql`
    with l as materialized (${lines(counting)})
    select me.since, (select count(*) from l) as of,
      (select count(*) from l where (l.since, l.id) <= (me.since, me.id)) as position
    from l me where me.id = ${userId}`)

/**
 * Lets one decision about these people happen at a time, until the transaction ends. An id may be
 * an account's or an address's; answers the addresses of all of them.
 */
export async function lockPeople(on: Sql, ids: string[]): Promise<string[]> {
  // in order, and accounts first, so that nobody waits for each other
  await on.run(sql`
    select from users where id in (
      select unnest(${ids}::uuid[]) union
      select u.id from waitlist w join users u on u.email = w.email where w.id = any(${ids}::uuid[]))
    order by id for no key update`)
  // an address may have changed while somebody waited for its account
  const rows = await on.rows<{ email: string }>(sql`
    select email from users where id = any(${ids}::uuid[])
    union select email from waitlist where id = any(${ids}::uuid[])`)
  const emails = rows.map(({ email }) => email)
  await on.run(sql`select from waitlist where email = any(${emails}) order by id for update`)
  return emails
}

/** Those of these addresses that are in line. Under `lockPeople` they stay so. */
export const listEntriesInLine = (
  on: Sql,
  counting: WaitlistCounts,
  emails: string[],
): Promise<WaitlistLine[]> =>
  on.rows<WaitlistLine>(sql`
    select l.* from (${lines(counting)}) l where l.email = any(${emails}) order by l.since, l.id`)

/** So few cases would tell of single people, and mislead. */
const LEAST_CASES = 20
export const STATISTICS_DAYS = 30

export async function insertWaits(on: Sql, since: string[], now: Date): Promise<void> {
  await on.run(sql`
    insert into waits (admitted_at, waited)
    select ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz - s
    from unnest(${since}::timestamptz[]) s`)
}

/** Median days from joining to admission over the last 30 days; null while there are too few cases. */
export async function medianDays(on: Sql, now: Date): Promise<number | null> {
  const row = await on.row<{ days: number | null }>(sql`
    select case when count(*) >= ${LEAST_CASES} then round((extract(epoch from
        percentile_cont(0.5) within group (order by waited)) / 86400)::numeric, 1)::float8 end as days
    from waits where admitted_at > ${now.toISOString()}::timestamptz - make_interval(days => ${STATISTICS_DAYS})
      and admitted_at <= ${now.toISOString()}`)
  return row?.days ?? null
}
