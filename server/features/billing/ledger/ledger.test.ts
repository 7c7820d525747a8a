import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { insertContract } from '#testing/billing/vouchers.ts'
import { now, uuid } from '#testing/random.ts'
import { paymentLines, refundLines, includedVat } from './ledger.policy.ts'
import { bookPayment, bookReturn } from './ledger.service.ts'

const entries = (club: Club) =>
  club.db.rows<{ account: string; cents: number; reference: string }>(
    sql`select account, cents, reference from ledger_entries order by id`,
  )
/** Every transaction adds up to nothing, and so does all of it. */
const unbalanced = (club: Club) =>
  club.db.rows(sql`
    select transaction_id from ledger_entries group by transaction_id having sum(cents) <> 0`)

const cents = fc.integer({ min: 1, max: 1_000_000 })
const vatPercent = fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100)

test('every payment and refund adds up to nothing, in whole cents, whatever the price and the tax', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 2_000_000 }), vatPercent, (sum, fee, percent) => {
      for (const lines of [
        paymentLines(sum, fee, percent),
        refundLines(sum, includedVat(sum, percent)),
      ]) {
        expect(lines.reduce((total, line) => total + line.cents, 0)).toBe(0)
        expect(lines.every((line) => Number.isSafeInteger(line.cents) && line.cents !== 0)).toBe(
          true,
        )
        expect(new Set(lines.map(({ account }) => account)).size).toBe(lines.length)
      }
      // the tax of the net price, to the cent
      expect(
        Math.abs(includedVat(sum, percent) - ((sum - includedVat(sum, percent)) * percent) / 100),
      ).toBeLessThan(1)
    }),
    { numRuns: 2000 },
  )
})

test('EUR 19.90 with 19 percent are EUR 16.72 and EUR 3.18 of tax', () => {
  expect(includedVat(1990, 19)).toBe(318)
  expect(paymentLines(1990, 84, 19)).toEqual([
    { account: 'provider', cents: 1906 },
    { account: 'fees', cents: 84 },
    { account: 'revenue', cents: -1672 },
    { account: 'vat', cents: -318 },
  ])
})

test('the ledger balances after any payments and refunds, reported in any order and any number of times', async () => {
  await using club = await openClub()
  const subscriptionId = await insertContract(club)
  const at = club.app.now()
  const movement = fc.record({
    kind: fc.constantFrom('payment', 'refund', 'reversal'),
    id: fc.integer({ min: 1, max: 40 }).map(String),
    cents,
    feeCents: fc.constantFrom(0, 35, 84, 1990),
    vatPercent: fc.constantFrom(0, 7, 19, 25.5),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 12 }), async (movements) => {
      await Promise.all(
        movements.map(({ kind, id, ...money }) =>
          club.app.db.transaction(async (tx) => {
            const booked = { subscriptionId, at, ...money }
            const vatCents = includedVat(money.cents, money.vatPercent)
            if (kind === 'payment') await bookPayment(tx, { ...booked, paymentId: id })
            else await bookReturn(tx, { ...booked, vatCents, reference: `${kind}:${id}` })
          }),
        ),
      )
      expect(await unbalanced(club)).toEqual([])
    }),
    { numRuns: 40 },
  )
  const booked = await entries(club)
  const lines = booked.map(({ reference, account }) => `${reference} ${account}`)
  expect(new Set(lines).size).toBe(lines.length)
  expect(booked.reduce((sum, entry) => sum + entry.cents, 0)).toBe(0)
})

test('a payment is booked once, however many report it at once, and whatever they say of the fee', async () => {
  await using club = await openClub()
  const subscriptionId = await insertContract(club)
  const payment = { subscriptionId, paymentId: 'one', cents: 1990, vatPercent: 19, at: now() }
  const booked = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      club.app.db.transaction((tx) => bookPayment(tx, { ...payment, feeCents: index % 3 })),
    ),
  )
  expect(booked.filter(Boolean)).toHaveLength(1)
  expect(await unbalanced(club)).toEqual([])
  const [{ sum } = { sum: 0 }] = await club.db.rows<{ sum: number }>(
    sql`select sum(cents)::int as sum from ledger_entries where account in ('provider', 'fees')`,
  )
  expect(sum).toBe(1990)
})

test('a movement of which one part is nothing is booked once as well', async () => {
  await using club = await openClub()
  const { db } = club.app
  const booked = { subscriptionId: await insertContract(club), vatPercent: 19, at: now() }
  // the provider kept all of it, or so it was told
  const payment = { ...booked, paymentId: 'one', cents: 35 }
  expect(await bookPayment(db, { ...payment, feeCents: 35 })).toBe(true)
  expect(await bookPayment(db, { ...payment, feeCents: 0 })).toBe(false)
  // the last cent of many, of which all is tax
  const refund = { ...booked, reference: 'refund:two', cents: 1, vatCents: 1 }
  expect(await bookReturn(db, refund)).toBe(true)
  expect(await bookReturn(db, refund)).toBe(false)
  expect((await entries(club)).map(({ account, cents }) => [account, cents])).toEqual([
    ['revenue', -29],
    ['fees', 35],
    ['vat', -6],
    ['provider', -1],
    ['vat', 1],
  ])
})

test('what came, what went back and what was taken back are entered each by itself, whatever their order', async () => {
  await using club = await openClub()
  const subscriptionId = await insertContract(club)
  const booked = { subscriptionId, cents: 1190, vatPercent: 19, at: now() }
  for (const paymentId of ['one', 'two']) {
    expect(await bookPayment(club.app.db, { ...booked, paymentId, feeCents: 84 })).toBe(true)
    for (const kind of ['reversal', 'refund']) {
      const back = { ...booked, reference: `${kind}:${paymentId}`, vatCents: 190 }
      expect(await bookReturn(club.app.db, back)).toBe(true)
    }
  }
  const revenue = (await entries(club)).filter(({ account }) => account === 'revenue')
  expect(revenue.map(({ reference, cents }) => [reference, cents])).toEqual(
    ['one', 'two'].flatMap((id) => [
      [`payment:${id}`, -1000],
      [`reversal:${id}`, 1000],
      [`refund:${id}`, 1000],
    ]),
  )
})

test('a transaction that does not add up is refused, and nothing of it stays', async () => {
  await using club = await openClub()
  const subscriptionId = await insertContract(club)
  const add = (lines: [account: string, cents: number, reference: string][]) =>
    club.app.db.transaction(async (tx) => {
      const transactionId = uuid()
      for (const [account, sum, reference] of lines)
        await tx.run(sql`
          insert into ledger_entries
            (transaction_id, account, cents, currency, reference, subscription_id, at)
          values (${transactionId}, ${account}, ${sum}, 'EUR', ${reference}, ${subscriptionId},
            ${new Date(0).toISOString()})`)
    })
  await expect(add([['provider', 1990, 'a']])).rejects.toThrow('adds up to nothing')
  await expect(
    add([
      ['provider', 1990, 'a'],
      ['revenue', -1672, 'a'],
    ]),
  ).rejects.toThrow('adds up to nothing')
  // lines of two references are two transactions
  await expect(
    add([
      ['provider', 1990, 'a'],
      ['revenue', -1990, 'b'],
    ]),
  ).rejects.toThrow('adds up to nothing')
  expect(await entries(club)).toEqual([])
  await add([
    ['provider', 1990, 'a'],
    ['revenue', -1990, 'a'],
  ])
  expect(await entries(club)).toHaveLength(2)
})

test('what is booked stays: the server can neither change nor remove it, and not even its owner can change it', async () => {
  await using club = await openClub()
  const subscriptionId = await insertContract(club)
  await bookPayment(club.app.db, {
    subscriptionId,
    paymentId: 'one',
    cents: 1990,
    feeCents: 84,
    vatPercent: 19,
    at: club.app.now(),
  })
  const before = await entries(club)
  for (const query of [
    sql`update ledger_entries set cents = cents + 1`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries`,
  ])
    await expect(club.app.db.run(query)).rejects.toThrow('permission denied')
  for (const script of ['update ledger_entries set cents = 1', 'truncate ledger_entries'])
    await expect(asOwner(club, () => script)).rejects.toThrow('only ever added to')
  expect(await entries(club)).toEqual(before)
})
