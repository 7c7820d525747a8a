import { expect, test } from 'vitest'
import { mintIntent, placeOrder } from '#contract/billing/billing.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { Language } from '#contract/fields.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { pdfWords } from '#testing/hostile/pdf.ts'
import { subscribeMember, turn } from '#testing/billing/subscribers.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'

const NOW = '2026-11-21T12:00:00Z'
const openShop = () => openClub({ now: NOW, payments: 'house' })

/** The one mail whose subject begins like that. */
async function mailOf(club: Club, beginning: string) {
  const mails = (await club.mails()).filter(({ subject }) => subject.startsWith(beginning))
  expect(mails).toHaveLength(1)
  return mails[0]!
}

async function order(club: Club, member: TestMember, language: Language, startsEarly = true) {
  const minted = await club.call(member, mintIntent, {})
  if (!minted.ok) throw new Error(minted.code)
  const { intentId } = minted.answer
  const placed = await club.call(member, placeOrder, { body: { intentId, startsEarly, language } })
  if (!placed.ok) throw new Error(placed.code)
  return placed.answer
}

test('an order is confirmed at once, says that nothing is paid yet and names everything essential', async () => {
  await using club = await openShop()
  const mia = await club.member({ email: 'mia@example.org' })
  const { number } = await order(club, mia, 'de')
  const mail = await mailOf(club, `Ihre Bestellung ${number} ist eingegangen`)
  expect(mail.to).toBe('mia@example.org')
  expect(mail.attachments).toEqual([])
  const words = mail.text.replace(/\s+/g, ' ')
  for (const part of [
    'Noch ist nichts bezahlt',
    `Bestellnummer: ${number}, bestellt am 21. November 2026`,
    'Premium-Mitgliedschaft im Parlour Club',
    '19,90 € im Monat, darin 3,18 € Umsatzsteuer (19 %)',
    'auf unbestimmte Zeit weiter, Monat für Monat, bis Sie kündigen',
    `ohne Anmeldung auf ${club.url}/kuendigen`,
    `${club.url}/widerruf`,
    `Fassung ${documentVersions.terms}`,
    `${club.url}/legal/terms`,
    'Beispiel Club GmbH, Musterstraße 1, 10115 Berlin, Deutschland',
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('Vertragsschluss:')
})

test('the contract comes as a mail to keep: content, terms, instruction, model form and invoice', async () => {
  await using club = await openShop()
  const mia = await club.member({ email: 'mia@example.org' })
  const { number, approveUrl } = await order(club, mia, 'de')
  await club.house.approve(approveUrl)
  const mail = await mailOf(club, `Bestätigung Ihrer Bestellung ${number}`)
  expect(mail.to).toBe('mia@example.org')
  const row = await club.db.row<{ hash: string }>(sql`
    select encode(text_sha256, 'hex') as hash from consent_ledger
    where user_id = ${mia.userId} and document = 'terms'`)
  const words = mail.text.replace(/\s+/g, ' ')
  for (const part of [
    'Dies ist Ihre Vertragsbestätigung',
    'Vertragsschluss: 21. November 2026',
    '19,90 € im Monat',
    'Sie haben ausdrücklich verlangt, dass wir vor Ablauf der Widerrufsfrist beginnen',
    `Allgemeine Geschäftsbedingungen, Fassung ${documentVersions.terms}`,
    row!.hash,
  ])
    expect(words).toContain(part)

  expect(mail.attachments.map(({ name }) => name)).toEqual([
    'Rechnung-R-2026-000001.pdf',
    `AGB-${documentVersions.terms}.pdf`,
    'Widerrufsbelehrung.pdf',
    'Muster-Widerrufsformular.pdf',
  ])
  const papers: string[] = []
  for (const { bytes } of mail.attachments)
    papers.push((await pdfWords(bytes)).join('\n').replace(/\s+/g, ' '))
  const [invoice, terms, instruction, form] = papers
  expect(invoice).toContain(`Bestellnummer ${number}`)
  expect(terms).toContain(`Fassung ${documentVersions.terms}`)
  expect(terms).toContain(row!.hash)
  expect(terms).toContain('1. Geltung und Anbieter')
  expect(terms).toContain('Verträge mit dem Parlour Club, Beispiel Club GmbH')
  expect(terms).toContain('Räume der Stufe VIP')
  expect(instruction).toContain('binnen vierzehn Tagen ohne Angabe von Gründen')
  expect(instruction).toContain('Telefon: +49 30 23125 000, E-Mail: kontakt@club.example')
  expect(instruction).toContain(`online unter ${club.url}/widerruf ausüben`)
  expect(form).toContain('Hiermit widerrufe(n) ich/wir (*)')
  expect(form).toContain('An Beispiel Club GmbH')
})

test('in English everything but the invoice is English, and the whole price is promised to a buyer who did not ask to start early', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { number, approveUrl } = await order(club, mia, 'en', false)
  await club.house.approve(approveUrl)
  const mail = await mailOf(club, `Confirmation of your order ${number}`)
  expect(mail.text).toContain('€19.90 a month, of which €3.18 is VAT (19%)')
  expect(mail.text).toContain('you get the whole price back')
  expect(mail.attachments.map(({ name }) => name)).toEqual([
    'Rechnung-R-2026-000001.pdf',
    `Terms-${documentVersions.terms}.pdf`,
    'Instructions-on-withdrawal.pdf',
    'Withdrawal-form.pdf',
  ])
  const [, terms] = mail.attachments
  expect((await pdfWords(terms!.bytes)).join(' ')).toContain('1. Scope and provider')
})

test('a club that charges no VAT names none in its mails', async () => {
  await using club = await openClub({ now: NOW, payments: 'house', config: { vatPercent: 0 } })
  const mia = await club.member()
  const { number } = await order(club, mia, 'en')
  const words = (await mailOf(club, `Your order ${number}`)).text.replace(/\s+/g, ' ')
  expect(words).toContain('Price: €19.90 a month; no VAT is charged (§ 19 UStG).')
})

test('subjects say nothing about the club, and one order makes one mail of each kind', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { number } = await subscribeMember(club, mia)
  await turn(club)
  const subjects = (await club.mails()).map(({ subject }) => subject)
  expect(subjects).toEqual([
    `Your order ${number} has been received`,
    `Confirmation of your order ${number}`,
  ])
  for (const subject of subjects) expect(subject).not.toMatch(/parlour|club|premium|flirt/i)
})

test('an order in the mixed wording was made on German pages, and gets German mails', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { number, approveUrl } = await order(club, mia, 'mul')
  await mailOf(club, `Ihre Bestellung ${number} ist eingegangen`)
  await club.house.approve(approveUrl)
  const { attachments } = await mailOf(club, `Bestätigung Ihrer Bestellung ${number}`)
  expect(attachments.map(({ name }) => name)).toContain(`AGB-${documentVersions.terms}.pdf`)
})

test('each further month brings its invoice', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { number } = await subscribeMember(club, mia)
  club.clock.set('2026-12-21T12:00:01Z')
  await turn(club)
  const mail = await mailOf(club, 'Your invoice R-2026-000002')
  expect(mail.text).toContain(`Your contract ${number} now runs until 21 January 2027`)
  const [attached] = mail.attachments
  expect((await pdfWords(attached!.bytes))[0]).toContain(
    'Leistungszeitraum 21.12.2026 – 21.01.2027',
  )
})

test('a member who could not be charged is mailed so, and when it is tried again', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { number } = await subscribeMember(club, mia)
  await club.house.faults({ charges: 'failing' })
  club.clock.set('2026-12-21T12:00:01Z')
  await turn(club)
  const mail = await mailOf(club, `Your payment for ${number}`)
  expect(mail.text).toContain('did not succeed')
  expect(mail.text).toContain('It is tried again on 26 December 2026')
  expect(mail.text).toContain('Your access stays as it is until 4 January 2027')
  expect(mail.text).toContain(`${club.url}/settings`)
})

test('a member who paid, or left, before the mail went out is not told that the payment failed', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const contracts = [await createContract(club, mia), await createContract(club, tom)] as const
  await club.mails()
  club.clock.set('2026-12-21T12:00:01Z')
  const at = club.app.now()
  const failed = { kind: 'payment_failed', key: 'p:3', occurredAt: at, data: {} } as const
  const data = { paymentId: 'second', cents: 1990, feeCents: 84 }
  // the queue was slow, or the mail server away: meanwhile another try worked
  await club.app.db.transaction((tx) => applyEvents(club.app, tx, contracts[0].id, [failed]))
  await club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, contracts[0].id, [
      { kind: 'paid', key: 'p:4', occurredAt: at, data },
    ]),
  )
  await club.app.db.transaction((tx) => applyEvents(club.app, tx, contracts[1].id, [failed]))
  await club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, contracts[1].id, [
      { kind: 'cancelled', key: 'c', occurredAt: at, data: {} },
    ]),
  )
  const subjects = (await club.mails()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Your payment for'))).toEqual([])
})

test('without the terms that were agreed to nothing is confirmed; once the site has them, it is', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id } = await createContract(club, mia)
  const agreeTo = (version: string) =>
    club.db.run(sql`update subscriptions set terms_version = ${version} where id = ${id}`)
  await agreeTo('1.9.0')
  expect(await club.mails()).toEqual([])
  await agreeTo(documentVersions.terms)
  await club.app.jobs.drain({ later: true })
  await mailOf(club, 'Confirmation of your order')
})

test('an order under earlier terms gets those, and not the ones in force', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id } = await createContract(club, mia)
  await club.db.run(sql`update subscriptions set terms_version = '1.0.0' where id = ${id}`)
  const { attachments } = await mailOf(club, 'Confirmation of your order')
  const terms = attachments.find(({ name }) => name === 'Terms-1.0.0.pdf')
  const words = (await pdfWords(terms!.bytes)).join(' ').replace(/\s+/g, ' ')
  expect(words).toContain('These terms applied to all contracts')
  expect(words).not.toContain(documentVersions.terms)
})

test('an account that is gone gets no mail, and its refund still leaves', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id, paymentId } = await createContract(club, mia)
  await club.mails()
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  const before = (await club.mails()).length
  const refunded = { paymentId, refundId: 'back', cents: 1990 }
  await club.app.db.transaction((tx) =>
    applyEvents(club.app, tx, id, [
      { kind: 'refunded', key: 'p:3', occurredAt: club.app.now(), data: refunded },
    ]),
  )
  expect(await club.mails()).toHaveLength(before)
  expect(
    await club.db.rows(sql`select number from invoices where subscription_id = ${id}`),
  ).toHaveLength(2)
})
