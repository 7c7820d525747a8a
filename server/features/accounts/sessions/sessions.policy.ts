import type { Config } from '#server/config.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'

/** Milliseconds: how long a session lasts unused, how long in all, and how soon a use is worth a write. */
export type SessionLifetime = { idle: number; longest: number; write: number }

/** A thief who keeps using a stolen cookie is signed out as well, in the end. */
const LONGEST = 180 * 24 * 3_600_000
const MEMBER_SESSION: SessionLifetime = {
  idle: authLifetimes.session,
  longest: LONGEST,
  write: 5 * 60_000,
}
const STAFF_SESSION: SessionLifetime = {
  idle: authLifetimes.adminIdle,
  longest: authLifetimes.adminSession,
  write: 60_000,
}

/** Who may see identity documents and reports is signed out soon; trying things out on this machine needs no such care. */
export const sessionLifetime = (
  { secure }: Pick<Config, 'secure'>,
  { isModerator, isFactorDue = false }: { isModerator: boolean; isFactorDue?: boolean },
): SessionLifetime => (secure && (isModerator || isFactorDue) ? STAFF_SESSION : MEMBER_SESSION)

/** What somebody is for the club besides a member. */
export type Role = 'admin' | 'moderator'
type Standing = { isAdmin: boolean; isModerator: boolean; isFactorDue: boolean }

/** On https a role counts in sessions that used a second factor, and in no other. An admin is a moderator too. */
export const staffStanding = (
  { secure }: Pick<Config, 'secure'>,
  { roles, hasFactor }: { roles: readonly Role[]; hasFactor: boolean },
): Standing => {
  const counts = hasFactor || !secure
  return {
    isAdmin: counts && roles.includes('admin'),
    isModerator: counts && roles.length > 0,
    isFactorDue: roles.length > 0 && !counts,
  }
}

/** Whether a session's end is moved: on by somebody's act, or nearer when it is further away than it may be. */
export function isSlideDue(
  { idle, write }: SessionLifetime,
  { expiresAt }: { expiresAt: string },
  now: Date,
  isAct: boolean,
): boolean {
  const left = Date.parse(expiresAt) - now.getTime()
  return left > idle || (isAct && left < idle - write)
}
