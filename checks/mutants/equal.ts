// Mutants that do what the code does, each with its reason: no test can tell them apart, and none
// shall be written that pretends to. A mark whose mutant is gone is an error, so the list stays true.
export type Equal = {
  file: string
  /** The line it is on. */
  on: string
  original: string
  replacement: string
  because: string
}

export const equal: Equal[] = [
  {
    file: 'server/features/accounts/auth.policy.ts',
    on: "const [localPart = ''] = email.split('@')",
    original: "''",
    replacement: "'something'",
    because: 'what is split has a first part, so the compiler alone wants one in its place',
  },
  {
    file: 'server/features/accounts/sessions/recentLogIn.policy.ts',
    on: 'provedAt !== null && Math.abs(now.getTime() - Date.parse(provedAt)) <= authLifetimes.proof',
    original: 'provedAt !== null',
    replacement: 'true',
    because: 'no date is at no time, and what is no number is within nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'const known = before.payments.find(({ paymentId }) => paymentId === payment.paymentId)',
    original: 'paymentId === payment.paymentId',
    replacement: 'false',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'if (known && (known.term || !payment.term)) continue',
    original: 'known && (known.term || !payment.term)',
    replacement: 'false',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'if (known && (known.term || !payment.term)) continue',
    original: 'known.term || !payment.term',
    replacement: '(known.term) && (!payment.term)',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'const isKnown = before.refunds.some(({ refundId }) => refundId === refund.refundId)',
    original: 'refundId === refund.refundId',
    replacement: 'false',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'if (isKnown && !touched.has(refund.paymentId)) continue',
    original: 'isKnown && !touched.has(refund.paymentId)',
    replacement: 'false',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'if (before.reversals.some(({ paymentId }) => paymentId === reversal.paymentId)) continue',
    original: 'before.reversals.some(({ paymentId }) => paymentId === reversal.paymentId)',
    replacement: 'false',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.books.ts',
    on: 'if (before.reversals.some(({ paymentId }) => paymentId === reversal.paymentId)) continue',
    original: 'paymentId === reversal.paymentId',
    replacement: 'false',
    because: 'what is entered again is known by its reference, and changes nothing',
  },
  {
    file: 'server/features/accounts/login/recovery.service.ts',
    on: 'const userId = byMail ? recovery?.userId : viewer?.userId',
    original: '?.',
    replacement: '.',
    because: 'whom a mailed link brought has one, and the door lets in nobody who has neither',
  },
  {
    file: 'server/features/accounts/login/recovery.service.ts',
    on: 'const account = userId ? await accountById(ctx.db, userId) : null',
    original: 'userId',
    replacement: 'true',
    because: 'the door lets in nobody without an account',
  },
  {
    file: 'server/features/accounts/sessions/auth.identity.ts',
    on: 'if (turning) await turning',
    original: 'turning',
    replacement: 'true',
    because: 'nothing to wait for is waited for in no time',
  },
  {
    file: 'server/features/accounts/second-factor/totp.codes.ts',
    on: 'export const newTotpSecret = (): string => generateSecret({ length: 20 })',
    original: '{ length: 20 }',
    replacement: '{}',
    because: 'the library makes as many by itself',
  },
  {
    file: 'server/features/accounts/second-factor/totp.codes.ts',
    on: "return result.valid && 'timeStep' in result ? result.timeStep : null",
    original: "result.valid && 'timeStep' in result",
    replacement: "(result.valid) || ('timeStep' in result)",
    because: 'a right code comes with its step, and a wrong one without',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.folding.ts',
    on: 'if (isOver(state) && approvedAt && endedAt && approvedAt > endedAt) return null',
    original: 'isOver(state) && approvedAt && endedAt',
    replacement: '(isOver(state) && approvedAt) || (endedAt)',
    because: 'what is over, and nothing else, has an end',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.folding.ts',
    on: 'if (isOver(state) && approvedAt && endedAt && approvedAt > endedAt) return null',
    original: 'isOver(state) && approvedAt',
    replacement: '(isOver(state)) || (approvedAt)',
    because: 'what is over, and nothing else, has an end',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.folding.ts',
    on: 'hasAgreement && mustReprice(state) && !state.newPrice?.approveUrl',
    original: '?.',
    replacement: '.',
    because: 'whatever the provider must be told of has a new price',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)',
    original: 'a < b',
    replacement: '(a) <= (b)',
    because: 'of two that are the same time either will do',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'const latest = (a: Date, b: Date): Date => (a > b ? a : b)',
    original: 'a > b',
    replacement: '(a) >= (b)',
    because: 'of two that are the same time either will do',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'newPrice?.isAccepted === true && chargedCents !== null && chargedCents >= newPrice.cents',
    original: 'chargedCents !== null',
    replacement: 'true',
    because: 'nothing is less than any price',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'newPrice !== null && periodEnd !== null && newPrice.from <= periodEnd',
    original: 'newPrice !== null && periodEnd !== null',
    replacement: '(newPrice !== null) || (periodEnd !== null)',
    because: 'whoever asks has a price, and no day comes before none',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'newPrice !== null && periodEnd !== null && newPrice.from <= periodEnd',
    original: 'newPrice !== null',
    replacement: 'true',
    because: 'whoever asks has a price',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'newPrice !== null && periodEnd !== null && newPrice.from <= periodEnd',
    original: 'periodEnd !== null',
    replacement: 'true',
    because: 'no day comes before none',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'if (!newPrice || !periodEnd || !startsNext(state)) return null',
    original: '!newPrice || !periodEnd',
    replacement: '(!newPrice) && (!periodEnd)',
    because: '`startsNext` asks for both as well',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'if (!disputeEnd || !endedAt || !periodEnd) return disputeEnd ?? endedAt',
    original: '!disputeEnd || !endedAt',
    replacement: '(!disputeEnd) && (!endedAt)',
    because: 'none is earlier than any time, and what is over has an end',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'return !isOver(state) && until !== null && at <= until',
    original: 'until !== null',
    replacement: 'true',
    because: 'no time comes before none',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.dues.ts',
    on: 'const isInTime = until !== null && endedAt <= until',
    original: 'until !== null',
    replacement: 'true',
    because: 'no time comes before none',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.dues.ts',
    on: 'if (!term) return cents',
    original: '!term',
    replacement: 'false',
    because: 'asked only of payments that bought a term',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: "if ((status !== 'active' && status !== 'past_due') || !periodEnd) return null",
    original: "(status !== 'active' && status !== 'past_due') || !periodEnd",
    replacement: "((status !== 'active' && status !== 'past_due')) && (!periodEnd)",
    because:
      'what is neither is asked of `nextRetry` below, which answers with none; without a period there is no end to answer with',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: "if ((status !== 'active' && status !== 'past_due') || !periodEnd) return null",
    original: "(status !== 'active' && status !== 'past_due') || !periodEnd",
    replacement: 'false',
    because:
      'what is neither is asked of `nextRetry` below, which answers with none; without a period there is no end to answer with',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: "if ((status !== 'active' && status !== 'past_due') || !periodEnd) return null",
    original: "status !== 'active'",
    replacement: 'false',
    because:
      'what is neither is asked of `nextRetry` below, which answers with none; without a period there is no end to answer with',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: "if ((status !== 'active' && status !== 'past_due') || !periodEnd) return null",
    original: "status !== 'past_due'",
    replacement: 'false',
    because:
      'what is neither is asked of `nextRetry` below, which answers with none; without a period there is no end to answer with',
  },
  {
    file: 'server/features/billing/subscriptions/subscription.pricing.ts',
    on: 'const from = soonest > newPrice.from ? soonest : newPrice.from',
    original: 'soonest > newPrice.from',
    replacement: '(soonest) >= (newPrice.from)',
    because: 'of two that are the same time either will do',
  },
  {
    file: 'server/features/billing/orders/billing.policy.ts',
    on: 'activeUntil !== null && new Date(activeUntil) > now',
    original: 'activeUntil !== null',
    replacement: 'true',
    because: 'no date is made the first day there is, which is over',
  },
  {
    file: 'server/features/billing/declarations/declarations.policy.ts',
    on: 'endDate !== null && endDate > berlinDay(receivedAt) ? endDate : null',
    original: 'endDate !== null',
    replacement: 'true',
    because: 'no date comes after no day, and the answer is none as well',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'return disputeEnd ? latest(declared, earlier(disputeEnd, later(endsAt, -NOTICE_MS))) : declared',
    original: 'disputeEnd',
    replacement: 'true',
    because: 'the earlier of none and a time is none, and the later of it and a time is the time',
  },
]
