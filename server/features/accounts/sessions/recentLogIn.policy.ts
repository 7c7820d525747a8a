import { authLifetimes } from '#server/features/accounts/auth.policy.ts'

/** A clock that was set back makes a proof old, too: it would be good for as long as that. */
export const isFreshProof = (provedAt: string | null, now: Date): boolean =>
  provedAt !== null && Math.abs(now.getTime() - Date.parse(provedAt)) <= authLifetimes.proof
