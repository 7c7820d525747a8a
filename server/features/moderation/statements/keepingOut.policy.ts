import type { ErrorCode } from '#contract/errors.ts'
import type { StaffRole } from '#contract/roles.ts'

type Whom = { userId: string; roles: readonly StaffRole[] }
/** Who decides, and the ids of the admins who can act. */
type Deciding = { by: string; admins: readonly string[] }

/**
 * Why somebody may be neither suspended nor banned now, or null. Staff are
 * dismissed first, by two admins; where there is no second one, the only admin dismisses a moderator
 * alone, and nobody on a screen dismisses the other of two admins.
 */
export function keepOutRefusal(
  { userId, roles }: Whom,
  { by, admins }: Deciding,
): Extract<ErrorCode, 'last_admin' | 'no_second_admin' | 'staff_member'> | null {
  if (roles.length === 0) return null
  const others = admins.filter((id) => id !== userId)
  if (others.length === 0 && admins.length > 0) return 'last_admin'
  if (others.length !== 1) return 'staff_member'
  if (roles.includes('admin')) return 'no_second_admin'
  return others[0] === by ? null : 'staff_member'
}
