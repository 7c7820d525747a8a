import { expect, test } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { sql } from '#server/platform/database/database.ts'
import { verifyAudit } from '#server/platform/limits/audit.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { insertContract } from '#testing/billing/vouchers.ts'
import { uuid } from '#testing/random.ts'
import { issueCreditNote, issueInvoice } from './invoices.service.ts'
import { includedVat } from './ledger.policy.ts'
import { bookPayment, bookReturn } from './ledger.service.ts'
import { forgetVouchers } from './vouchers.service.ts'

/** A month of a contract: booked and invoiced then; answers the payment's id. */
async function paidMonth(club: Club, subscriptionId: string, at: Date): Promise<string> {
  const now = club.app.now()
  const paymentId = uuid()
  const payment = { subscriptionId, paymentId, cents: 1990, vatPercent: 19, at }
  club.clock.set(at)
  await club.app.db.transaction(async (tx) => {
    await bookPayment(tx, { ...payment, feeCents: 84 })
    await issueInvoice(club.app, tx, { ...payment, periodStart: at, periodEnd: at })
  })
  club.clock.set(now)
  return paymentId
}

async function paidBack(club: Club, subscriptionId: string, paymentId: string, at: Date) {
  const now = club.app.now()
  const vatCents = includedVat(990, 19)
  const refund = { subscriptionId, paymentId, refundId: uuid(), cents: 990, vatCents, at }
  club.clock.set(at)
  await club.app.db.transaction(async (tx) => {
    await bookReturn(tx, { ...refund, reference: `refund:${refund.refundId}` })
    await issueCreditNote(club.app, tx, refund)
    await tx.run(sql`
      insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at,
        due_at, provider_id, done_at)
      values (${uuid()}, ${subscriptionId}, ${paymentId}, 990, 'goodwill', 'done',
        ${at.toISOString()}, ${at.toISOString()}, ${refund.refundId}, ${at.toISOString()})`)
  })
  club.clock.set(now)
}

const happened = (club: Club, subscriptionId: string, at: Date) =>
  club.db.run(sql`
    insert into subscription_events (subscription_id, kind, key, occurred_at, recorded_at)
    values (${subscriptionId}, 'approved', 'p:1', ${at.toISOString()}, ${at.toISOString()})`)

/** How many rows of each kind are left of a contract. */
const left = async (club: Club, id: string) => {
  const row = await club.db.row<Record<string, number>>(sql`
    select (select count(*) from subscriptions where id = ${id}) as contracts,
      (select count(*) from invoices where subscription_id = ${id}) as invoices,
      (select count(*) from ledger_entries where subscription_id = ${id}) as entries,
      (select count(*) from refunds where subscription_id = ${id}) as refunds,
      (select count(*) from subscription_events where subscription_id = ${id}) as events`)
  return row!
}
const NOTHING = { contracts: 0, invoices: 0, entries: 0, refunds: 0, events: 0 }

test('vouchers stay for eight years from the end of their year in Berlin, and then go', async () => {
  // the database goes by its own clock, too: this is about years that are over for both
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const id = await insertContract(club, { at: new Date('2016-06-15T12:00:00Z') })
  await paidMonth(club, id, new Date('2017-12-31T22:59:59Z'))
  await paidMonth(club, id, new Date('2017-12-31T23:00:00Z'))
  expect(await left(club, id)).toMatchObject({ invoices: 2, entries: 8 })
  await forgetVouchers(club.app)
  // it still runs, so the contract itself stays
  expect(await left(club, id)).toMatchObject({ contracts: 1, invoices: 1, entries: 4 })
  const [invoice] = await club.db.rows(sql`select issued_at from invoices`)
  expect(invoice).toEqual({ issuedAt: '2017-12-31T23:00:00.000Z' })
  expect(await forgetVouchers(club.app)).toEqual({ vouchers: 0 })
})

test('of a contract that is over everything goes with its last voucher, also where rows refer to each other', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const at = new Date('2015-03-01T12:00:00Z')
  const id = await insertContract(club, { at, status: 'ended' })
  await happened(club, id, at)
  const paymentId = await paidMonth(club, id, at)
  await paidBack(club, id, paymentId, new Date('2015-03-05T12:00:00Z'))
  const mia = await club.member()
  const [price] = await club.db.rows<{ priceId: string }>(
    sql`select price_id from subscriptions where id = ${id}`,
  )
  await club.db.run(sql`
    insert into order_intents (id, user_id, price_id, terms_version, created_at, expires_at,
      subscription_id)
    values (${uuid()}, ${mia.userId}, ${price!.priceId}, ${documentVersions.terms}, ${at.toISOString()},
      ${at.toISOString()}, ${id})`)
  await club.db.run(sql`
    insert into provider_drift (subscription_id, found, is_repaired, at)
    values (${id}, 'something', true, ${at.toISOString()})`)
  await forgetVouchers(club.app)
  expect(await left(club, id)).toEqual(NOTHING)
})

test('an invoice stays as long as what corrects it', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const id = await insertContract(club, { at: new Date('2017-12-01T12:00:00Z'), status: 'ended' })
  const paymentId = await paidMonth(club, id, new Date('2017-12-30T12:00:00Z'))
  await paidBack(club, id, paymentId, new Date('2018-01-02T12:00:00Z'))
  await forgetVouchers(club.app)
  expect(await left(club, id)).toMatchObject({ contracts: 1, invoices: 2, entries: 3 })
})

test('what is not settled is not forgotten', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const at = new Date('2015-03-01T12:00:00Z')
  const id = await insertContract(club, { at, status: 'ended' })
  await club.db.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at, due_at)
    values (${uuid()}, ${id}, 'one', 990, 'goodwill', 'failed', ${at.toISOString()},
      ${at.toISOString()})`)
  await forgetVouchers(club.app)
  expect(await left(club, id)).toMatchObject({ contracts: 1, refunds: 1 })
})

test('the server cannot let go of what is younger, whatever it asks', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const id = await insertContract(club, { at: new Date('2025-01-01T12:00:00Z'), status: 'ended' })
  await paidMonth(club, id, new Date('2025-02-01T12:00:00Z'))
  const before = await left(club, id)
  await club.app.db.run(sql`select forget_vouchers('2099-01-01')`)
  expect(await left(club, id)).toEqual(before)
})

test('a purged account leaves vouchers that name nobody', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const mia = await club.member()
  const id = await insertContract(club, { userId: mia.userId })
  await paidMonth(club, id, club.app.now())
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  expect(await left(club, id)).toMatchObject({ contracts: 1, invoices: 1, entries: 4 })
  const rows = await club.db.rows(sql`
    select s as contract, i as invoice, l as entry from subscriptions s
    join invoices i on i.subscription_id = s.id join ledger_entries l on l.subscription_id = s.id`)
  const words = JSON.stringify(rows)
  for (const name of [mia.userId, mia.username, mia.email]) expect(words).not.toContain(name)
})

test('what goes leaves the audit log whole, and numbers are not given again', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const id = await insertContract(club, { at: new Date('2016-01-01T12:00:00Z'), status: 'ended' })
  await paidMonth(club, id, new Date('2016-02-01T12:00:00Z'))
  await forgetVouchers(club.app)
  expect(await left(club, id)).toEqual(NOTHING)
  expect((await verifyAudit(club.app.db)).tampered).toBeNull()
  const next = await insertContract(club, { at: new Date('2016-01-01T12:00:00Z') })
  await paidMonth(club, next, new Date('2016-03-01T12:00:00Z'))
  const rows = await club.db.rows(sql`select number from invoices`)
  expect(rows).toEqual([{ number: 'R-2016-000002' }])
})
