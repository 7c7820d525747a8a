import { retentionMs } from '#server/platform/limits/retention.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'

/**
 * Whether its owner is told that an account was signed in to from a browser it does not know:
 * not of signing up, nor of the first log-in that follows it.
 */
export function isNewsToOwner(
  { createdAt, devices }: { createdAt: string; devices: number },
  now: Date,
): boolean {
  const age = now.getTime() - Date.parse(createdAt)
  if (age <= authLifetimes.repeatedSignUp) return false
  // so long somebody may take to confirm their address
  return devices > 1 || age > retentionMs('unconfirmedAccounts')
}
