import { expect, test } from 'vitest'
import { getBilling, readInvoice } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { createContract, type Contract } from '#testing/billing/contracts.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { pdfWords } from '#testing/hostile/pdf.ts'
import { readSubscription } from '#testing/billing/subscribers.ts'
import { insertContract } from '#testing/billing/vouchers.ts'
import fc, { tries } from '#testing/property.ts'
import { letters, uuid } from '#testing/random.ts'
import { issueCreditNote, issueInvoice } from './invoices.service.ts'
import { keepPrice } from '#server/features/billing/subscriptions/plans.service.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'

const NOON = '2026-11-21T12:00:00Z'

/** A payment of a contract, in the caller's words. */
const paid = (subscriptionId: string, paymentId = uuid(), cents = 1990) => ({
  subscriptionId,
  paymentId,
  cents,
  vatPercent: 19,
  periodStart: new Date(NOON),
  periodEnd: new Date('2026-12-21T12:00:00Z'),
  at: new Date(NOON),
})
const issue = (club: Club, payment: ReturnType<typeof paid>) =>
  club.app.db.transaction((tx) => issueInvoice(club.app, tx, payment))

const numbers = async (club: Club) =>
  (await club.db.rows<{ number: string }>(sql`select number from invoices order by number`)).map(
    ({ number }) => number,
  )
const upTo = (year: number, count: number) =>
  Array.from({ length: count }, (_, index) => `R-${year}-${String(index + 1).padStart(6, '0')}`)

/** Part of what was paid goes back, as the provider tells it. */
const payBack = (club: Club, { id, paymentId }: Contract, cents: number) =>
  club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, id, [
      {
        kind: 'refunded',
        key: `back:${letters(16)}`,
        occurredAt: club.app.now(),
        data: { paymentId, refundId: uuid(), cents },
      },
    ]),
  )

const fetchFile = (
  club: Club,
  as: { cookie: string } | null,
  invoiceId: string,
  format: 'pdf' | 'html' | (string & {}),
) =>
  fetch(club.url + readInvoice.path.replace(':invoiceId', invoiceId).replace(':format', format), {
    headers: as ? { cookie: as.cookie } : {},
  })

test('fifty invoices issued at once have fifty numbers without a gap, also when some are rolled back', async () => {
  await using club = await openClub({ now: NOON })
  const subscriptionId = await insertContract(club)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      club.app.db.transaction(async (tx) => {
        await issueInvoice(club.app, tx, paid(subscriptionId))
        if (index % 3 === 0) throw new Error('something else went wrong')
      }),
    ),
  )
  const issued = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(issued).toBe(33)
  expect(await numbers(club)).toEqual(upTo(2026, issued))
})

test('fifty reports of one payment make one invoice, and take one number', async () => {
  await using club = await openClub({ now: NOON })
  const subscriptionId = await insertContract(club)
  const payment = paid(subscriptionId)
  const ids = await Promise.all(Array.from({ length: 50 }, () => issue(club, payment)))
  expect(new Set(ids).size).toBe(1)
  await issue(club, paid(subscriptionId))
  expect(await numbers(club)).toEqual(upTo(2026, 2))
})

test('numbers begin anew with the year in Berlin, and a late report does not write into last year', async () => {
  await using club = await openClub({ now: '2026-12-31T22:59:59Z' })
  const subscriptionId = await insertContract(club)
  await issue(club, paid(subscriptionId))
  club.clock.set('2026-12-31T23:00:00Z')
  await issue(club, paid(subscriptionId))
  await issue(club, paid(subscriptionId))
  expect(await numbers(club)).toEqual([...upTo(2026, 1), ...upTo(2027, 2)])
})

test('a correction has a number of the same row, names its invoice, and is issued once', async () => {
  await using club = await openClub({ now: NOON })
  const subscriptionId = await insertContract(club)
  const payment = paid(subscriptionId)
  const refund = { ...payment, refundId: 'back', cents: 663, vatCents: 106 }
  const correct = () => club.app.db.transaction((tx) => issueCreditNote(club.app, tx, refund))
  expect(await correct()).toBeNull()
  const invoiceId = await issue(club, payment)
  const notes = await Promise.all(Array.from({ length: 10 }, correct))
  expect(new Set(notes).size).toBe(1)
  const rows = await club.db.rows(sql`
    select number, kind, cents, net_cents, vat_cents, corrects_id from invoices order by number`)
  expect(rows).toEqual([
    {
      number: 'R-2026-000001',
      kind: 'invoice',
      cents: 1990,
      netCents: 1672,
      vatCents: 318,
      correctsId: null,
    },
    {
      number: 'R-2026-000002',
      kind: 'credit_note',
      cents: -663,
      netCents: -557,
      vatCents: -106,
      correctsId: invoiceId,
    },
  ])
})

test('however what was paid goes back in parts, the tax goes back to the cent, and never more of it', async () => {
  await using club = await openClub({ now: NOON })
  const drawn = fc.sample(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2 }), tries(20))
  const cent = Array.from({ length: 12 }, () => 1)
  for (const parts of [[330, 330, 1, 329], [21, 1], cent, [...cent, 7, ...cent], ...drawn]) {
    const cents = parts.reduce((sum, part) => sum + part, 0)
    const contract = await createContract(club, await club.member(), { cents })
    const left = async () => {
      const row = await club.db.row<{ cents: number; vat: number; booked: number }>(sql`
        select sum(cents)::int as cents, sum(vat_cents)::int as vat,
          (select -sum(cents)::int from ledger_entries
            where account = 'vat' and subscription_id = ${contract.id}) as booked
        from invoices where subscription_id = ${contract.id}`)
      return row!
    }
    for (const part of parts) {
      await payBack(club, contract, part)
      const { vat, booked } = await left()
      expect(vat, parts.join()).toBeGreaterThanOrEqual(0)
      expect(booked ?? 0, parts.join()).toBe(vat)
    }
    expect(await left(), parts.join()).toMatchObject({ cents: 0, vat: 0 })
  }
})

test('where parts from before took back too little of the tax, the next is all tax and no more than itself', async () => {
  await using club = await openClub({ now: NOON })
  const contract = await createContract(club, await club.member(), { cents: 22 })
  const notes = () =>
    club.db.rows(sql`
      select cents, net_cents, vat_cents from invoices where kind = 'credit_note' order by number`)
  // nineteen parts of a cent, as they were taken once
  await club.db.run(sql`
    insert into invoices (id, number, kind, corrects_id, subscription_id, reference, issued_at,
      period_start, period_end, cents, net_cents, vat_cents, vat_percent, currency, seller)
    select gen_random_uuid(), 'R-2026-000002', 'credit_note', id, subscription_id, 'refund:before',
      issued_at, period_start, period_end, -19, -19, 0, vat_percent, currency, seller from invoices`)
  await club.db.run(sql`update invoice_numbers set last = 2`)
  const at = club.app.now().toISOString()
  await club.db.run(sql`
    insert into ledger_entries (transaction_id, account, cents, currency, reference, subscription_id, at)
    select ${uuid()}, account, cents, 'EUR', 'refund:before', ${contract.id}, ${at}
    from (values ('provider', -19), ('revenue', 19)) line (account, cents)`)
  const refund = { paymentId: contract.paymentId, refundId: 'before', cents: 19 }
  await club.db.run(sql`
    insert into subscription_events (subscription_id, kind, key, occurred_at, recorded_at, data)
    values (${contract.id}, 'refunded', 'before', ${at}, ${at}, ${JSON.stringify(refund)})`)
  await payBack(club, contract, 3)
  expect(await notes()).toEqual([
    { cents: -19, netCents: -19, vatCents: 0 },
    { cents: -3, netCents: 0, vatCents: -3 },
  ])
})

test('the rate of the tax is the one in force when it is paid, also for contracts from before', async () => {
  await using club = await openClub({ now: NOON })
  const mia = await club.member()
  const { id } = await createContract(club, mia)
  expect((await readSubscription(club, mia)).price).toMatchObject({ vatPercent: 19, vatCents: 318 })
  club.clock.set('2026-12-01T12:00:00Z')
  await keepPrice({ ...club.app, config: { ...club.app.config, vatPercent: 16 } })
  expect((await readSubscription(club, mia)).price).toMatchObject({ vatPercent: 16, vatCents: 274 })
  club.clock.set('2026-12-21T12:00:00Z')
  const occurredAt = club.app.now()
  const data = { paymentId: 'second', cents: 1990, feeCents: 84 }
  const refund = { paymentId: 'second', refundId: 'back', cents: 1990 }
  await club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, id, [
      { kind: 'paid', key: 'p:3', occurredAt, data },
      { kind: 'refunded', key: 'p:4', occurredAt, data: refund },
    ]),
  )
  const issued = await club.db.rows(sql`
    select i.vat_percent::int, i.vat_cents, l.cents::int as booked
    from invoices i join ledger_entries l on l.reference = i.reference and l.account = 'vat'
    order by i.number`)
  expect(issued).toEqual([
    { vatPercent: 19, vatCents: 318, booked: -318 },
    { vatPercent: 16, vatCents: 274, booked: -274 },
    { vatPercent: 16, vatCents: -274, booked: 274 },
  ])
})

test('an invoice stays as it was issued: the server can neither change nor remove it', async () => {
  await using club = await openClub({ now: NOON })
  await issue(club, paid(await insertContract(club)))
  for (const query of [sql`update invoices set cents = 1`, sql`delete from invoices`])
    await expect(club.app.db.run(query)).rejects.toThrow('permission denied')
  await expect(asOwner(club, () => 'update invoices set cents = 1')).rejects.toThrow(
    'only ever added to',
  )
})

test('a member reads their own invoice as a page: complete after § 14 UStG, in German, without a script', async () => {
  await using club = await openClub({ now: NOON })
  const mia = await club.member()
  const { number } = await createContract(club, mia)
  const { answer } = (await club.call(mia, getBilling, {})) as never as {
    answer: { invoices: { id: string; number: string; kind: string; cents: number }[] }
  }
  expect(answer.invoices).toMatchObject([{ number: 'R-2026-000001', kind: 'invoice', cents: 1990 }])
  const response = await fetchFile(club, mia, answer.invoices[0]!.id, 'html')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-disposition')).toBe(
    'inline; filename="Rechnung-R-2026-000001.html"',
  )
  const policy = response.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; sandbox$/)
  const html = await response.text()
  expect(html).toContain('<html lang="de">')
  expect(html).not.toMatch(/<script|javascript:|\son\w+=|https?:/)
  const words = html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]+>/g, ' ')
  for (const part of [
    'Beispiel Club GmbH',
    'Musterstraße 1',
    '10115 Berlin',
    'USt-IdNr. DE000000000',
    'Rechnung R-2026-000001',
    'Rechnungsdatum  21.11.2026',
    `Bestellnummer  ${number}`,
    'Leistungszeitraum  21.11.2026 – 21.12.2026',
    'Premium-Mitgliedschaft Parlour, 1 Monat',
    'Nettobetrag  16,72\u00a0€',
    'Umsatzsteuer 19\u00a0%  3,18\u00a0€',
    'Gesamtbetrag  19,90\u00a0€',
    'Kleinbetragsrechnung nach § 33 UStDV',
  ])
    expect(words).toContain(part)
  // nobody is named: what the law keeps for eight years then says nothing about a person
  expect(html).not.toContain(mia.username)
  expect(html).not.toContain(mia.email)
})

test('the file to keep is a PDF of one page with the same words, its letters and its language in it', async () => {
  await using club = await openClub({
    now: NOON,
  })
  club.config.operator = {
    ...club.config.operator,
    OPERATOR_NAME: 'Żółć & Söhne <Club> GmbH',
  }
  const mia = await club.member()
  await createContract(club, mia)
  const [invoice] = await club.db.rows<{ id: string }>(sql`select id from invoices`)
  const response = await fetchFile(club, mia, invoice!.id, 'pdf')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(
    'inline; filename="Rechnung-R-2026-000001.pdf"',
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.includes('/FontFile2')).toBe(true)
  expect(bytes.includes('/Lang (de)')).toBe(true)
  expect(bytes.includes('/JavaScript')).toBe(false)
  const [words, ...more] = await pdfWords(bytes)
  expect(more).toEqual([])
  for (const part of [
    'Żółć & Söhne <Club> GmbH\nMusterstraße 1\n10115 Berlin',
    'Rechnung R-2026-000001',
    'Leistungszeitraum 21.11.2026 – 21.12.2026',
    'Umsatzsteuer 19\u00a0% 3,18\u00a0€',
    'Gesamtbetrag 19,90\u00a0€',
    'USt-IdNr. DE000000000',
  ])
    expect(words).toContain(part)
})

test('an invoice keeps the operator of its day, whatever is configured later', async () => {
  await using club = await openClub({ now: NOON })
  const mia = await club.member()
  await createContract(club, mia)
  const [invoice] = await club.db.rows<{ id: string }>(sql`select id from invoices`)
  club.config.operator = { ...club.config.operator, OPERATOR_NAME: 'Neue Club AG' }
  const html = await (await fetchFile(club, mia, invoice!.id, 'html')).text()
  expect(html).toContain('Beispiel Club GmbH')
  expect(html).not.toContain('Neue Club AG')
})

test('what an operator is called shows as words and never as a part of the page', async () => {
  await using club = await openClub({ now: NOON })
  club.config.operator = { ...club.config.operator, OPERATOR_NAME: '<script>alert(1)</script>' }
  const mia = await club.member()
  await createContract(club, mia)
  const [invoice] = await club.db.rows<{ id: string }>(sql`select id from invoices`)
  const html = await (await fetchFile(club, mia, invoice!.id, 'html')).text()
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<script')
})

test("another's invoice and one that never was are the same to everybody else", async () => {
  await using club = await openClub({ now: NOON })
  const [mia, ben] = [await club.member(), await club.member({ isAdmin: true })]
  await createContract(club, mia)
  const [invoice] = await club.db.rows<{ id: string }>(sql`select id from invoices`)
  const download = async (as: typeof mia | null, id: string, format = 'pdf') => {
    const response = await fetchFile(club, as, id, format)
    return [response.status, await response.text()]
  }
  const nothing = await download(ben, uuid())
  expect(nothing[0]).toBe(404)
  expect(await download(ben, invoice!.id)).toEqual(nothing)
  expect(await download(ben, invoice!.id, 'html')).toEqual(nothing)
  expect((await download(null, invoice!.id))[0]).toBe(401)
  expect((await download(mia, invoice!.id, 'docx'))[0]).toBe(400)
})

test('a suspended member still gets to their invoices', async () => {
  await using club = await openClub({ now: NOON })
  const mia = await club.member({ suspendedUntil: '2026-12-01T00:00:00Z' })
  await createContract(club, mia)
  const [invoice] = await club.db.rows<{ id: string }>(sql`select id from invoices`)
  expect((await fetchFile(club, mia, invoice!.id, 'html')).status).toBe(200)
})

test('a refund corrects the invoice, and the correction says of which and how much', async () => {
  await using club = await openClub({ now: NOON })
  const mia = await club.member()
  const { id, paymentId } = await createContract(club, mia)
  const refunded = { paymentId, refundId: 'back', cents: 663 }
  await club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, id, [
      { kind: 'refunded', key: 'p:3', occurredAt: club.app.now(), data: refunded },
    ]),
  )
  const [note] = await club.db.rows<{ id: string }>(
    sql`select id from invoices where kind = 'credit_note'`,
  )
  const words = (await (await fetchFile(club, mia, note!.id, 'html')).text()).replace(
    /<[^>]+>/g,
    ' ',
  )
  expect(words).toContain('Rechnungskorrektur R-2026-000002')
  expect(words).toContain('Zur Rechnung  R-2026-000001 vom 21.11.2026')
  expect(words).toContain('Erstattungsbetrag  -6,63\u00a0€')
})
