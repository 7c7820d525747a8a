import { sql, type Sql } from '#server/platform/database/database.ts'
import type { WaitlistCounts } from './waitlistLine.queries.ts'

/** Each answers how many went. */

export const deleteUnconfirmed = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`
    delete from waitlist
    where confirmed_at is null and declined_at is null and requested_at <= ${until.toISOString()}`)

export const deleteConfirmed = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`
    delete from waitlist w where confirmed_at <= ${until.toISOString()} and not is_declined(w)`)

/**
 * Those the club said no to, where there is no account to which that would still matter. Somebody who
 * has asked again since holds a link to be followed: theirs becomes a new entry.
 */
export async function deleteDeclined(on: Sql, until: Date): Promise<number> {
  const isOver = sql`is_declined(w) and w.declined_at <= ${until.toISOString()}
    and not exists (select from users u where u.email = w.email)`
  const renewed = await on.run(sql`
    update waitlist w set declined_at = null, declined_reason = null, confirmed_at = null,
      confirmed_from = null, admitted_at = null, invitation_id = null
    where ${isOver} and w.requested_at > w.declined_at`)
  return renewed + (await on.run(sql`delete from waitlist w where ${isOver}`))
}

/** What has served its purpose: the code was used or is good no longer, or its owner is a member. */
export const deleteServed = (
  on: Sql,
  { now, mustConfirm }: { now: Date } & WaitlistCounts,
): Promise<number> =>
  on.run(sql`
    delete from waitlist w
    where (w.admitted_at is not null and not exists (select from invitations i
        where i.id = w.invitation_id and i.uses = 0 and i.revoked_at is null
          and i.expires_at > ${now.toISOString()}))
      or exists (select from users u where u.email = w.email and u.admitted_at is not null
        and (u.email_confirmed_at is not null or not ${mustConfirm}::boolean))`)

/** Where somebody asked and clicked, even hashed, goes sooner than when. */
export async function forgetWhence(on: Sql, until: Date): Promise<number> {
  const at = until.toISOString()
  const deletedCount = await on.run(sql`
    update waitlist set requested_from = null
    where requested_from is not null and requested_at <= ${at}`)
  const confirmed = await on.run(sql`
    update waitlist set confirmed_from = null
    where confirmed_from is not null and confirmed_at <= ${at}`)
  return deletedCount + confirmed
}

export const deleteTokens = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from waitlist_tokens where expires_at <= ${now.toISOString()}`)

export const deleteWaits = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`delete from waits where admitted_at <= ${until.toISOString()}`)
