import type { VerificationStatus } from '#contract/accounts/session.ts'
import { roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'

/** The recipient of a notification, and which rooms they may enter at this moment. */
export type NoticeReader = {
  userId: string
  /** The rooms they are a member of and may enter. */
  rooms: string[]
  /** Whether they may look at other members at all. */
  isLooking: boolean
}

type Row = {
  isAdmitted: boolean
  verificationStatus: VerificationStatus
  hasContentConsent: boolean
  isSubscriber: boolean
  rooms: { id: string; accessLevel: string }[]
}

/** Nobody when the account is gone, leaves or is suspended. */
export async function findReader(on: Sql, userId: string, now: Date): Promise<NoticeReader | null> {
  const at = now.toISOString()
  const row = await on.row<Row>(sql`
    select u.admitted_at is not null as is_admitted, p.verification_status,
      p.content_consent_at is not null as has_content_consent,
      exists (select from paid_access b where b.user_id = u.id and b.active_until > ${at}) as is_subscriber,
      (select coalesce(json_agg(json_build_object('id', r.id, 'accessLevel', r.access_level)), '[]')
        from room_members m join rooms r on r.id = m.room_id
        where m.user_id = u.id and r.is_active and m.dormant_at is null) as rooms
    from users u join profiles p on p.id = u.id
    where u.id = ${userId} and not ${isSuspended(sql`u`, now)}
      and not exists (select from account_deletions d where d.user_id = u.id)`)
  if (!row) return null
  const rooms = row.rooms.filter((room) => roomEntryRefusal(row, room) === null)
  return {
    userId,
    rooms: rooms.map(({ id }) => id),
    isLooking: roomEntryRefusal(row, { accessLevel: 'free' }) === null,
  }
}
