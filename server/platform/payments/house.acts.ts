// What the house provider does with agreements, in development and tests: order, charge, refund, reverse.
import { limits } from '#contract/limits.ts'
import { randomInt, randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Agreement, Book, HouseEvent, HouseOffer, HouseOrder } from './house.book.ts'

/** Days after a failed charge on which the house tries again; after the last it gives up. */
const RETRY_DAYS = limits.retryDays

type EventDetails = HouseEvent extends infer E
  ? E extends HouseEvent
    ? Omit<E, 'id' | 'agreement' | 'at'>
    : never
  : never

/** What the house provider does with its book. Each act may be repeated, but for `reverse` and `reinstate`: they happen once. */
export class HouseActs {
  #book: Book
  #now: () => Date

  constructor(book: Book, now: () => Date) {
    this.#book = book
    this.#now = now
  }

  find(id: string): Agreement | undefined {
    return this.#book.agreements.find((one) => one.id === id)
  }

  order(order: z.infer<typeof HouseOrder>): Agreement {
    const known = this.#book.agreements.find(
      (one) => one.order.subscriptionId === order.subscriptionId,
    )
    if (known) return known
    const agreement: Agreement = {
      id: newId('HA'),
      order,
      status: 'waiting',
      nextChargeAt: null,
      offer: null,
      failing: null,
      refunds: {},
      events: [],
    }
    this.#book.agreements.push(agreement)
    return agreement
  }

  approve(agreement: Agreement): void {
    if (agreement.status !== 'waiting') return
    agreement.status = 'active'
    const at = this.#now()
    this.#publish(agreement, at, { kind: 'approved' })
    agreement.nextChargeAt = at.toISOString()
    this.chargeDue()
  }

  /** False: there is nothing that could be charged. */
  reprice(agreement: Agreement, offer: z.infer<typeof HouseOffer>): boolean {
    if (agreement.status !== 'active') return false
    if (agreement.order.cents === offer.cents) return true
    agreement.offer = offer
    if (this.#book.faults.prices === 'well') this.agree(agreement)
    return true
  }

  /** The payer agrees to the new price: it is charged from the next time on. */
  agree(agreement: Agreement): void {
    if (!agreement.offer) return
    const { cents } = agreement.offer
    agreement.order.cents = cents
    agreement.offer = null
    this.#publish(agreement, this.#now(), { kind: 'repriced', cents })
  }

  stop(agreement: Agreement): void {
    if (agreement.status === 'stopped') return
    if (agreement.status === 'waiting' && this.#book.faults.stops === 'late') return
    agreement.status = 'stopped'
    agreement.nextChargeAt = null
    this.#publish(agreement, this.#now(), { kind: 'stopped' })
  }

  /** Null: more than was paid. */
  refund(agreement: Agreement, wanted: { key: string; payment: string; cents: number }) {
    const known = agreement.refunds[wanted.key]
    if (known) return known
    const { payment, cents } = wanted
    let left = 0
    for (const event of agreement.events) {
      if (!('payment' in event) || event.payment !== payment) continue
      const isIn = event.kind === 'paid' || event.kind === 'reinstated'
      left += isIn ? event.cents : -event.cents
    }
    if (cents > left) return null
    const refund = newId('HR')
    agreement.refunds[wanted.key] = refund
    this.#publish(agreement, this.#now(), { kind: 'refunded', payment, refund, cents })
    return refund
  }

  /** The payer's bank takes the newest payment back. */
  reverse(agreement: Agreement): void {
    const paid = agreement.events.findLast((event) => event.kind === 'paid')
    if (!paid) return
    const { payment, cents } = paid
    this.#publish(agreement, this.#now(), { kind: 'reversed', payment, cents })
    this.stop(agreement)
  }

  /** The dispute about it is won: what the bank took back last comes again. */
  reinstate(agreement: Agreement): void {
    const reversed = agreement.events.findLast((event) => event.kind === 'reversed')
    if (!reversed) return
    const { payment, cents } = reversed
    this.#publish(agreement, this.#now(), { kind: 'reinstated', payment, cents })
  }

  /** Charges what has fallen due, each at its own time, however long nobody looked. */
  chargeDue(): void {
    const now = this.#now().toISOString()
    for (const agreement of this.#book.agreements)
      while (agreement.nextChargeAt && agreement.nextChargeAt <= now)
        this.#charge(agreement, new Date(agreement.nextChargeAt))
  }

  #charge(agreement: Agreement, at: Date): void {
    if (this.#book.faults.charges === 'failing') return this.#fail(agreement, at)
    const cents = this.#book.faults.charges === 'short' ? 1 : agreement.order.cents
    agreement.failing = null
    this.#publish(agreement, at, {
      kind: 'paid',
      payment: newId('HP'),
      cents,
      feeCents: Math.round(cents * 0.0249) + 35,
    })
    const paid = agreement.events.filter((event) => event.kind === 'paid')
    agreement.nextChargeAt = monthsLater(new Date(paid[0]!.at), paid.length).toISOString()
  }

  #fail(agreement: Agreement, at: Date): void {
    const { since, retries } = (agreement.failing ??= { since: at.toISOString(), retries: 0 })
    this.#publish(agreement, at, { kind: 'payment_failed' })
    const days = RETRY_DAYS[retries]
    agreement.failing.retries = retries + 1
    if (days !== undefined) {
      agreement.nextChargeAt = new Date(Date.parse(since) + days * DAY_MS).toISOString()
      return
    }
    agreement.status = 'suspended'
    agreement.nextChargeAt = null
  }

  #publish(agreement: Agreement, at: Date, details: EventDetails): void {
    const event = {
      id: randomUUID(),
      agreement: agreement.id,
      at: at.toISOString(),
      ...details,
    } as HouseEvent
    agreement.events.push(event)
    if (this.#book.faults.notices === 'lost') return
    const late = this.#book.faults.lateSeconds * 1000
    const due = new Date(this.#now().getTime() + late).toISOString()
    this.#book.notices.push({ event, due, tries: 0 })
  }
}

const newId = (kind: string): string =>
  `${kind}-${Array.from({ length: 14 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[randomInt(32)]).join('')}`

const BERLIN = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The clock on the wall in Berlin, written as if it were UTC. */
function wallClockTime(at: Date): number {
  const part = Object.fromEntries(
    BERLIN.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + at.getUTCMilliseconds()
}

/** The same day and time of a later month in Berlin; a day that month does not have is its last. */
export function monthsLater(at: Date, months: number): Date {
  const wall = new Date(wallClockTime(at))
  const day = wall.getUTCDate()
  wall.setUTCDate(1)
  wall.setUTCMonth(wall.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  wall.setUTCDate(Math.min(day, lastDay))
  const offsetAt = (time: number) => wallClockTime(new Date(time)) - time
  const near = wall.getTime() - offsetAt(wall.getTime())
  return new Date(wall.getTime() - offsetAt(near))
}
