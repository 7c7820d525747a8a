// Mutants that do what the code does, each with its reason: no test can tell them apart, and none
// shall be written that pretends to. A mark whose mutant is gone is an error, so the list stays true.
import { inAccounts } from './equal.accounts.ts'
import { inPosts } from './equal.posts.ts'

export type Equal = {
  file: string
  /** The line it is on. */
  on: string
  original: string
  replacement: string
  because: string
}

export const equal: Equal[] = [
  ...inAccounts,
  ...inPosts,
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
    on: 'if (!known) {',
    original: '!known',
    replacement: 'true',
    because: 'what is entered again is known by its reference, and changes nothing',
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
    file: 'server/features/billing/subscriptions/subscription.queries.ts',
    on: 'return (await on.run(sql`select from subscriptions where id = ${id} for no key update`)) > 0',
    original:
      '(await on.run(sql`select from subscriptions where id = ${id} for no key update`)) > 0',
    replacement:
      '((await on.run(sql`select from subscriptions where id = ${id} for no key update`))) >= (0)',
    because: 'what is not there is not found after it either',
  },
  {
    file: 'server/features/billing/subscriptions/subscription.queries.ts',
    on: 'return (await on.run(sql`select from subscriptions where id = ${id} for no key update`)) > 0',
    original:
      '(await on.run(sql`select from subscriptions where id = ${id} for no key update`)) > 0',
    replacement: 'true',
    because: 'what is not there is not found after it either',
  },
  {
    file: 'server/features/billing/subscriptions/subscription.queries.ts',
    on: 'const when = occurredAt < at ? occurredAt : at',
    original: 'occurredAt < at',
    replacement: '(occurredAt) <= (at)',
    because: 'of two that are the same time either will do',
  },
  {
    file: 'server/features/billing/subscriptions/subscription.refunds.ts',
    on: 'if (dues.length === 0) return',
    original: 'dues.length === 0',
    replacement: 'false',
    because: 'of nothing that is due nothing is asked',
  },
  {
    file: 'server/features/billing/subscriptions/subscription.refunds.ts',
    on: 'if (open > 0) await requestRefund(app, on, refund)',
    original: 'open > 0',
    replacement: '(open) >= (0)',
    because: '`requestRefund` asks for nothing where nothing is left',
  },
  {
    file: 'server/features/billing/subscriptions/subscription.refunds.ts',
    on: 'if (open > 0) await requestRefund(app, on, refund)',
    original: 'open > 0',
    replacement: 'true',
    because: '`requestRefund` asks for nothing where nothing is left',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.machine.ts',
    on: '(a.key < b.key ? -1 : 1)',
    original: 'a.key < b.key',
    replacement: '(a.key) <= (b.key)',
    because: 'no two have the same key',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.machine.ts',
    on: "once.flatMap((event) => (event.kind === 'disputed' ? [event.data.eventKey] : [])),",
    original: "event.kind === 'disputed'",
    replacement: 'true',
    because: 'only a dispute names an event',
  },
  {
    file: 'server/features/privacy/deletion/inactivity.policy.ts',
    on: 'if (warnedOn === null) return end.toISOString().slice(0, 10)',
    original: 'warnedOn === null',
    replacement: 'false',
    because: 'no date is made the first day there is, which comes before any end',
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
    because: 'a caller has a price, and no day comes before none',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.state.ts',
    on: 'newPrice !== null && periodEnd !== null && newPrice.from <= periodEnd',
    original: 'newPrice !== null',
    replacement: 'true',
    because: 'a caller has a price',
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
  {
    file: 'server/features/billing/subscriptions/machine/subscription.effects.ts',
    on: 'if (row.providerId && mustReprice(state) && !state.newPrice?.approveUrl)',
    original: '?.',
    replacement: '.',
    because: 'whatever the provider must be told of has a new price',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.effects.ts',
    on: 'if (until <= at && (await hasOtherLive(on, row))) return',
    original: 'until <= at',
    replacement: 'true',
    because:
      'of a member one contract runs at most, so that beside one that is paid for there is no other',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.machine.ts',
    on: 'if (addMonths(first.at, n) > until) until = addMonths(first.at, n)',
    original: 'addMonths(first.at, n) > until',
    replacement: '(addMonths(first.at, n)) >= (until)',
    because: 'of two that are the same time either will do',
  },
  {
    file: 'server/features/billing/subscriptions/machine/subscription.machine.ts',
    on: 'if (!state.periodEnd || !first) return { ...end(state, at), cancelledAt: at, disputeEnd: null }',
    original: '!state.periodEnd || !first',
    replacement: '(!state.periodEnd) && (!first)',
    because: 'what was paid for has its first payment and an end, and nothing else has either',
  },
  {
    file: 'server/features/content-rules/words.policy.ts',
    on: 'if (inner !== word && isBlocked(inner)) return { from: at, to: at + inner.length }',
    original: 'inner !== word',
    replacement: 'true',
    because: 'the same word was looked up a line before, and is not blocked',
  },
  {
    file: 'server/platform/limits/retention.ts',
    on: 'for (const [rule] of failures) if (rule) delete removed[rule]',
    original: 'rule',
    replacement: 'true',
    because: 'of no rule nothing was counted',
  },
]
