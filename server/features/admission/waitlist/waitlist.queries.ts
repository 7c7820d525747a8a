// The rows of the waitlist: where an address stands, and what joining, deciding and leaving make of it.
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { WaitlistCounts } from './waitlistLine.queries.ts'

/** Where an address stands: asked for, in line, admitted (a code was mailed) or declined. */
type EntryState = 'asked' | 'waiting' | 'admitted' | 'declined'

export type WaitlistEntry = {
  /** Null: there is an account of this address, and no entry. */
  id: string | null
  language: Language | null
  state: EntryState
  invitationId: string | null
  declinedAt: string | null
  declinedReason: string | null
  /** The account of this address, once its owner confirmed it where the club asks for that. */
  userId: string | null
  isMember: boolean
}

/** What the club knows of an address; nothing when it is unknown. */
export const findEntry = (
  on: Sql,
  email: string,
  { mustConfirm }: WaitlistCounts,
): Promise<WaitlistEntry | undefined> =>
  on.row<WaitlistEntry>(sql`
    select w.id, coalesce(w.language, u.language) as language,
      case when is_declined(w) then 'declined' when w.admitted_at is not null then 'admitted'
        when w.confirmed_at is not null then 'waiting' else 'asked' end as state,
      w.invitation_id, w.declined_at, w.declined_reason, u.id as user_id,
      u.admitted_at is not null as is_member
    from (select ${email}::text as email) asked
    left join waitlist w on w.email = asked.email
    left join users u on u.email = asked.email
      and (u.email_confirmed_at is not null or not ${mustConfirm}::boolean)
    where w.id is not null or u.id is not null`)

type WaitlistRequest = {
  id: string
  email: string
  language: Language | null
  wordsVersion: string
  /** Where from, hashed. */
  from: Buffer
}

/** Notes that an address was asked for, now; what it stands at is not touched. */
export async function noteRequest(on: Sql, request: WaitlistRequest, now: Date): Promise<void> {
  const at = now.toISOString()
  await on.run(sql`
    insert into waitlist (id, email, language, requested_at, words_version, requested_from)
    values (${request.id}, ${request.email}, ${request.language}, ${at}, ${request.wordsVersion},
      ${request.from})
    on conflict (email) do update set requested_at = excluded.requested_at,
      words_version = excluded.words_version, requested_from = excluded.requested_from,
      language = coalesce(excluded.language, waitlist.language)`)
}

/** The owner followed the link: in line from now on, unless they are or were admitted. */
export async function confirmEntry(on: Sql, id: string, from: Buffer, now: Date): Promise<void> {
  await on.run(sql`
    update waitlist w set confirmed_at = ${now.toISOString()}, confirmed_from = ${from}
    where id = ${id} and admitted_at is null and (confirmed_at is null or is_declined(w))`)
}

/** What is known of these addresses has served its purpose. */
export async function forgetEntries(on: Sql, emails: string[]): Promise<void> {
  await on.run(sql`delete from waitlist where email = any(${emails})`)
}

/** Out of line for good. That the club declined an address stays known for as long as that lasts. */
export async function removeEntry(on: Sql, id: string): Promise<void> {
  await on.run(sql`delete from waitlist where id = ${id} and declined_at is null`)
  await on.run(sql`
    update waitlist set confirmed_at = null, confirmed_from = null where id = ${id}`)
}

export async function admitEntry(
  on: Sql,
  { id, invitationId }: { id: string; invitationId: string },
  now: Date,
): Promise<void> {
  await on.run(sql`
    update waitlist set admitted_at = ${now.toISOString()}, invitation_id = ${invitationId}
    where id = ${id}`)
}

type Declined = { id: string; email: string; reason: string }

/** `id` is for an account that has no entry. */
export async function declineEntry(
  on: Sql,
  { id, email, reason }: Declined,
  now: Date,
): Promise<void> {
  await on.run(sql`
    insert into waitlist (id, email, declined_at, declined_reason)
    values (${id}, ${email}, ${now.toISOString()}, ${reason})
    on conflict (email) do update set declined_at = excluded.declined_at,
      declined_reason = excluded.declined_reason`)
}

export const findDecline = (
  on: Sql,
  email: string,
): Promise<{ reason: string; at: string } | undefined> =>
  on.row<{ reason: string; at: string }>(sql`
    select declined_reason as reason, declined_at as at from waitlist w
    where email = ${email} and is_declined(w)`)
