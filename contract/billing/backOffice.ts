// What admins see and settle of money: subscriptions, refunds, declarations, figures, the ledger as CSV.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { SubscriptionStatus } from './billing.ts'
import { endpoint, file, Done } from '../endpoint.ts'
import { searchWords } from '../fields.ts'
import { NoteText } from '../posts/textFields.ts'
import { limits } from '../limits.ts'

const at = z.iso.datetime()
/** A page of at most `limits.moneyLinesPerPage`, after the line with this id. */
const paged = { after: z.optional(z.uuid()) }

export const SubscriptionLine = z.object({
  id: z.uuid(),
  number: z.string(),
  /** Null once the account is gone. */
  username: z.nullable(z.string()),
  status: SubscriptionStatus,
  cents: z.int(),
  orderedAt: at,
  periodEnd: z.nullable(at),
  /** How often the running charge failed. */
  failures: z.int(),
})
export type SubscriptionLine = z.infer<typeof SubscriptionLine>

/** Newest first; `failing` are those whose charge failed. */
export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/money/subscriptions',
  access: 'admin',
  query: z.object({
    ...paged,
    filter: z.optional(z.enum(['all', 'active', 'failing', 'ending'])),
    /** A part of the username, or an order number. */
    search: z.optional(searchWords(100)),
  }),
  response: z.object({ lines: z.array(SubscriptionLine), hasMore: z.boolean() }),
})

export const RefundStatus = z.enum(['open', 'sent', 'done', 'failed'])

export const RefundLine = z.object({
  id: z.uuid(),
  number: z.string(),
  username: z.nullable(z.string()),
  cents: z.int(),
  reason: z.enum(['withdrawal', 'goodwill', 'ban', 'deletion', 'termination', 'duplicate']),
  status: RefundStatus,
  requestedAt: at,
  /** 14 days after the withdrawal (§ 357 BGB). */
  dueAt: at,
  doneAt: z.nullable(at),
})
export type RefundLine = z.infer<typeof RefundLine>

export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/money/refunds',
  access: 'admin',
  query: z.object({ ...paged, filter: z.optional(z.enum(['open', 'all'])) }),
  response: z.object({ lines: z.array(RefundLine), hasMore: z.boolean() }),
})

/** Pays back part or all of the last payment, by hand. */
export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/money/subscriptions/:subscriptionId/refunds',
  access: 'admin',
  params: z.object({ subscriptionId: z.uuid() }),
  body: z.object({
    /** Made in the browser; a repeat pays nothing twice. */
    id: z.uuid(),
    cents: z.int().check(z.minimum(1), z.maximum(10_000_000)),
    note: NoteText(limits.reviewNote),
  }),
  response: Done,
  errors: [codes.notFound, 'proof_needed', 'own_case', 'refund_too_high'],
})

/** Lets a refund that failed be tried again at once. */
export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/admin/money/refunds/:refundId/tries',
  access: 'admin',
  params: z.object({ refundId: z.uuid() }),
  response: Done,
  errors: [codes.notFound, 'proof_needed', 'own_case', 'already_decided'],
})

export const DeclarationLine = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(['cancellation', 'withdrawal']),
  receivedAt: at,
  name: z.string(),
  contract: z.string(),
  email: z.string(),
  isExtraordinary: z.boolean(),
  reason: z.nullable(z.string()),
  /** A day of the calendar. */
  endDate: z.nullable(z.string()),
  /** matched: done by rule · unmatched and extraordinary ones wait for a person · disputed: taken back by its owner. */
  state: z.enum(['matched', 'waiting', 'disputed', 'settled']),
  /** The contract it was found to be about. */
  number: z.nullable(z.string()),
  settlement: z.nullable(z.object({ note: z.string(), by: z.string(), at })),
})
export type DeclarationLine = z.infer<typeof DeclarationLine>

/** Waiting ones oldest first, or all newest first. */
export const listDeclarations = endpoint({
  method: 'GET',
  path: '/api/admin/money/declarations',
  access: 'admin',
  query: z.object({ ...paged, filter: z.optional(z.enum(['waiting', 'all'])) }),
  response: z.object({
    lines: z.array(DeclarationLine),
    hasMore: z.boolean(),
    waiting: z.int(),
  }),
})

/** Puts a declaration to a contract, or says why there is none. */
export const settleDeclaration = endpoint({
  method: 'POST',
  path: '/api/admin/money/declarations/:declarationId/settlement',
  access: 'admin',
  params: z.object({ declarationId: z.uuid() }),
  body: z.object({
    /** The order number it is about; without it nothing is ended. */
    number: z.optional(z.string().check(z.trim(), z.maxLength(30))),
    /**
     * There is an important reason: over as of the day it was received, and what was paid for the
     * days after it goes back. Only for extraordinary ones; a number is not needed where it was found.
     */
    endsAtOnce: z.optional(z.boolean()),
    note: NoteText(limits.reviewNote),
  }),
  response: Done,
  errors: [codes.notFound, 'already_decided', 'proof_needed', 'own_case', 'nothing_to_cancel'],
})

const MonthFigures = z.object({
  /** `2026-11`, by the calendar of Berlin. */
  month: z.string(),
  started: z.int(),
  ended: z.int(),
  payments: z.int(),
  grossCents: z.int(),
  vatCents: z.int(),
  refundedCents: z.int(),
})

/** The last 24 months, newest first, and what the nightly comparison with the provider found. */
export const getMoneyFigures = endpoint({
  method: 'GET',
  path: '/api/admin/money/figures',
  access: 'admin',
  response: z.object({
    months: z.array(MonthFigures),
    active: z.int(),
    failing: z.int(),
    openRefunds: z.int(),
    /** Null before the first night. */
    comparedAt: z.nullable(at),
    drift: z.array(
      z.object({
        number: z.string(),
        found: z.string(),
        isRepaired: z.boolean(),
        at,
      }),
    ),
  }),
})

/** The ledger of one month as CSV (RFC 4180, UTF-8), safe against formulas. */
export const exportLedger = file({
  path: '/api/admin/money/ledger/:month',
  access: 'admin',
  params: z.object({ month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)) }),
  file: ['text/csv; charset=utf-8'],
  errors: ['proof_needed'],
})
