/** How long something is kept at most. */
export type Period = { amount: number; unit: 'hours' | 'days' | 'months' | 'years' }

/** From when a period counts. */
export type RetentionStart =
  | 'answer'
  | 'answer_or_arrival'
  | 'approval'
  | 'arrival'
  | 'completion'
  | 'conclusion_or_arrival'
  | 'confirmation'
  | 'deletion_request'
  | 'end'
  | 'end_of_relevance'
  | 'entry'
  | 'expiry'
  | 'expiry_or_revocation'
  | 'joining'
  | 'last_use'
  | 'last_visit'
  | 'making'
  | 'payment'
  | 'rejection'
  | 'request'
  | 'sending'
  | 'sign_up'
  | 'decision'
  | 'submission'
  /** In Berlin (§ 147 (4) AO). */
  | 'year_end'

/** The same numbers drive the jobs, the privacy page and the proof (spec section 9). */
export type Kept = Period & { since: RetentionStart }

const period = (amount: number, unit: Period['unit'], since: RetentionStart): Kept => ({
  amount,
  unit,
  since,
})

/** Maxima. Where the law allows less than the specification, the shorter one stands. */
export const retention = {
  identityApproved: period(30, 'days', 'approval'),
  identityRejected: period(90, 'days', 'rejection'),
  identityAbandoned: period(30, 'days', 'submission'),
  ibanFragment: period(12, 'months', 'payment'),
  /** § 147 (3) AO, § 257 (4) HGB: vouchers. */
  vouchers: period(8, 'years', 'year_end'),
  addresses: period(90, 'days', 'request'),
  auditLog: period(2, 'years', 'entry'),
  cookies: period(12, 'months', 'last_visit'),
  loginCookies: period(30, 'days', 'last_use'),
  /** When and how somebody came into an account, or was refused. */
  logIns: period(90, 'days', 'entry'),
  inactiveAccounts: period(3, 'years', 'last_use'),
  deletedAccounts: period(30, 'days', 'deletion_request'),
  unconfirmedAccounts: period(7, 'days', 'sign_up'),
  waitlistUnconfirmed: period(30, 'days', 'joining'),
  waitlistConfirmed: period(12, 'months', 'confirmation'),
  /** An address the club said no to: until it may ask again (`limits.rejoinDays`); with an account, as long as that. */
  waitlistDeclined: period(90, 'days', 'decision'),
  /** Whom it was meant for, and all of it if nobody came by it. */
  invitations: period(90, 'days', 'expiry_or_revocation'),
  mailTokens: period(24, 'hours', 'expiry'),
  consents: period(3, 'years', 'end_of_relevance'),
  messages: period(12, 'months', 'answer_or_arrival'),
  notices: period(3, 'years', 'conclusion_or_arrival'),
  /** Cancellations and withdrawals made without login. */
  declarations: period(3, 'years', 'arrival'),
  /** What a payment provider wrote: it names the payer. */
  providerNotices: period(30, 'days', 'arrival'),
  /** Ready-made copies for their subject. */
  exports: period(7, 'days', 'completion'),
  /** Subject and time of mails sent. */
  sentMails: period(90, 'days', 'sending'),
  /** Requests by right. */
  dataRequests: period(3, 'years', 'answer'),
  /** What the bell told. */
  bellItems: period(90, 'days', 'making'),
  /** What was said at a table of two, once one of them got up; as long they do not wave. */
  tables: period(30, 'days', 'end'),
  /** Waiting at one for the other. */
  tableWaits: period(14, 'days', 'making'),
  /** What was said at one where both want that. */
  tableWords: period(1, 'days', 'sending'),
  /** Why members put another away, as long as it counts. */
  signals: period(30, 'days', 'making'),
  /** What was reported, with its evidence: six months to object, and as long after the last answer. */
  cases: period(12, 'months', 'decision'),
  /** The same, where it was handed to the authorities. */
  heldCases: period(3, 'years', 'decision'),
  /** What was taken off a profile: as long as its member may object (`limits.appealMonths`), to the end of that day. */
  takenAway: period(6, 'months', 'decision'),
  /** Statements of reasons, counted from when what they say no longer holds. */
  statements: period(12, 'months', 'end_of_relevance'),
  /** Marks of the addresses of banned members, for as long as the ban lasts. */
  banEvidence: period(5, 'years', 'decision'),
  /** Marks of the addresses of accounts that are gone, and that somebody had blocked or wanted no waves of. */
  apartMarks: period(5, 'years', 'deletion_request'),
  backups: period(35, 'days', 'making'),
  keyBackups: period(7, 'days', 'making'),
} as const satisfies Record<string, Kept>
export type RetentionRule = keyof typeof retention
