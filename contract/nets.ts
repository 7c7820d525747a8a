import type { RateName } from './limits.ts'

/**
 * Rates of network addresses, an IPv4 address or an IPv6 /64, with how many times as many the net
 * around it has, a /24 or a /48: nothing counts the one without the other.
 */
export const wider = {
  signUpPerAddress: 3,
  probing: 2,
  revealing: 2,
  nameTriedPerAddress: 2,
  logInPerAddress: 3,
  resetPerAddress: 3,
  resendPerAddress: 3,
  waitlistPerAddress: 3,
  inviteCodePerAddress: 2,
  cookieChoice: 20,
  contactPerAddress: 5,
  noticePerAddress: 5,
  declarationPerAddress: 5,
  declarationFloodPerAddress: 10,
  disputePerAddress: 5,
  passkeyChallengePerAddress: 10,
  webhookForged: 5,
  statementLinkPerAddress: 5,
} as const satisfies Partial<Record<RateName, number>>
export type NetRateName = keyof typeof wider

/** Rates of whatever is one person's alone. */
export type PersonRateName = Exclude<RateName, NetRateName>
