// The rows of sessions: whose a token is, how long it lasts, and its exchange for the next one.
import type { Session } from '#contract/accounts/session.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { Config } from '#server/config.ts'
import type { Recovery, Viewer } from '#server/platform/context.ts'
import { firstDaysEnd, isNewcomer } from '#server/features/content-rules/contentRules.policy.ts'
import { acceptedTerms } from '#server/platform/member-rules/accounts.ts'
import { authorWordsSql } from '#server/platform/member-rules/author.ts'
import { takesNoMail } from '#server/platform/mail/mail.refusals.ts'
import { sightColumns, readVisibility } from '#server/platform/member-rules/visibility.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { staffStanding, type Role, type SessionLifetime } from './sessions.policy.ts'

/** How long a rotated token is still good, for requests already on their way. */
export const GRACE_MS = 60_000

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()

/** A suspended member reads why. */
type Suspended =
  | { suspendedUntil: string; suspensionReason: string }
  | { suspendedUntil: null; suspensionReason: string | null }
type Limited =
  | { limitedUntil: string; limitReason: string }
  | { limitedUntil: null; limitReason: null }
type ViewerRow = Omit<
  Viewer,
  | 'suspension'
  | 'isSubscriber'
  | 'isAdmin'
  | 'isModerator'
  | 'isFactorDue'
  | 'sight'
  | 'postingLimit'
  | 'isNewcomer'
  | 'rooms'
  | 'termsDue'
  | 'termsBefore'
> &
  Suspended &
  Limited & {
    roles: Role[]
    acceptedTerms: string | null
    admittedAt: string | null
    blockedWith: string[]
    hiddenPosts: string[]
    rooms: string[]
    factorAt: string | null
    ageProofBy: string | null
    subscribedUntil: string | null
    graceEndsAt: string | null
  }

const wordsSql = authorWordsSql(sql`p`)

/** Somebody as they are now, and when the passing of time alone would change that (ms since 1970). */
export type KnownViewer = { viewer: Viewer; changesAt: number }

/** The signed-in account behind a token, with everything rules and screens need of it, in one query. */
export const viewerByToken = (
  on: Sql,
  config: Pick<Config, 'secure'>,
  tokenHash: Buffer,
  now: Date,
): Promise<KnownViewer | null> =>
  findViewer(on, config, now, {
    isIt: sql`(s.token_hash = ${tokenHash}
      or (s.previous_token_hash = ${tokenHash} and s.token_since > ${before(now, GRACE_MS)}))`,
    graceEnd: sql`case when s.token_hash <> ${tokenHash}
      then s.token_since + make_interval(secs => ${GRACE_MS / 1000}) end`,
  })

/** The same of a session that was known a moment ago, whatever its token is by now. */
export const viewerBySession = (
  on: Sql,
  config: Pick<Config, 'secure'>,
  sessionId: string,
  now: Date,
): Promise<KnownViewer | null> =>
  findViewer(on, config, now, {
    isIt: sql`s.id = ${sessionId}`,
    graceEnd: sql`null::timestamptz`,
  })

async function findViewer(
  on: Sql,
  config: Pick<Config, 'secure'>,
  now: Date,
  { isIt, graceEnd }: { isIt: Query; graceEnd: Query },
): Promise<KnownViewer | null> {
  const at = now.toISOString()
  const row = await on.row<ViewerRow>(sql`
    select s.id as session_id, s.expires_at, s.factor_at, u.id as user_id, u.email, u.language,
      u.admitted_at is not null as is_admitted, u.admitted_at, p.username, ${wordsSql}, p.verification_status,
      p.photos[1] as portrait, p.content_consent_at is not null as has_content_consent,
      ${acceptedTerms(sql`u.id`)} as accepted_terms,
      exists (select from hidden_members h where h.user_id = u.id) as is_hidden,
      ${takesNoMail(sql`u.email`)} as is_mail_refused,
      array(select r.role from user_roles r where r.user_id = u.id) as roles,
      array(select m.muted_id from mutes m where m.muter_id = u.id) as muted,
      ${sightColumns(sql`u.id`)},
      array(select m.room_id from room_members m
        where m.user_id = u.id and m.dormant_at is null) as rooms,
      b.active_until as subscribed_until,
      case when u.suspended_until > ${at} then u.suspended_until end as suspended_until,
      u.suspension_reason, (select g.proof_due_at from age_checks g
        where g.user_id = u.id and g.decided_at is null) as age_proof_by, l.ends_at as limited_until, l.facts as limit_reason,
      ${graceEnd} as grace_ends_at
    from sessions s join users u on u.id = s.user_id join profiles p on p.id = u.id
    left join paid_access b on b.user_id = u.id and b.active_until > ${at}
    left join lateral (select t.ends_at, t.facts from statements t
      where t.user_id = u.id and t.kind = 'posting_limit' and t.lifted_at is null
        and t.ends_at > ${at} order by t.ends_at desc limit 1) l on true
    where s.expires_at > ${at}
      and not exists (select from account_deletions d where d.user_id = u.id)
      and ${isIt}`)
  if (!row) return null
  const { suspendedUntil, suspensionReason, ageProofBy, subscribedUntil, graceEndsAt, ...more } =
    row
  const { roles, factorAt, blockedWith, hiddenPosts, limitedUntil, limitReason, ...person } = more
  const { admittedAt, rooms, acceptedTerms: accepted, ...rest } = person
  const suspension = suspendedUntil
    ? { until: suspendedUntil, reason: suspensionReason, ...(ageProofBy && { ageProofBy }) }
    : null
  const postingLimit = limitedUntil ? { until: limitedUntil, reason: limitReason } : null
  const areTermsDue = accepted !== documentVersions.terms
  const isStaff = roles.length > 0
  const firstDays = firstDaysEnd({ admittedAt })
  const daysLeft = firstDays && firstDays > at ? firstDays : null
  const ends = [
    rest.expiresAt,
    suspendedUntil,
    limitedUntil,
    subscribedUntil,
    graceEndsAt,
    daysLeft,
  ]
  return {
    viewer: {
      ...rest,
      ...staffStanding(config, { roles, hasFactor: factorAt !== null }),
      sight: readVisibility({ blockedWith, hiddenPosts }),
      rooms: new Set(rooms),
      isSubscriber: subscribedUntil !== null,
      isNewcomer: isNewcomer({ ...rest, admittedAt, isStaff }, now),
      suspension,
      postingLimit,
      termsDue: areTermsDue ? documentVersions.terms : null,
      termsBefore: areTermsDue ? accepted : null,
    },
    changesAt: Math.min(...ends.flatMap((end) => (end === null ? [] : [Date.parse(end)]))),
  }
}

/** The account whose password a reset link's browser may set. */
export async function recoveryByToken(
  on: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<Recovery | null> {
  const row = await on.row<{ userId: string; email: string }>(sql`
    select t.user_id, u.email from email_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.purpose = 'recovery'
      and t.expires_at > ${now.toISOString()}`)
  return row ? { ...row, tokenHash } : null
}

type NewSession = {
  id: string
  userId: string
  tokenHash: Buffer
  expiresAt: Date
  userAgent: string | null
  /** Whether a second factor was used to open it. */
  hasFactor: boolean
  /** Whether what opened it is a proof, too. */
  isProved: boolean
}

export async function insertSession(on: Sql, session: NewSession, now: Date): Promise<void> {
  const at = now.toISOString()
  await on.run(sql`
    insert into sessions
      (id, user_id, token_hash, token_since, created_at, last_used_at, proved_at, expires_at,
        user_agent, factor_at)
    values (${session.id}, ${session.userId}, ${session.tokenHash}, ${at}, ${at}, ${at},
      ${session.isProved ? at : null}, ${session.expiresAt.toISOString()}, ${session.userAgent}, ${session.hasFactor ? at : null})`)
}

/** Moves a session's end, if that is worth a write; answers when it ends then, else null. */
export async function slideSession(
  on: Sql,
  sessionId: string,
  { idle, longest, write }: SessionLifetime,
  now: Date,
): Promise<string | null> {
  const idleEnd = new Date(now.getTime() + idle).toISOString()
  const row = await on.row<{ expiresAt: string }>(sql`
    update sessions set last_used_at = ${now.toISOString()},
      expires_at = least(${idleEnd}::timestamptz,
        created_at + make_interval(secs => ${longest / 1000}::float8))
    where id = ${sessionId} and (last_used_at <= ${before(now, write)} or expires_at > ${idleEnd})
    returning expires_at`)
  return row?.expiresAt ?? null
}

/** Whether somebody is an admin or a moderator. */
export async function hasRole(on: Sql, userId: string): Promise<boolean> {
  const row = await on.row(sql`select from user_roles where user_id = ${userId} limit 1`)
  return row !== undefined
}

type Rotation = { salt: Buffer; fromHash: Buffer; toHash: Buffer; maxAgeMs: number }

/** Gives a session its next token if the present one is old enough; of two at once, one does. */
export async function rotateSession(on: Sql, rotation: Rotation, now: Date): Promise<boolean> {
  const rotated = await on.run(sql`
    update sessions set token_hash = ${rotation.toHash}, previous_token_hash = token_hash,
      rotation_salt = ${rotation.salt}, token_since = ${now.toISOString()}
    where token_hash = ${rotation.fromHash}
      and token_since <= ${before(now, rotation.maxAgeMs)}`)
  return rotated > 0
}

/** The salt that made this session's token from the given one, while the given one is still good. */
export async function rotationSalt(on: Sql, fromHash: Buffer): Promise<Buffer | null> {
  const row = await on.row<{ rotationSalt: Buffer }>(
    sql`select rotation_salt from sessions where previous_token_hash = ${fromHash}`,
  )
  return row?.rotationSalt ?? null
}

/** SQL: whether a session is open at that time. */
export const isSessionOpenSql = (sessionId: Query, at: Query): Query =>
  sql`exists (select from sessions where id = ${sessionId} and expires_at > ${at})`

/** The database tells every process of a session that ended. */
export async function deleteSession(on: Sql, sessionId: string): Promise<void> {
  await on.run(sql`delete from sessions where id = ${sessionId}`)
}

export async function deleteMemberSessions(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from sessions where user_id = ${userId}`)
}

export async function updateLanguage(
  on: Sql,
  userId: string,
  language: NonNullable<Session['language']>,
): Promise<void> {
  await on.run(sql`update users set language = ${language} where id = ${userId}`)
}

/** Notes, once a day, that the owner was here: what was said of the account's end is void. */
export async function updateLastSeen(on: Sql, userId: string, today: string): Promise<void> {
  await on.run(sql`
    update users set last_seen_on = ${today}, inactivity_warned = 0, inactivity_warned_on = null
    where id = ${userId} and last_seen_on is distinct from ${today}::date`)
}
