import type { Language } from '#contract/fields.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { LAST_NOTICE_DAYS } from './inactivity.policy.ts'

const seenOn = sql`coalesce(u.last_seen_on, (u.created_at at time zone 'UTC')::date)`

/** A paying account counts as used; one whose data may not be used is kept (Art. 18 GDPR). */
const counts = sql`not u.is_demo and u.restricted_at is null
  and not exists (select from account_deletions d where d.user_id = u.id)
  and not exists (select from subscriptions s where s.user_id = u.id
    and s.status in ('active', 'past_due', 'cancelled'))`

/** Some of those not seen since, who were not told so often yet; nobody else tells them meanwhile. */
export const unseenAccountsSql = (seenUntil: string, times: number, max: number): Query => sql`
  select u.id from users u
  where ${seenOn} <= ${seenUntil}::date and u.inactivity_warned < ${times} and ${counts}
  order by u.id limit ${max} for update skip locked`

type Ending = { seenUntil: string; today: string }

const isOver = ({ seenUntil, today }: Ending) => sql`${seenOn} <= ${seenUntil}::date
  and u.inactivity_warned = 3 and u.inactivity_warned_on <= ${today}::date - ${LAST_NOTICE_DAYS}::int
  and ${counts}`

/** Those who were warned in time and did not come back. */
export async function listExpired(on: Sql, ending: Ending, max: number): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(
    sql`select u.id from users u where ${isOver(ending)} order by u.id limit ${max}`,
  )
  return rows.map(({ id }) => id)
}

/** Whether that still holds; it does so until the transaction ends. */
export async function lockExpired(on: Sql, userId: string, ending: Ending): Promise<boolean> {
  const row = await on.row<{ id: string }>(
    sql`select u.id from users u where u.id = ${userId} and ${isOver(ending)} for update`,
  )
  return row !== undefined
}

type Sleeper = { email: string; language: Language | null; seenOn: string; warnedOn: string }

/** Undefined once they came back. */
export const findSleeper = (on: Sql, userId: string): Promise<Sleeper | undefined> =>
  on.row<Sleeper>(sql`
    select u.email, u.language, ${seenOn} as seen_on, u.inactivity_warned_on as warned_on
    from users u where u.id = ${userId} and u.inactivity_warned > 0 and ${counts}`)
