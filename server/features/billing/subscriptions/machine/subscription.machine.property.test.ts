import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { DAY_MS, addMonths } from '#server/platform/lists/calendar.ts'
import { listDues } from './subscription.dues.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { elapse, fold, step } from './subscription.machine.ts'
import {
  accessEnd,
  isOver,
  nextCharge,
  stopDate,
  type SubscriptionState,
} from './subscription.state.ts'

// Whatever happens to a contract, in whatever order and however often it becomes known.

const RUNS = 1_200
const ORDERED = Date.parse('2026-01-30T21:00:00Z')
const CENTS = 1990
const days = (count: number) => new Date(ORDERED + count * DAY_MS)

const ordered: SubscriptionEvent = {
  kind: 'ordered',
  key: 'ordered',
  occurredAt: days(0),
  data: { priceId: 'first', cents: CENTS, startsEarly: true },
}

const day = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((tenths) => tenths / 10),
  fc.integer({ min: 0, max: 160 }),
  fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -3, max: 16 }))
    .map(([month, off]) => Math.max(0, month * 30.5 + off)),
)
const paymentId = fc.constantFrom('P1', 'P2', 'P3', 'P4', 'P5', 'P6')
const cents = fc.constantFrom(CENTS, CENTS, CENTS, CENTS, 1000, 2490)

type Part = Pick<SubscriptionEvent, 'kind' | 'data'>
const nothing = (kind: string) => fc.constant({ kind, data: {} } as Part)
const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ paymentId, cents }).map(({ paymentId, cents }): Part => ({
      kind: 'paid',
      data: { paymentId, cents, feeCents: 50 },
    })),
  },
  { weight: 2, arbitrary: nothing('approved') },
  { weight: 3, arbitrary: nothing('payment_failed') },
  nothing('stopped'),
  nothing('expired'),
  nothing('ended'),
  fc
    .option(
      day.map((count) => days(count).toISOString().slice(0, 10)),
      { nil: undefined },
    )
    .map((endDate): Part => ({
      kind: 'cancelled',
      data: endDate ? { endDate } : { isDisputable: true },
    })),
  fc.boolean().map((isDisputable): Part => ({ kind: 'withdrawn', data: { isDisputable } })),
  fc
    .constantFrom('ban', 'deletion', 'termination', 'replaced')
    .map((rule): Part => ({ kind: 'settled', data: { rule } as never })),
  day.map((count): Part => ({
    kind: 'price_announced',
    data: { priceId: 'second', cents: 2490, from: days(count).toISOString() },
  })),
  fc.constant<Part>({ kind: 'price_accepted', data: { priceId: 'second' } }),
  fc.constant<Part>({ kind: 'price_pending', data: { priceId: 'second', approveUrl: 'there' } }),
  fc.constantFrom(CENTS, 2490).map((cents): Part => ({ kind: 'repriced', data: { cents } })),
  fc.record({ paymentId, cents }).map(({ paymentId, cents }): Part => ({
    kind: 'refunded',
    data: { paymentId, cents, refundId: `R-${paymentId}` },
  })),
  paymentId.map((paymentId): Part => ({ kind: 'reversed', data: { paymentId, cents: CENTS } })),
)
/** A contract that is paid month after month, some charges late: what befalls it then is interesting. */
const payments = fc
  .array(fc.constantFrom(0, 0, 0, 0.1, 1, 3, 7, 13.9), { maxLength: 5 })
  .map((late) =>
    late.flatMap((off, month): [Part, number][] => [
      [
        { kind: 'paid', data: { paymentId: `P${month + 1}`, cents: CENTS, feeCents: 50 } },
        month * 30.5 + off,
      ],
      ...(off > 0 ? [[{ kind: 'payment_failed', data: {} }, month * 30.5] as [Part, number]] : []),
    ]),
  )
const history: fc.Arbitrary<SubscriptionEvent[]> = fc
  .tuple(payments, fc.array(fc.tuple(part, day), { maxLength: 6 }))
  .map(([paid, befallen]) => [
    ordered,
    ...[...paid, ...befallen].map(
      ([one, count], index) =>
        ({ ...one, key: `k${index}`, occurredAt: days(count) }) as SubscriptionEvent,
    ),
  ])
const time = fc.integer({ min: 0, max: 180 }).map(days)

const holds = (property: (events: SubscriptionEvent[], at: Date) => void, when = time) =>
  fc.assert(fc.property(history, when, property), { numRuns: RUNS })
/** Only what had happened by then: what a club knew that heard of everything at once. */
const until = (events: SubscriptionEvent[], at: Date) =>
  events.filter(({ occurredAt }) => occurredAt <= at)
const isReversed = ({ reversals }: SubscriptionState, id: string) =>
  reversals.some(({ paymentId }) => paymentId === id)
const stateAt = (events: SubscriptionEvent[], at: Date): SubscriptionState =>
  fold(until(events, at), at)

test('any order and any repetition of arrival makes the same contract', () => {
  const arrivals = history.chain((events) =>
    fc.record({
      events: fc.constant(events),
      arrived: fc.array(fc.constantFrom(...events), { maxLength: 20 }).chain((repeats) =>
        fc.shuffledSubarray([...events, ...repeats], {
          minLength: events.length + repeats.length,
        }),
      ),
    }),
  )
  fc.assert(
    fc.property(arrivals, time, ({ events, arrived }, at) => {
      expect(fold(arrived, at)).toEqual(fold(events, at))
    }),
    { numRuns: RUNS },
  )
})

test('what becomes known late is as if it had been known at once', () => {
  fc.assert(
    fc.property(history, fc.nat(13), time, (events, late, at) => {
      const missing = 1 + (late % events.length)
      const first = events.filter((_, index) => index !== missing)
      fold(first, at)
      expect(fold([...first, ...events.slice(missing, missing + 1)], at)).toEqual(fold(events, at))
    }),
    { numRuns: RUNS },
  )
})

test('something that happened twice happened once', () => {
  holds((events, at) => {
    const again = events.map((event) => ({ ...event, key: `${event.key}'` }))
    const moneyAgain = again.filter(({ kind }) => kind === 'paid' || kind === 'refunded')
    expect(stateAt([...events, ...moneyAgain], at)).toEqual(stateAt(events, at))
  })
})

test('nobody has access without having paid for it, but while a charge that failed is tried again', () => {
  holds((events, at) => {
    const state = stateAt(events, at)
    const access = accessEnd(state)
    if (!access || access <= at) return
    const paidUntil = Math.max(...state.payments.map(({ term }) => term?.end.getTime() ?? 0))
    if (paidUntil > at.getTime()) return
    expect(state.status).toBe('past_due')
    expect(at.getTime()).toBeLessThan(paidUntil + 14 * DAY_MS)
  })
})

test('a member who paid has access until the end of the term, unless it was taken back or settled', () => {
  holds((events, at) => {
    const state = stateAt(events, at)
    const isPaid = state.payments.some(({ term }) => term && term.start <= at && at < term.end)
    if (!isPaid || state.withdrawnAt || state.settledBy || state.reversals.length > 0) return
    expect(accessEnd(state)?.getTime()).toBeGreaterThan(at.getTime())
  })
})

test('no charge is expected once a contract was cancelled, is over, or a new price was met with silence', () => {
  holds((events, at) => {
    const state = stateAt(events, at)
    const next = nextCharge(state, at)
    if (isOver(state) || state.status === 'cancelled') {
      expect(next).toBeNull()
      expect(state.stoppedAt ?? stopDate(state)).not.toBeNull()
    }
    if (next && state.endsAt) expect(state.endsAt > state.periodEnd!).toBe(true)
  })
})

test('a charge buys a term or goes back, and one after a cancellation buys none', () => {
  holds((events, at) => {
    const state = stateAt(events, at)
    const dues = new Map(listDues(state).map((due) => [due.paymentId, due.cents]))
    for (const { paymentId, cents, term, at: paidAt } of state.payments) {
      const due = dues.get(paymentId) ?? 0
      expect(due).toBeLessThanOrEqual(cents)
      if (!term && !isReversed(state, paymentId)) expect(due).toBe(cents)
      if (term && state.endsAt) expect(term.start.getTime()).toBeLessThan(state.endsAt.getTime())
      if (term && state.endedAt) expect(paidAt <= state.endedAt).toBe(true)
    }
  })
})

test('whatever was approved or charged after it was stopped is stopped anew', () => {
  holds((events, at) => {
    const known = until(events, at)
    const { stoppedAt } = stateAt(events, at)
    const seen = new Set<string>()
    for (const { kind, data, occurredAt } of known.toSorted(
      (a, b) => +a.occurredAt - +b.occurredAt,
    )) {
      const isNew = kind === 'paid' && !seen.has(data.paymentId)
      if (kind === 'paid') seen.add(data.paymentId)
      if (stoppedAt && (kind === 'approved' || isNew))
        expect(occurredAt.getTime()).toBeLessThanOrEqual(stoppedAt.getTime())
    }
  })
})

test('an order that was given up, then paid, opens nothing and goes back whole', () => {
  fc.assert(
    fc.property(day, day, fc.boolean(), (givenUp, after, isAbandoned) => {
      const over = isAbandoned ? 'expired' : 'stopped'
      const end = { kind: over, key: 'e', occurredAt: days(givenUp), data: {} } as const
      const late = days(givenUp + after + 0.001)
      const approved = { kind: 'approved', key: 'a', occurredAt: late, data: {} } as const
      const data = { paymentId: 'P1', cents: CENTS, feeCents: 50 }
      const paid = { kind: 'paid', key: 'p', occurredAt: late, data } as const
      const state = fold([paid, approved, end, ordered], days(60))
      expect(accessEnd(state)).toBeNull()
      expect(listDues(state)).toEqual([{ paymentId: 'P1', cents: CENTS, reason: 'duplicate' }])
      expect(stopDate(state)).not.toBeNull()
    }),
    { numRuns: RUNS },
  )
})

test('terms are calendar months from the first payment, one after the other', () => {
  holds((events, at) => {
    const state = stateAt(events, at)
    const terms = state.payments.flatMap((payment) => (payment.term ? [payment] : []))
    terms.forEach(({ term }, index) => {
      expect(term!.start).toEqual(addMonths(terms[0]!.at, index))
      expect(term!.end).toEqual(addMonths(terms[0]!.at, index + 1))
    })
    expect(state.periodEnd).toEqual(terms.at(-1)?.term!.end ?? null)
  })
})

test('nobody is charged more than was agreed without getting the difference back', () => {
  holds((events, at) => {
    const state = stateAt(events, at)
    const dues = new Map(listDues(state).map((due) => [due.paymentId, due.cents]))
    const agreed = state.payments.some(({ agreedCents }) => agreedCents > CENTS)
    if (agreed) expect(events.some(({ kind }) => kind === 'price_accepted')).toBe(true)
    // and no price counts that the provider does not charge
    const isCharged = events.some(
      ({ kind, data }) => (kind === 'repriced' || kind === 'paid') && data.cents === 2490,
    )
    if (agreed) expect(isCharged).toBe(true)
    for (const { paymentId, cents, agreedCents } of state.payments)
      if (!isReversed(state, paymentId))
        expect(cents - (dues.get(paymentId) ?? 0)).toBeLessThanOrEqual(agreedCents)
  })
})

test('what is over stays over, whatever happens after', () => {
  holds((events, at) => {
    const then = stateAt(events, at)
    if (!isOver(then)) return
    const inTheEnd = fold(events, days(400))
    expect(isOver(inTheEnd)).toBe(true)
    expect(inTheEnd.endedAt).toEqual(then.endedAt)
    expect(inTheEnd.periodEnd).toEqual(then.periodEnd)
  })
})

test('time passes in one go or bit by bit', () => {
  fc.assert(
    fc.property(history, fc.array(time, { maxLength: 6 }), (events, times) => {
      const sorted = times.toSorted((a, b) => a.getTime() - b.getTime())
      const state = events
        .filter(({ occurredAt }) => occurredAt <= days(0))
        .reduce((before, event) => step(before, event, event.occurredAt), fold([ordered], days(0)))
      const last = sorted.at(-1) ?? days(0)
      expect(sorted.reduce(elapse, state)).toEqual(elapse(state, last))
    }),
    { numRuns: RUNS },
  )
})

test('a declaration that was disputed was never made', () => {
  holds((events) => {
    const disputes = events.flatMap(({ kind, key }): SubscriptionEvent[] =>
      kind === 'cancelled' || kind === 'withdrawn'
        ? [{ kind: 'disputed', key: `d-${key}`, occurredAt: days(200), data: { eventKey: key } }]
        : [],
    )
    const rest = events.filter(({ kind }) => kind !== 'cancelled' && kind !== 'withdrawn')
    expect(fold([...events, ...disputes], days(250))).toEqual(fold(rest, days(250)))
  })
})
