/** How long something is kept at most; the same numbers drive the jobs, the privacy page and the proof (spec section 9). */
export type Period = {
  amount: number
  unit: 'hours' | 'days' | 'months' | 'years'
  /** Counted from the end of the calendar year in Berlin (§ 147 (4) AO). */
  fromYearEnd?: true
}

const period = (amount: number, unit: Period['unit']): Period => ({ amount, unit })

/** Maxima. Where the law allows less than the specification, the shorter one stands. */
export const retention = {
  identityApproved: period(30, 'days'),
  identityRejected: period(90, 'days'),
  identityAbandoned: period(30, 'days'),
  ibanFragment: period(12, 'months'),
  /** § 147 (3) AO, § 257 (4) HGB: vouchers. */
  vouchers: { ...period(8, 'years'), fromYearEnd: true },
  addresses: period(90, 'days'),
  auditLog: period(2, 'years'),
  cookies: period(12, 'months'),
  loginCookies: period(30, 'days'),
  inactiveAccounts: period(3, 'years'),
  deletedAccounts: period(30, 'days'),
  unconfirmedAccounts: period(7, 'days'),
  waitlistUnconfirmed: period(30, 'days'),
  waitlistConfirmed: period(12, 'months'),
  /** After it expired or was revoked: whom it was meant for, and all of it if nobody came by it. */
  invitations: period(90, 'days'),
  mailTokens: period(24, 'hours'),
  consents: period(3, 'years'),
  /** From the answer, or the arrival of what got none. */
  messages: period(12, 'months'),
  /** From their conclusion, or the arrival of those without. */
  notices: period(3, 'years'),
  /** Cancellations and withdrawals made without login. */
  declarations: period(3, 'years'),
  /** What a payment provider wrote: it names the payer. */
  providerNotices: period(30, 'days'),
  backups: period(35, 'days'),
  keyBackups: period(7, 'days'),
} as const satisfies Record<string, Period>
export type RetentionRule = keyof typeof retention
