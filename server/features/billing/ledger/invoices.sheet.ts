import type { Fact, Sheet } from '#server/platform/print/sheet.ts'
import { germanDate, germanEuros, germanPercent } from './invoices.policy.ts'
import type { FullInvoice } from './invoices.queries.ts'

const PAYERS = { paypal: 'PayPal', house: 'Testzahlung' }

/** An invoice or its correction as it is printed: complete after § 14 UStG, § 33 UStDV. */
export function invoiceSheet(invoice: FullInvoice): Sheet {
  const { number, kind, seller, cents, netCents, vatCents, vatPercent } = invoice
  const isInvoice = kind === 'invoice'
  const title = isInvoice ? 'Rechnung' : 'Rechnungskorrektur'
  const rate = germanPercent(vatPercent)
  return {
    language: 'de',
    name: `${title}-${number}`,
    title: `${title} ${number}`,
    writtenAt: invoice.issuedAt,
    sender: [seller.name, ...seller.address.split(/\s*,\s*/)],
    facts: facts(invoice),
    table: {
      caption: 'Leistung und Entgelt in Euro',
      head: ['Leistung', 'Menge', 'Netto', `USt. ${rate}`, 'Brutto'],
      rows: [
        [
          `Premium-Mitgliedschaft ${seller.club}, 1 Monat${isInvoice ? '' : ' (Erstattung)'}`,
          '1',
          ...[netCents, vatCents, cents].map(germanEuros),
        ],
      ],
      sums: [
        ['Nettobetrag', germanEuros(netCents)],
        [`Umsatzsteuer ${rate}`, germanEuros(vatCents)],
        [isInvoice ? 'Gesamtbetrag' : 'Erstattungsbetrag', germanEuros(cents)],
      ],
    },
    sections: [{ title: '', paragraphs: notes(invoice) }],
    foot: [
      `${seller.name} · vertreten durch ${seller.representative} · ${seller.register}`,
      `USt-IdNr. ${seller.vatId} · ${seller.email} · ${seller.phone}`,
    ],
  }
}

function facts(invoice: FullInvoice): Fact[] {
  const { kind, corrects, correctsIssuedAt, paidAt } = invoice
  const isInvoice = kind === 'invoice'
  return [
    ['Rechnungsnummer', invoice.number],
    ['Rechnungsdatum', germanDate(invoice.issuedAt)],
    ...(corrects && correctsIssuedAt
      ? ([['Zur Rechnung', `${corrects} vom ${germanDate(correctsIssuedAt)}`]] as Fact[])
      : []),
    ['Bestellnummer', invoice.order],
    ['Leistungszeitraum', `${germanDate(invoice.periodStart)} – ${germanDate(invoice.periodEnd)}`],
    ...(paidAt
      ? ([[isInvoice ? 'Bezahlt am' : 'Erstattet am', germanDate(paidAt)]] as Fact[])
      : []),
    ['Zahlungsart', PAYERS[invoice.provider]],
  ]
}

function notes({ kind, vatPercent }: FullInvoice): string[] {
  return [
    kind === 'invoice'
      ? 'Der Betrag ist bereits bezahlt. Bitte überweisen Sie nichts.'
      : 'Diese Korrektur mindert das Entgelt der genannten Rechnung. Der Betrag ist auf dem Weg zurückgezahlt, auf dem er bezahlt wurde.',
    // § 34a UStDV
    ...(vatPercent === 0
      ? ['Steuerbefreiung für Kleinunternehmer (§ 19 UStG): Es fällt keine Umsatzsteuer an.']
      : []),
    'Kleinbetragsrechnung nach § 33 UStDV. Sie ist ohne Unterschrift gültig.',
  ]
}
