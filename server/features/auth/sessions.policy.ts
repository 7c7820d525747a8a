import type { Config } from '#server/config.ts'
import { lifetimes } from './auth.policy.ts'

/** Milliseconds: how long a session lasts unused, how long in all, and how soon a use is worth a write. */
export type Terms = { idle: number; longest: number | null; write: number }

const MEMBERS: Terms = { idle: lifetimes.session, longest: null, write: 5 * 60_000 }
const ADMINS: Terms = { idle: lifetimes.adminIdle, longest: lifetimes.adminSession, write: 60_000 }

/** Who may see identity documents is signed out soon; trying things out on this machine needs no such care. */
export const termsOf = (
  { secure }: Pick<Config, 'secure'>,
  { isAdmin, isFactorDue = false }: { isAdmin: boolean; isFactorDue?: boolean },
): Terms => (secure && (isAdmin || isFactorDue) ? ADMINS : MEMBERS)

/** On https the admin role counts in sessions that used a second factor, and in no other. */
export const adminStanding = (
  { secure }: Pick<Config, 'secure'>,
  { hasAdminRole, hasFactor }: { hasAdminRole: boolean; hasFactor: boolean },
): { isAdmin: boolean; isFactorDue: boolean } => ({
  isAdmin: hasAdminRole && (hasFactor || !secure),
  isFactorDue: hasAdminRole && secure && !hasFactor,
})

/** Whether a session's end is moved: on by somebody's act, or nearer when it is further away than it may be. */
export function isSlideDue(
  { idle, write }: Terms,
  { expiresAt }: { expiresAt: string },
  now: Date,
  isAct: boolean,
): boolean {
  const left = Date.parse(expiresAt) - now.getTime()
  return left > idle || (isAct && left < idle - write)
}
