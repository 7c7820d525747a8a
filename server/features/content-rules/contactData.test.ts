import fc, { tries } from '#testing/property.ts'
import { expect, test } from 'vitest'
import {
  findBarred,
  findContactData,
  type ContactKind,
} from '#contract/content-rules/contactData.ts'

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
  ['phone', 'Ruf an: ٠١٧٦ ١٢٣٤٥٦٧٨!', '٠١٧٦ ١٢٣٤٥٦٧٨'],
  ['phone', '+४९ १७६ १२३४ ५६७८'],
  ['phone', '+۴۹ 176 ۱۲۳۴ 5678'],
  ['phone', 'Ruf an: 𝟎𝟏𝟕𝟔 𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖 🌙', '𝟎𝟏𝟕𝟔 𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖'],
  ['link', '𝐰𝐰𝐰.𝐦𝐞𝐢𝐧𝐞-𝐬𝐞𝐢𝐭𝐞.𝐝𝐞'],
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
  ['handle', 'Signal: mia.42', 'Signal: mia.42'],
  ['handle', 'das Signal: @mia'],
  ['handle', 'das Tele: mia_92'],
  ['handle', 'mein Signal ist mia.42'],
  ['handle', 'Line - mia_92'],
  ['handle', 'Session: 05f1a2b3c4d5e6f7'],
  ['handle', 'mein Snap ist miatanzt'],
  ['handle', 'wa: 49tanzt'],
  ['handle', 'dc - miatanzt'],
  ['handle', 'Mia DC: miatanzt', 'DC: miatanzt'],
  ['handle', 'Washington DC - mia_92'],
  ['handle', 'Washington, DC: mia_92'],
  ['handle', 'Washington, DC: miatanzt'],
  ['handle', 'Mia, DC: miatanzt'],
  ['handle', 'Follow me to IG'],
  ['handle', 'Gib mir deine WhatsApp-Nummer'],
  ['handle', 'Hast du Kik?'],
  ['handle', 'Liebe Grüße, Mia\nIG: miatanzt', 'IG: miatanzt'],
  ['handle', 'IG: Miatanzt'],
  ['handle', 'Auf IG bin ich @miatanzt'],
  ['handle', 'Schreib mir über WA'],
  ['handle', 'Insta: klar, miatanzt'],
  // a name that may be given, and is no word
  ['handle', 'Insta: weg____'],
  ['handle', 'mein Insta ist privat_'],
  ['handle', 'Insta: ja. miatanzt'],
  ['handle', 'DC: ganz @miatanzt'],
  ['handle', 'IG: immer mia_92'],
  ['handle', 'TG: gern\nmiatanzt'],
  ['handle', 'Snap: ich bin mia'],
  ['handle', 'mein Insta ist neu: miatanzt'],
  ['handle', 'mein Snap ist klar mia 92'],
  ['handle', 'Mein Instagram ist privat, miatanzt'],
  ['handle', 'Telegram - nur 0176'],
  ['handle', 'sc: 92-mia'],
  ['handle', 'Kik: nie_mia'],
  ['handle', 'WA: so.gut'],
  ['handle', 'Insta: gleich wie hier'],
  ['handle', 'IG: genau so'],
  ['handle', 'Snap: hier auch'],
  ['handle', 'Schreib mir in Line'],
  ['handle', 'Meld dich in Session'],
  ['handle', 'chatten wir in Telegram weiter'],
  ['handle', 'Insta @miatanzt'],
  ['handle', 'TG @miatanzt'],
  ['handle', 'Signal @mia.42'],
  ['handle', 'bin auf Line die @miatanzt'],
  ['handle', 'Instagram: ich bin miatanzt'],
  ['scam', 'Das Ticket kostet 200 Euro, kannst du mir das leihen?'],
  ['scam', 'Leih mir was Geld'],
  ['scam', 'Ich kann dir alles zurückzahlen, leih mir 200 Euro'],
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
  ['email', 'Mia.Tanzt@Gmx.De', 'Mia.Tanzt@Gmx.De'],
  ['email', 'mia@web.de.Komm doch vorbei'],
  ['email', 'mia@mein.club'],
  ['email', 'mia at web.de'],
  ['link', 'MEINE-SEITE.DE', 'MEINE-SEITE.DE'],
  ['link', 'gut.Mia.de ist meine'],
  ['link', 'meine-seite.de.Komm vorbei', 'meine-seite.de'],
  ['link', 'Mia.De/bilder'],
  ['link', 'mein.club/mia', 'mein.club/mia'],
  ['link', 'orf.at/mia'],
  // no person and the other form of it
  ['link', 'foo.in/Miamaus'],
  ['link', 'insta.in/Mia'],
  ['link', 'Insta.in/Mia'],
  ['link', 'Twitter.in/Mia'],
  ['link', 'foo.in/mia.in'],
  ['link', 'www.mein.club', 'www.mein.club'],
  ['link', 'www.super.live'],
  ['link', 'https://Mein.Club', 'https://Mein.Club'],
  ['link', 'mia-tanzt.online/fotos'],
  ['link', 'meineseitepunktde'],
  ['link', 'blog.mia.io'],
  ['phone', '01.10.2026 0176 12345678', '0176 12345678'],
  ['phone', 'Tisch 12 0176 1234567', '0176 1234567'],
  ['phone', '0176 1234567 08/05/2026'],
  ['phone', '06 12 34 56 78'],
  ['phone', '06.12.10.20.15'],
  ['phone', '01 76 12 34 56 78'],
  ['phone', '01-76-12-34-56-78'],
  ['phone', '0-1-7-6-1-2-3-4-5-6-7'],
  ['phone', '0 40/12 34 56 78'],
  ['phone', '(02 28) 12 34 56 78'],
  ['phone', '0 22 34/5 67 89 01'],
  ['phone', '0151 12 10 20 18'],
  ['phone', '0800 1000 800'],
  ['phone', '0711/2020202'],
  ['phone', '089 20 30 40 50'],
  ['phone', '0171 2026 2026'],
  ['phone', '02041 12345'],
  ['phone', '+49.176.123.456'],
  ['phone', '+49 (0)40 123456'],
  ['phone', '079 123 45 67'],
  // as devices write hyphens, and as some divide a number
  ['phone', '0176\u20111234567'],
  ['phone', '0176—1234567'],
  ['phone', '0176_1234567', '0176_1234567'],
  ['phone', '0176|12|34|567'],
  ['phone', '**0176** 1234567'],
  ['phone', 'Tisch 12 | 0176 1234567', '0176 1234567'],
  ['phone', 'O176 1234567', 'O176 1234567'],
  ['phone', '43 660 1234567'],
  ['phone', '41 79 123 45 67'],
  ['phone', 'null eins sieben sechs, eins zwei drei vier fünf sechs sieben'],
  ['phone', 'zero one five one, two four six eight'],
  ['email', 'miatanzt@gmail', 'miatanzt@gmail'],
  ['email', 'miatanzt@gmail,com', 'miatanzt@gmail'],
  ['email', 'mia ät gmx'],
  ['email', 'mia (at) hotmail'],
  ['email', 'mia@example。org', 'mia@example。org'],
  ['link', 'meine-seite。de'],
  ['handle', 'Insta-Name: miatanzt'],
  ['handle', 'LINE ID: miatanzt'],
  ['handle', 'Line ID miatanzt'],
  ['handle', 'Telegram Name ist miatanzt'],
  ['handle', 'Line @miatanzt', 'Line @miatanzt'],
  ['handle', 'Bin selten hier. Signal @miatanzt'],
  ['handle', 'Insta mia_tanzt'],
  ['handle', 'ig mia_92'],
  ['handle', 'mia_tanzt auf Insta'],
  ['handle', 'Threema ABCD1234'],
  ['handle', 'Auf Insta heiße ich miatanzt'],
  ['handle', 'Ich heiße auf Insta miatanzt'],
  ['handle', 'Wie heißt du auf Instagram?'],
  ['handle', 'FetLife: miatanzt'],
  ['handle', 'Joyclub: miatanzt'],
  ['handle', 'Twitter @miatanzt'],
  ['handle', 'Insta — miatanzt'],
  ['handle', 'Snap – ich bin mia'],
  ['phone', 'Meine Nummer: null eins sieben sechs eins zwei drei vier fünf sechs'],
  ['phone', '0176,1234567'],
  ['phone', "0176'1234567"],
  ['phone', '0176: 1234567'],
  ['email', 'mia@web,de'],
  ['email', 'miatanzt @ gmail'],
  ['email', 'miatanzt @gmail.com'],
  ['link', 'miatanzt.carrd.co'],
  ['link', 'beacons.ai/miatanzt'],
  ['link', 'miatanzt . de'],
  ['link', 'miatanzt[.]de', 'miatanzt[.]de'],
  ['iban', 'DE89-3704-0044-0532-0130-00'],
  ['handle', '@miatanzt (Insta)'],
  ['handle', 'Folge mir auf Instagram'],
  ['handle', 'Lass uns auf WhatsApp schreiben'],
  ['handle', 'Wollen wir zu Telegram wechseln?'],
  ['handle', "Let's talk on Discord"],
  ['handle', 'Lass uns auf Signal schreiben'],
  ['handle', 'Wollen wir über WA weiterschreiben?'],
  ['handle', 'Shall we move to Telegram?'],
  ['scam', 'Kannst du mir Geld schicken?'],
  ['scam', 'Können Sie uns bitte 300 Euro senden?'],
  ['scam', 'Kauf mir eine Google-Play-Karte'],
  ['scam', 'lend me 200 bucks'],
  ['scam', 'Kannst du mir was leihen, nur 50 Euro?'],
  ['scam', 'Kannst du 200 Euro leihen?'],
  ['scam', 'Transfer 500 dollars today'],
  // what never is has nothing to do with the money
  ['scam', 'Send me, never mind why, 300 euro'],
  ['scam', 'Never mind, send me 300 euro'],
  ['scam', 'Ich bitte sonst nie jemanden, leih mir 300 Euro'],
  ['scam', 'Ich hab nie Geld, kannst du mir was leihen?'],
  ['scam', 'Leih mir 300 Euro, ich habe nie Geld'],
  ['scam', 'I never have money, can you lend me some'],
  ['scam', 'Ich habe niemals Geld, borgst du mir etwas'],
  ['scam', 'Niemals würde ich lügen, überweise bitte 200 Euro'],
]

test.each(recognised)('%s: %s', (kind, text, found) => {
  const all = findContactData(text)
  expect(all.map((one) => one.kind)).toContain(kind)
  if (found) expect(all.map(({ from, to }) => text.slice(from, to))).toContain(found)
})

test.each([
  'Guten Abend zusammen!',
  'Ich bin um 20:30 da.',
  'Das Signal: rot',
  'Das Signal - ein Film',
  'Ein Signal: Kommt!',
  'Die Jam-Session - immer montags',
  'Session: heute Abend um acht',
  'Session: 20.30 Uhr im Salon',
  'Line - mein Lieblingslied',
  'meine Session ist heute',
  'my line is long',
  'Mein Signal ist klar: Aufbruch',
  'AC/DC - Thunderstruck',
  'Der SC - Bayern gewinnt nie',
  'ein Snap: das war lustig',
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
  'Treffen 08/05/2026 18-20 Uhr',
  '01-05-2026 19 Uhr geht',
  '08/05/2026 18:00',
  '17/12/2026 18 Uhr',
  'Von 08/05-10/05/2026',
  '01.10.-03.10.2026 18:00',
  'Von 18:00 - 08.05.2026 bis 20:00 - 09.05.2026',
  'Sa 05.12. 06.12. 07.12. 08.12.',
  'Termine:\n01.05.\n08.05.\n15.05.\n22.05.\n29.05.\n05.06.\n12.06.\n19.06.\n26.06.\n03.07.\n10.07.',
  'Mo 01.05. 08.05. 15.05. 22.05. 29.05. 05.06. 12.06. 19.06. 26.06. 03.07. oder so',
  '01.05 08.05 15.05 22.05 29.05 05.06 12.06 19.06 26.06 03.07',
  '12/31/2026 18-20 Uhr',
  '08.05. 18-20 09.05. 19-21',
  '08.05.2026 (18-20 Uhr)',
  '05/2026-08/2026',
  'Am 08052026 um 18 Uhr',
  'Offen 0800-1000 Uhr',
  '8 5 2026 18 20',
  '0.5 1.0 1.5 2.0 2.5 Liter',
  'Es stand 0-0 1-1 2-2 3-1 2-2',
  'Lotto: 03 07 12 19 33 41',
  'Lotto: 03 41 07 19 33 12',
  'Lotto: 15 3 22 9 31 40',
  '0-1-1-2-3-5-8-13-21',
  '00 15 30 45 00',
  '100 200 3000 Gäste',
  '15.000-16.000 Euro, 1.600.000.000 Euro, 15 000 000 000 Euro',
  '01067-01069 Dresden, 01067/01097',
  'Super.Live war es besser',
  'Ja.Chat ist mir lieber',
  'Schön.Club ist offen',
  'Los.Online sehen wir uns',
  'Die Seite.Page zwei',
  'Alles.One zwei',
  'Gut.At home',
  'Bin da.De Jong kommt auch',
  'War schön.Com wäre besser',
  'Sofa.TV an!',
  'Super.App runtergeladen',
  'ja.chat geht auch',
  'bin da.online wie immer',
  'komm rein.link ist egal',
  'SO SUPER.LIVE WAR ES',
  'Hallo@Mia.Komm mal her',
  'Danke@Ben.Bis morgen',
  'Treffpunkt Info am Eingang',
  'Zum Zeitpunkt at home',
  'Mein Standpunkt: net schlecht',
  'Washington DC - tolle Stadt',
  'Seattle, WA – Regen',
  'Washington, DC: drei Tage Regen',
  'Seattle, WA: wie immer nass',
  'Follow me to DC',
  'Der Hamburger SC - toller Verein',
  'DC: ganz klar',
  'Marvel oder DC: ganz klar!',
  'WA: morgen!',
  'tele: nichts',
  'Oh snap: vergessen...',
  'Insta: nein danke',
  'Insta - nie wieder',
  'WhatsApp: furchtbar',
  'Facebook: nein, danke!',
  'Telegram: kenn ich nicht',
  'Discord - brauch ich nicht',
  'mein Insta ist weg',
  'Mein WhatsApp ist kaputt.',
  'my Facebook is dead',
  'meine Tele ist defekt',
  'SC: 1-0',
  'Find ich gut, in line mit dem Rest',
  'Talk to me in line',
  'I write this in session',
  'WA 3 Uhr',
  'IG Metall',
  'Tolle Session, @Mia!',
  'Die Session mit @Mia war super',
  'Session heute? @Ben @Mia',
  'Das war ein Signal an @Ben',
  'Line-up von @Ben',
  'Oh snap, @Mia!',
  'DC oder Marvel, @Mia?',
  'Der SC hat gewonnen @Ben',
  'Insta-bread',
  'Snap!',
  'tel. nicht nötig',
  'Session: 20Uhr im Salon',
  'Session: 8pm',
  'Line: 80er-Hits',
  'meine Session ist 3h lang',
  'Mein Heimweg 20 Minuten, ihrer 5 km',
  'Der Talk auf Discord war langweilig',
  'Ein Text bei Facebook, mehr nicht',
  'The message on TikTok is clear',
  'I don’t use Instagram',
  "No, I don't have Facebook",
  'I never use WhatsApp',
  'Hast du das auf Instagram gesehen?',
  'Have you seen that on TikTok?',
  'TikTok – das war einmal',
  'Instagram — eine Zeitverschwendung',
  'Facebook - das ist für meine Eltern',
  'Freund.in/Partner.in',
  'jede freund.in/partner.in ist willkommen',
  'Bringt gern Freund.in/Mitbewohner.in/Kolleg.in mit.',
  'Mit Partner.in/Freund.in.',
  'Kostüme kann man dort leihen, ab 20 Euro',
  'Räder leihen für 15 Euro am Tag',
  'Der Transfer von Wirtz kostet 130 Millionen Euro',
  'Für 20 Euro kann man dort Räder leihen',
  'Mein Facebook-Account ist gehackt worden.',
  '+1.500.000.000 Aufrufe',
  'null eins zwei drei vier fünf sechs sieben acht',
  'null Bock, null Ahnung, null Problem',
  '5️⃣ 4️⃣ 3️⃣ 2️⃣ 1️⃣ los',
  '1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣',
  'Am 24·12·2026 oder 01_05_2026 um 18 Uhr',
  '01|02|03|04|05|06|07',
  'Termine: 05.12. · 06.12. · 07.12. · 08.12.',
  '01.01.|02.01.|03.01.|04.01.',
  'Einlass 08.30 • 10.00 • 11.30 Uhr',
  '01‑05‑2026 19 Uhr',
  'Skype: 2003-2025',
  'Telegram: 2013',
  'Überweise nie Geld an Fremde!',
  'Nie Geld leihen, das ist meine Regel.',
  'Never lend money to strangers',
  'Überweise niemals Fremden Geld!',
  'Never send me money',
  'Ich leihe niemandem Geld.',
  'Geld würde ich nie verleihen, Geld nie leihen',
  'Meine Oma hat mir Geld geschickt, sagt sie',
  'Um 01:50, Hausnummer 15',
  'So war es . De Niro spielt mit',
  'Kaffee @ Salon um 8',
  'Ich bin _nie_ auf Facebook',
  'So heiß wie heute war es selten',
  'Line dance, @Mia?',
  '0170, 150000 km gelaufen',
  'Hallo @Web',
  'Danke @Outlook, bis morgen!',
  "Let's go to DC this summer",
  'Shall we meet in DC?',
  'Lass uns zu Line 3 umsteigen',
  'Wollen wir auf Session 3 gehen?',
])('nothing in: %s', (text) => {
  expect(findContactData(text)).toEqual([])
})

test('digits drawn as keys are digits', () => {
  for (const [, text] of recognised) {
    const keys = text.replace(/[0-9]/g, '$&\uFE0F\u20E3')
    const kinds = (of: string) => findContactData(of).map(({ kind }) => kind)
    expect(kinds(keys), keys).toEqual(kinds(text))
  }
})

/** A day of these years in one of the forms in which people write it. */
const day = fc
  .record({
    date: fc.date({
      min: new Date('1950-01-01'),
      max: new Date('2039-12-31'),
      noInvalidDate: true,
    }),
    form: fc.constantFrom('.', '/', '-', '–', '. ', 'iso', 'iso/', 'short.', 'short/', 'no year'),
  })
  .map(({ date, form }) => {
    const [year = '', month = '', on = ''] = date.toISOString().slice(0, 10).split('-')
    if (form === 'iso') return `${year}-${month}-${on}`
    if (form === 'iso/') return `${year}/${month}/${on}`
    if (form === 'no year') return `${on}.${month}.`
    if (form.startsWith('short'))
      return [Number(on), Number(month), year.slice(2)].join(form.at(-1))
    return [on, month, year].join(form)
  })
const hour = fc
  .record({
    at: fc.integer({ min: 0, max: 23 }),
    minutes: fc.constantFrom('', '.00', ':00', '.30', ':45'),
  })
  .map(({ at, minutes }) => `${at}${minutes}`)
const hours = fc
  .tuple(hour, fc.constantFrom('-', ' - ', '–', ' bis '), hour)
  .map((all) => all.join(''))
const sum = fc
  .integer({ min: 1000, max: 2_000_000_000 })
  .map((euros) => `${euros.toLocaleString('de-DE')} Euro`)
const counted = fc
  .record({
    from: fc.integer({ min: 0, max: 30 }),
    step: fc.integer({ min: 1, max: 9 }),
    length: fc.integer({ min: 3, max: 9 }),
    pad: fc.constantFrom(1, 2),
    sign: fc.constantFrom(' ', '-', '/', ' – ', '. ', ' / '),
  })
  .map(({ from, step, length, pad, sign }) =>
    Array.from({ length }, (_, at) => String(from + at * step).padStart(pad, '0')).join(sign),
  )

test('days, hours, sums and rows of small numbers are none, however they are joined', () => {
  const piece = fc.oneof(
    day,
    fc
      .tuple(day, fc.constantFrom(' ', ' / ', ' - ', ' (', ' | ', ' • '), fc.oneof(hour, hours))
      .map((all) => all.join('')),
    fc
      .tuple(day, fc.constantFrom('-', ' - ', '–', ' bis ', '/', ' / ', ' · ', ' | ', '—'), day)
      .map((all) => all.join('')),
    hours,
    sum,
    counted,
  )
  fc.assert(
    fc.property(piece, (numbers) => {
      expect(findContactData(`Also ${numbers} Uhr oder so`)).toEqual([])
    }),
    { numRuns: tries(10_000) },
  )
})

test('numbers of telephones are found in every grouping, alone, after a day and before one', () => {
  const number = fc
    .record({
      prefix: fc.constantFrom(
        '0151',
        '0176',
        '+49 176',
        '0049 171',
        '030',
        '040',
        '0221',
        '08052',
        '+43 660',
        '+33 6',
      ),
      rest: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 8 }),
      first: fc.constantFrom(' ', '/', '-', ' / ', '.', ''),
      by: fc.constantFrom(0, 2, 3, 4),
      sign: fc.constantFrom(' ', '-', '.', '\u2011', '·', '_'),
    })
    .map(({ prefix, rest, first, by, sign }) => {
      // no zero before the rest: what was dialled without a prefix never begins with one
      const digits = `${rest[0] || 4}${rest.slice(1).join('')}`
      const groups = by ? (digits.match(new RegExp(`\\d{1,${by}}`, 'g')) ?? []) : [digits]
      return `${prefix}${first}${groups.join(sign)}`
    })
  const before = fc.constantFrom('', 'Tel. ', 'am 08/05/2026 ', '01.10.2026 ', 'Tisch 12 ')
  const after = fc.constantFrom('', ' 18-20 Uhr', ' am 01.10.', ', ja?')
  fc.assert(
    fc.property(before, number, after, (words, phone, more) => {
      expect(findContactData(`${words}${phone}${more}`).map(({ kind }) => kind)).toContain('phone')
    }),
    { numRuns: tries(10_000) },
  )
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
    'null ',
    'a_',
    '@mia ',
    '01516',
    '0*',
    'lass uns ',
    'du mir ',
    'a .',
    'er.in/',
    'a @',
    'nie ',
    'leih nie ',
    'insta: ja ',
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

test('what is drawn as nothing hides nothing that is recognised, and is part of what was found', () => {
  const unseen = fc.constantFrom(
    ...'\u00AD \u034F \u200D \u200C \uFE0F \u{E0061} \u180E \u3164 \u{1D173}'.split(' '),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...recognised.map(([, text]) => text)),
      fc.array(fc.tuple(fc.nat(60), unseen), { minLength: 1, maxLength: 8 }),
      (text, more) => {
        const hidden = more.reduce((typed, [at, sign]) => {
          const signs = Array.from(typed)
          return [...signs.slice(0, at), sign, ...signs.slice(at)].join('')
        }, text)
        const shown = (of: string) =>
          findContactData(of).map(({ kind, from, to }) => [
            kind,
            of.slice(from, to).replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, ''),
          ])
        expect(shown(hidden)).toEqual(shown(text))
      },
    ),
    { numRuns: tries(5_000) },
  )
})
