import { limits, rates, type RateName } from '#contract/limits.ts'
import { cleanText } from '#contract/words.ts'
import { verifyAudit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

/** What must be true of the rows however the club was treated: answers what is not. */
export async function brokenInvariants(club: Club): Promise<string[]> {
  const { db, config } = club
  const found: string[] = []
  const none = async (what: string, query: ReturnType<typeof sql>) => {
    const rows = await db.rows<object>(query)
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  await none(
    'rooms whose posts are not numbered from 1 without gaps',
    sql`select r.slug, r.last_number, count(p.id)::int as posts, max(p.number) as newest
      from rooms r left join posts p on p.room_id = r.id group by r.id
      having count(p.id) <> r.last_number or coalesce(max(p.number), 0) <> r.last_number`,
  )
  await none(
    'accounts without a profile or without accepted terms',
    sql`select u.id from users u
      where not exists (select from profiles p where p.id = u.id)
        or (u.email like 'fuzz-%' and not exists (select from user_consents c where c.user_id = u.id))`,
  )
  await none(
    'members whose consent is not what the ledger says last',
    sql`select p.id, p.content_consent_at, last.is_given, last.at
      from profiles p left join lateral (
        select is_given, at from consent_ledger c
        where c.user_id = p.id and c.document = 'content' order by c.id desc limit 1) last on true
      where p.content_consent_at is distinct from case when last.is_given then last.at end`,
  )
  await none(
    'terms accepted and not written down, or written down and not accepted',
    sql`select * from (
        select user_id, version from consent_ledger c where document = 'terms' and is_given
          and exists (select from users u where u.id = c.user_id)) written
      full join (
        select user_id, version from user_consents c
        join consent_versions v on v.id = c.consent_version_id) accepted
      using (user_id, version)
      where written is null or accepted is null`,
  )
  await none(
    'sessions that outlive their term',
    sql`select id from sessions
      where expires_at > ${club.app.now().toISOString()}::timestamptz + interval '30 days'
        or octet_length(token_hash) <> 32`,
  )
  await none(
    'secrets that outlive their term',
    sql`select purpose from email_tokens
      where expires_at > ${club.app.now().toISOString()}::timestamptz + interval '1 day'`,
  )
  await none(
    'addresses not in lower case',
    sql`select email from users where email <> lower(email)`,
  )
  await none(
    'members of more rooms than their plan has',
    sql`select m.user_id from room_members m join rooms r on r.id = m.room_id
      where r.is_active and m.dormant_at is null
        and not exists (select from paid_access a where a.user_id = m.user_id)
      group by m.user_id having count(*) > ${limits.freePlanRooms}`,
  )
  await none(
    'members whose standing is not that of their submissions',
    sql`select p.id, p.verification_status from profiles p
      where (p.verification_status = 'pending') <> exists (
        select from verification_submissions s where s.user_id = p.id and s.status = 'pending')`,
  )
  await none(
    'documents without a key, or kept in a place of somebody else',
    sql`select f.id from verification_files f left join id_file_keys k on k.file_id = f.id
      where k.file_id is null or f.path not like f.user_id || '/%'`,
  )
  await none(
    'rejections without a reason, and decisions without a trace',
    sql`select s.id, s.status from verification_submissions s
      where (s.status = 'rejected' and s.review_note is null)
        or (s.status <> 'pending' and not exists (select from audit a
          where a.action = 'verification_decided' and a.details ->> 'submission' = s.id::text))`,
  )
  await none(
    'invitations used more or less often than people came by them',
    sql`select i.id from invitations i
      where i.uses <> (select count(*) from invitation_uses t where t.invitation_id = i.id)`,
  )
  await none(
    'addresses in line not in lower case, or places that began before they were asked for',
    sql`select email from waitlist where email <> lower(email) or confirmed_at < requested_at`,
  )
  const { tampered } = await verifyAudit(db)
  if (tampered !== null) found.push(`the audit log is broken at ${tampered}`)
  // what is no rate is spaced, and only the last of it is kept
  const max = (name: string) =>
    name in rates ? rates[name as RateName].max * config.limitsFactor : 1
  const most = (action: string) => Math.max(...action.split('+').map(max))
  for (const { action, counted } of await db.rows<{ action: string; counted: number }>(
    sql`select action, max(cardinality(times))::int as counted from attempts group by action`,
  ))
    if (!(counted <= most(action))) found.push(`${action} counted ${counted} times`)
  const texts = await db.rows<{ text: string }>(sql`
    select text from posts union all select username from profiles
    union all select city from profiles where city is not null
    union all select bio from profiles where bio is not null
    union all select review_note from verification_submissions where review_note is not null`)
  for (const { text } of texts)
    if (cleanText(text).trim() !== text) found.push(`unclean text: ${JSON.stringify(text)}`)
  return found
}
