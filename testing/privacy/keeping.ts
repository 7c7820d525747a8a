// What staff keep: questions, and changes of roles that wait.
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'

/** One of those the club ships with. */
export const SEEDED_QUESTION = '1ceb0000-0000-4000-8000-000000000001'

/** A change that waits, asked for by an admin of its own unless one is named. */
export async function insertRoleChange(
  club: Club,
  {
    userId,
    requestedBy,
    role = 'moderator',
    isGrant = true,
  }: {
    userId?: string
    requestedBy?: string
    role?: 'admin' | 'moderator'
    isGrant?: boolean
  } = {},
): Promise<string> {
  const id = uuid()
  const whose = userId ?? (await club.member()).userId
  const by = requestedBy ?? (await club.member({ isAdmin: true })).userId
  const at = club.app.now()
  const expires = new Date(at.getTime() + 7 * 86_400_000)
  await club.db.run(sql`
    insert into role_changes (id, user_id, role, is_grant, requested_by, requested_at, expires_at)
    values (${id}, ${whose}, ${role}, ${isGrant}, ${by}, ${at.toISOString()}, ${expires.toISOString()})`)
  return id
}
