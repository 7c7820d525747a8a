import type { VerificationStatus } from '#contract/accounts/session.ts'
import type { Config } from '#server/config.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { areBlocked, sightColumns } from '#server/platform/member-rules/visibility.ts'

/** Someone with an open stream, as the database knows them now. */
export type LiveListener = {
  sessionId: string
  expiresAt: string
  suspendedUntil: string | null
  isAdmitted: boolean
  isAdmin: boolean
  isModerator: boolean
  hasContentConsent: boolean
  verificationStatus: VerificationStatus
  subscribedUntil: string | null
  username: string
  /** Whether others see where they are, and they others. */
  isSeen: boolean
  blockedWith: string[]
  hiddenPosts: string[]
  /** The active rooms they are a member of and that do not rest, whether or not they may still enter. */
  rooms: { id: string; slug: string; accessLevel: string; latest: number }[]
  /** The open tables they sit at. */
  tables: { id: string; latest: number }[]
}

/** Who listens behind these sessions, without those whose session is over. */
export const findListeners = (
  on: Sql,
  { secure }: Pick<Config, 'secure'>,
  sessionIds: readonly string[],
  now: Date,
): Promise<LiveListener[]> =>
  on.rows<LiveListener>(sql`
    select s.id as session_id, s.expires_at, u.suspended_until,
      u.admitted_at is not null as is_admitted, p.verification_status,
      p.content_consent_at is not null as has_content_consent,
      b.active_until as subscribed_until, p.username,
      p.is_shown and not exists (select from presence_off o where o.user_id = u.id) as is_seen,
      ${sightColumns(sql`u.id`)},
      exists (select from user_roles a where a.user_id = u.id and a.role = 'admin')
        and (s.factor_at is not null or ${!secure}) as is_admin,
      exists (select from user_roles a where a.user_id = u.id)
        and (s.factor_at is not null or ${!secure}) as is_moderator,
      (select coalesce(json_agg(json_build_object('id', r.id, 'slug', r.slug,
          'accessLevel', r.access_level, 'latest', r.last_number) order by r.created_at), '[]')
        from room_members m join rooms r on r.id = m.room_id
        where m.user_id = u.id and r.is_active and m.dormant_at is null) as rooms,
      (select coalesce(json_agg(json_build_object('id', t.id, 'latest', t.last_number)
          order by t.id), '[]')
        from seats c join tables t on t.id = c.table_id
        where c.user_id = u.id and t.opened_at is not null and t.ended_at is null
          and c.left_at is null) as tables
    from sessions s
    join users u on u.id = s.user_id
    join profiles p on p.id = u.id
    left join paid_access b on b.user_id = u.id
    where s.id = any (${sessionIds}::uuid[]) and s.expires_at > ${now.toISOString()}`)

/** Of the two at each of these tables those for whom the other is there. */
export const listReceivers = (
  on: Sql,
  tableIds: string[],
): Promise<{ tableId: string; userId: string }[]> =>
  on.rows(sql`
    select s.table_id, s.user_id from seats s
    join seats o on o.table_id = s.table_id and o.user_id <> s.user_id
    join profiles a on a.id = o.user_id and a.is_shown
    where s.table_id = any (${tableIds}::uuid[]) and not ${areBlocked(sql`a.id`, sql`s.user_id`)}`)
