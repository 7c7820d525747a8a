import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { createContract, type Contract } from '#testing/billing/contracts.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'
import type { SubscriptionEvent } from './subscription.events.ts'

const openShop = () => openClub({ now: '2026-11-02T12:00:00Z', payments: 'house' })
const happen = (club: Club, { id }: Contract, event: SubscriptionEvent) =>
  club.app.db.transaction((tx) => applyEvents(club.app, tx, id, [event]))

test('a refund the club hears of before its payment corrects the invoice of that payment', async () => {
  await using club = await openShop()
  const contract = await createContract(club, await club.member())
  club.clock.set('2026-12-02T12:00:00Z')
  const occurredAt = club.app.now()
  const back = { paymentId: 'P2', refundId: 'R2', cents: 500 }
  await happen(club, contract, { key: 'r', occurredAt, kind: 'refunded', data: back })
  const data = { paymentId: 'P2', cents: 1990, feeCents: 84 }
  await happen(club, contract, { key: 'p', occurredAt, kind: 'paid', data })
  const invoices = sql`
    select i.kind, i.cents, c.cents as corrects from invoices i
    left join invoices c on c.id = i.corrects_id order by i.number`
  expect(await club.db.rows(invoices)).toEqual([
    { kind: 'invoice', cents: 1990, corrects: null },
    { kind: 'invoice', cents: 1990, corrects: null },
    { kind: 'credit_note', cents: -500, corrects: 1990 },
  ])
})

const invoiced = sql`
  select i.reference, i.vat_cents, l.cents::int as booked from invoices i
  left join ledger_entries l on l.reference = i.reference and l.account = 'vat'
  order by i.number offset 1`

test('parts that went back before their payment was heard of have the tax of their corrections', async () => {
  await using club = await openShop()
  const contract = await createContract(club, await club.member())
  club.clock.set('2026-12-02T12:00:00Z')
  const occurredAt = club.app.now()
  for (const refundId of ['R1', 'R2', 'R3']) {
    const data = { paymentId: 'P2', refundId, cents: 3 }
    await happen(club, contract, { key: refundId, occurredAt, kind: 'refunded', data })
  }
  const data = { paymentId: 'P2', cents: 1990, feeCents: 84 }
  await happen(club, contract, { key: 'p', occurredAt, kind: 'paid', data })
  expect(await club.db.rows(invoiced)).toEqual([
    { reference: 'payment:P2', vatCents: 318, booked: -318 },
    { reference: 'refund:R1', vatCents: 0, booked: null },
    { reference: 'refund:R2', vatCents: -1, booked: 1 },
    { reference: 'refund:R3', vatCents: 0, booked: null },
  ])
  const mails = (await club.mails()).filter(({ subject }) => subject.startsWith('Refund'))
  expect(mails).toHaveLength(3)
})

test('the tax of what was paid goes back whole, also where there is no invoice and a bank takes the rest', async () => {
  await using club = await openShop()
  const contract = await createContract(club, await club.member())
  club.clock.advance({ days: 1 })
  const occurredAt = club.app.now()
  const twice = { paymentId: 'P2', cents: 1990, feeCents: 84 }
  await happen(club, contract, { key: 'p', occurredAt, kind: 'paid', data: twice })
  const vat = sql`select sum(cents)::int as cents from ledger_entries where account = 'vat'`
  expect(await club.db.rows(vat)).toEqual([{ cents: -636 }])
  for (const [paymentId, parts] of [
    ['P2', [3, 3, 1984]],
    [contract.paymentId, [3, 3]],
  ] as const)
    for (const [index, cents] of parts.entries()) {
      const refundId = `${paymentId} ${index}`
      const data = { paymentId, refundId, cents }
      await happen(club, contract, { key: refundId, occurredAt, kind: 'refunded', data })
    }
  const { paymentId } = contract
  const taken = { paymentId, cents: 1984 }
  await happen(club, contract, { key: 'b', occurredAt, kind: 'reversed', data: taken })
  expect(await club.db.rows(vat)).toEqual([{ cents: 0 }])
})

test('what the payer’s bank took back is not paid back as well', async () => {
  await using club = await openShop()
  const contract = await createContract(club, await club.member())
  const occurredAt = club.app.now()
  const at = occurredAt.toISOString()
  await club.db.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at, due_at)
    values (${uuid()}, ${contract.id}, ${contract.paymentId}, 500, 'goodwill', 'open', ${at}, ${at})`)
  const data = { paymentId: contract.paymentId, cents: 1990 }
  await happen(club, contract, { key: 'b', occurredAt, kind: 'reversed', data })
  expect(await club.db.rows(sql`select cents from refunds`)).toEqual([])
})
