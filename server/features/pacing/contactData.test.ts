import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { findBarred, findContactData, type ContactKind } from '#contract/contactData.ts'

const recognised: [ContactKind, string, string?][] = [
  ['email', 'Schreib an mia@example.org, ja?', 'mia@example.org'],
  ['email', 'mia.tanzt+club@web.de', 'mia.tanzt+club@web.de'],
  ['email', 'mia (at) gmx.de', 'mia (at) gmx.de'],
  ['email', 'mia[at]gmx[dot]net', 'mia[at]gmx[dot]net'],
  ['email', 'mia ät web punkt de', 'mia ät web punkt de'],
  ['email', 'mia＠example.org', 'mia＠example.org'],
  ['link', 'Schau: https://example.org/mia?x=1', 'https://example.org/mia?x=1'],
  ['link', 'HTTP://EXAMPLE.ORG', 'HTTP://EXAMPLE.ORG'],
  ['link', 'www.meine-seite.de', 'www.meine-seite.de'],
  ['link', 'Ich bin auf meine-seite.de zu finden', 'meine-seite.de'],
  ['link', 'bücher.example.com/mia', 'bücher.example.com/mia'],
  ['link', 'BÜCHER.EXAMPLE.COM/MIA', 'BÜCHER.EXAMPLE.COM/MIA'],
  ['link', 'мария.de', 'мария.de'],
  ['link', 't.me/mia_tanzt', 't.me/mia_tanzt'],
  ['link', 'wa.me/491761234567', 'wa.me/491761234567'],
  ['link', 'bit.ly/3abcde', 'bit.ly/3abcde'],
  ['link', 'linktr.ee/mia', 'linktr.ee/mia'],
  ['link', 'discord.gg/abcdef', 'discord.gg/abcdef'],
  ['link', 'meineseite punkt de', 'meineseite punkt de'],
  ['link', 'mypage (dot) com', 'mypage (dot) com'],
  ['phone', 'Ruf an: 0176 12345678', '0176 12345678'],
  ['phone', '+49 176 1234 5678', '+49 176 1234 5678'],
  ['phone', '0049-176-12345678', '0049-176-12345678'],
  ['phone', '040/123 456 78', '040/123 456 78'],
  ['phone', '(040) 1234567', '(040) 1234567'],
  ['phone', '0 1 7 6 1 2 3 4 5 6 7 8', '0 1 7 6 1 2 3 4 5 6 7 8'],
  ['phone', '0176.12.34.56.78', '0176.12.34.56.78'],
  ['phone', '+43 660 1234567'],
  ['phone', '+1 (555) 123-4567'],
  ['phone', '555-123-4567'],
  ['phone', '176 12345678'],
  ['phone', '０１７６１２３４５６７８'],
  ['phone', '⁰¹⁷⁶ 12345678'],
  ['handle', 'Insta: mia_92', 'Insta: mia_92'],
  ['handle', 'Snap - mia92'],
  ['handle', 'TG: @mia_tanzt'],
  ['handle', 'findest mich auf Instagram @mia.berlin'],
  ['handle', '@mia_tanzt auf Telegram'],
  ['handle', 'Schreib mir lieber auf WhatsApp'],
  ['handle', 'add me on Snap'],
  ['handle', 'Wollen wir über Signal weiter? Meld dich über Signal'],
  ['handle', 'mein Threema ist ABCD1234'],
  ['handle', 'my kik is nightowl'],
  ['handle', 'Hast du WhatsApp?'],
  ['handle', 'mia#1234'],
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'de89370400440532013000'],
  ['iban', 'GB29 NWBK 6016 1331 9268 19'],
  ['scam', 'Ich zeige dir, wie man mit Bitcoin reich wird'],
  ['scam', 'Kannst du mir eine Steam-Karte kaufen?'],
  ['scam', 'send me a gift card'],
  ['scam', 'ÜBERWEISE MIR BITTE GELD'],
  ['scam', '1BoatSLRHtKNngkdXEeobR76b53LETTpyT'],
  ['scam', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'],
  ['scam', 'Western Union geht am schnellsten'],
  ['address', 'Ich wohne Schanzenstraße 12 b', 'Schanzenstraße 12 b'],
]

test.each(recognised)('%s: %s', (kind, text, found) => {
  const all = findContactData(text)
  expect(all.map((one) => one.kind)).toContain(kind)
  if (found) expect(all.map(({ from, to }) => text.slice(from, to))).toContain(found)
})

test.each([
  'Guten Abend zusammen!',
  'Ich bin um 20:30 da.',
  'Offen von 20.30-23.00 Uhr, am 01.02.2026 auch länger.',
  'Am 24.12.2025 und am 31.12. habe ich frei, vom 08.30 - 10.00 Uhr nicht.',
  'Der Cocktail kostet 12,50 €, zwei kosten 24 Euro.',
  'Die Bar gibt es seit 1998, und 2024 wurde sie 26.',
  '1.000.000 Sterne, 500 Gäste, 3 Räume',
  '01067 Dresden oder 20095 Hamburg?',
  '@Mia, bist du schon da?',
  '@Mia und @Tom_92: Wer tanzt?',
  'Das war ein klares Signal von dir.',
  'Oh snap, ich habe meine Jacke vergessen',
  'What a line! I love it.',
  'Schön.Es war toll gestern.Ich komme wieder.',
  'ja.to be honest, ich weiß es nicht',
  'Na ja... vielleicht',
  'Instagram habe ich gelöscht, seitdem lese ich wieder.',
  'Um 8 Uhr, Tisch 12, für 4 Personen',
  'Auf einer Skala von 1 bis 10: 11!',
  '3 2 1 los',
  'Ich bin 34, 1,78 groß und aus Köln',
  'u.a. wegen z.B. Musik, d.h. wegen allem',
  'Wir trafen uns auf halbem Weg, 5 Minuten zu spät',
  'Das bringt es auf den Punkt',
  'Treffen um 19.00, 20.00 oder 21.00?',
  '100% einverstanden :-)',
  'Und dann sagte er: nein.',
  'Zimmer #12 bitte',
  'Mia at the bar? Punkt. Ende.',
  '2019-2024 war ich in Wien',
])('nothing in: %s', (text) => {
  expect(findContactData(text)).toEqual([])
})

test('an address is worth a warning, and no more', () => {
  expect(findBarred('Treffpunkt: Hafenstraße 7')).toBe(undefined)
  expect(findBarred('Hafenstraße 7, ruf an: 040 1234567')).toMatchObject({ kind: 'phone' })
})

test('whatever is found lies in the text, in order, and never overlaps', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(...recognised.map(([, text]) => text)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join(' ')
      let last = 0
      for (const { from, to } of findContactData(text)) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
  )
})

test('long hostile texts take time in proportion to their length', () => {
  const units = [
    'a',
    'a.',
    '0 ',
    '0',
    '-',
    '@',
    'a@',
    'a-',
    'de',
    'mein ',
    'http',
    '+0',
    '(0',
    'insta',
    'schreib ',
    'DE89',
    ' dot ',
    '. ',
    'ä',
    '１',
  ]
  /** How long this thread is at work, which does not grow with what else the machine does. */
  const workOf = (text: string) => {
    const before = process.threadCpuUsage()
    findContactData(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  for (const unit of units) {
    const long = unit.repeat(Math.ceil(20_000 / unit.length))
    workOf(long.slice(0, 1_000))
    // eight times as long: quadratic would be 64 times
    const [short, eight] = [workOf(long.slice(0, 2_500)), workOf(long)]
    expect(eight, unit).toBeLessThan(Math.max(250, short * 24))
  }
})
