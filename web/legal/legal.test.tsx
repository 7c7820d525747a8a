import { expect, test } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { contactTopics } from '#contract/contact.ts'
import { deviceKeys } from '#contract/privacy/deviceKeys.ts'
import { limits, rates } from '#contract/limits.ts'
import { operatorFacts } from '#contract/operator.ts'
import { legalPages, findPage, type LegalPage } from '#contract/pages.ts'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { renderAll } from '#web/static/render.tsx'
import {
  accessibility,
  houseRules,
  legalDocuments,
  legalFiles,
  readDocuments,
} from '#web/static/legal/legalFiles.ts'
import { legalStaticPages } from '#web/static/legal/legalPages.tsx'
import { showPage } from '#web/testing/showPage.ts'
import germanConsents from '#web/text/de/consent.json'
import englishConsents from '#web/text/en/consent.json'
import posts from '#web/text/en/posts.json'
import type { Tongue } from '#web/text/language.ts'
import { deviceTable } from './deviceTable.ts'
import type { LegalText } from './legalText.ts'
import { retentionTable } from './retentionTable.ts'

const TONGUES = ['de', 'en'] as const satisfies Tongue[]
const textOf = (page: LegalPage, lang: Tongue) => legalDocuments[page][0].texts[lang]('invitation')
const others = { rules: houseRules, accessibility }
const allTexts: [name: string, lang: Tongue, text: LegalText][] = [
  ...legalPages.flatMap((page) =>
    TONGUES.map((lang): [string, Tongue, LegalText] => [page, lang, textOf(page, lang)]),
  ),
  ...Object.entries(others).flatMap(([name, texts]) =>
    TONGUES.map((lang): [string, Tongue, LegalText] => [name, lang, texts[lang]('open')]),
  ),
]

/** What each text must say (spec sections 1, 2 and 9; Art. 13 GDPR; Art. 14 DSA; § 5 DDG). */
const FACTS: Record<LegalPage, Record<string, [de: RegExp, en: RegExp]>> = {
  terms: {
    'adults only': [/das 18\. Lebensjahr vollendet/, /aged 18 or older/],
    'invitation or waitlist': [/Einladungscode.*Warteliste/s, /invite code.*waitlist/s],
    'one account per person': [
      /Für jede Person gibt es genau ein Konto/,
      /exactly one account per person/,
    ],
    'truthful data': [/müssen der Wahrheit entsprechen/, /must be true/],
    'birthdate mandatory': [/Geburtsdatum an; ohne diese Angabe/, /date of birth; without it/],
    'rooms of the Free plan': [
      new RegExp(`bis zu ${limits.freePlanRooms} Räumen`),
      new RegExp(`up to ${limits.freePlanRooms} rooms`),
    ],
    'monthly with renewal': [
      /auf unbestimmte Zeit weiter und verlängert sich automatisch Monat für Monat/,
      /for an indefinite time and renews automatically month by month/,
    ],
    'cancellation at period end': [
      /zum Ende des laufenden Abrechnungszeitraums/,
      /end of the current billing period/,
    ],
    'withdrawal within 14 days': [
      /binnen vierzehn Tagen ohne Angabe von Gründen/,
      /within 14 days without giving any reason/,
    ],
    'one plan': [/mit einem Plan: Premium/, /with one plan: Premium/],
    'exact button of an order': [/„Zahlungspflichtig bestellen“/, /“Zahlungspflichtig bestellen”/],
    'cancellation without log-in': [
      /„Verträge hier kündigen“ am Fuß jeder.*\(\/kuendigen\) führt, ohne Anmeldung/,
      /“Verträge hier kündigen” .*foot of each.*\(\/kuendigen\), without logging in/,
    ],
    'reminder of renewals': [
      new RegExp(`${limits.renewalNoticeDays} Tage vor jeder Verlängerung`),
      new RegExp(`${limits.renewalNoticeDays} days before each renewal`),
    ],
    'new prices need consent': [
      /mindestens 30 Tage vorher .*ausdrücklich zustimmen/,
      /at least 30 days in advance; .*expressly agree/,
    ],
    'withdrawal function and where it is': [
      /online unter \[%PUBLIC_URL%\/widerruf\]\(\/widerruf\).*„Vertrag widerrufen“ steht am Fuß jeder/,
      /online at \[%PUBLIC_URL%\/widerruf\]\(\/widerruf\).*“Vertrag widerrufen” stands at the foot of each/,
    ],
    'how to withdraw there': [
      /ohne Anmeldung.*bestätigen mit „Widerruf bestätigen“/,
      /without logging in.*confirm with “Widerruf bestätigen”/,
    ],
    'acknowledgement of a withdrawal': [
      /Inhalt der Widerrufserklärung sowie das Datum und die Uhrzeit/,
      /content of your statement and the date and time/,
    ],
    'refund pro rata': [
      /Preis × genutzte Tage ÷ Tage des Monats/,
      /price × days used ÷ days of the month/,
    ],
    'model withdrawal form': [
      /Muster-Widerrufsformular.*An %OPERATOR_NAME%.*Hiermit widerrufe\(n\) ich\/wir \(\*\)/s,
      /Model withdrawal form.*To %OPERATOR_NAME%.*I\/We \(\*\) hereby give notice.*Delete as appropriate/s,
    ],
    payment: [
      /PayPal; ein Anbieter für Kartenzahlungen ist geplant/,
      /PayPal; a provider for card payments is planned/,
    ],
    'review by hand': [
      /von Hand, in der Regel innerhalb von 24 bis 48 Stunden/,
      /manually, usually within 24 to 48 hours/,
    ],
    'selfie video': [
      /Selfie-Video von 5 bis 10 Sekunden.*genügt anstelle des Videos ein Selfie-Foto/s,
      /selfie video of 5 to 10 seconds.*a selfie photo is enough/s,
    ],
    'verified rooms': [/„verifiziert“ öffnet Ihnen die Räume/, /“verified” opens the rooms/],
    'moderation rules': [
      /Maßstab sind das Gesetz, diese Bedingungen und die \[Hausregeln\]/,
      /measure is the law, these terms and the \[house rules\]/,
    ],
    'moderation tools': [/Welche Mittel wir einsetzen/, /tools we use/],
    'human review': [/Menschen lesen jede Meldung/, /People read every report/],
    'no algorithm decides': [/Kein Programm entscheidet/, /No program decides/],
    'what programs hold back': [
      /vergleicht ein Programm.*festen Listen und Mustern.*Menschen herabwürdigen/,
      /a program compares.*fixed lists and patterns.*degrade people/,
    ],
    'newcomers are held to more': [
      new RegExp(`ersten ${limits.newcomerDays} Tagen.*solange sie nicht verifiziert sind`),
      new RegExp(`first ${limits.newcomerDays} days.*as long as they are not verified`),
    ],
    'the same text': [
      new RegExp(`Denselben Text.*${rates.sameText.minutes / 60} Stunden nur einmal`),
      new RegExp(`same text.*only once in ${rates.sameText.minutes / 60} hours`),
    ],
    'slow rooms': [
      new RegExp(`langsamen Räumen.*bis zu ${limits.slowSeconds / 60} Minuten`),
      new RegExp(`slow rooms.*up to ${limits.slowSeconds / 60} minutes`),
    ],
    'nothing follows for an account': [
      /Für Ihr Konto folgt daraus nichts/,
      /Nothing follows from it for your account/,
    ],
    'a banned address waits for people': [
      /wartet das Konto in jedem Fall, bis ein Mensch/,
      /the account waits in any case until a person/,
    ],
    'a refusal holds at an open door': [
      new RegExp(
        `Absage auch, wenn die Registrierung offen steht.*nicht von selbst aufgenommen.*Einladung zählt mehr.*nach ${limits.rejoinDays} Tagen`,
      ),
      new RegExp(
        `refusal also holds while sign-up is open.*not admitted by itself.*invitation counts for more.*after ${limits.rejoinDays} days`,
      ),
    ],
    'ways to complain': [
      /bei der Entscheidung selbst, über den Link in unserer E-Mail, als Antwort/,
      /at the decision itself, by the link in our email, by replying/,
    ],
    'limits of reporting': [
      /drei Meldungen eines Mitglieds binnen eines Jahres.*zwei weiteren.*30 Tage/,
      /three reports of a member within a year.*two more.*30 days/,
    ],
    'what stays of members who leave': [
      /Meldungen über Sie mit ihren Beweisen.*Prüfwerte Ihrer E-Mail-Adressen/,
      /reports about you with their evidence.*check values of your email addresses/,
    ],
    'no change without consent': [
      /erst, wenn Sie ihr ausdrücklich zustimmen/,
      /only once you expressly agree/,
    ],
    'statement of reasons': [/erhalten Sie eine Begründung/, /receive a statement of reasons/],
    complaint: [
      new RegExp(`innerhalb von ${limits.appealMonths} Monaten, kostenlos`),
      new RegExp(`within ${limits.appealMonths} months, free of charge`),
    ],
    'another person decides': [
      /an der ersten Entscheidung nicht beteiligt/,
      /not involved in the first decision/,
    ],
    misuse: [/Was gegen Missbrauch gilt/, /Against misuse/],
    'order of posts': [/die neuesten zuerst/, /newest first/],
    'deletion within 30 days': [/innerhalb von 30 Tagen/, /within 30 days/],
    'no consumer arbitration': [/§ 36 VSBG/, /section 36 of the German VSBG/],
    'earlier versions': [/Frühere Fassungen bleiben/, /Earlier versions stay/],
  },
  privacy: {
    controller: [/Verantwortlich im Sinne.*%OPERATOR_NAME%/s, /The controller.*%OPERATOR_NAME%/s],
    officer: [
      /datenschutzbeauftragte Person.*%OPERATOR_DATA_PROTECTION%/s,
      /data protection officer.*%OPERATOR_DATA_PROTECTION%/s,
    ],
    contract: [/Art\. 6 Abs\. 1 Buchst\. b DSGVO/, /Art\. 6 \(1\) \(b\) GDPR/],
    'explicit consent': [/Art\. 9 Abs\. 2 Buchst\. a DSGVO/, /Art\. 9 \(2\) \(a\) GDPR/],
    'ID cards': [/§ 20 Abs\. 2 PAuswG/, /section 20 \(2\) PAuswG/],
    'declarations without log-in': [/§§ 312k und 356a BGB/, /sections 312k and 356a BGB/],
    'no serial numbers': [/§ 20 Abs\. 3 PAuswG/, /section 20 \(3\) PAuswG/],
    recipients: [/PayPal \(Europe\) S\.à r\.l\./, /PayPal \(Europe\) S\.à r\.l\./],
    hosting: [
      /Servern des Betreibers in der Europäischen Union\. .*Auftragsverarbeiter nach Art\. 28 DSGVO/s,
      /servers of the operator in the European Union\. .*processor under Art\. 28 GDPR/s,
    ],
    mail: [/E-Mail-Versand/, /the operator’s mail server/],
    'third countries': [
      /keine Daten in Länder außerhalb der Europäischen Union/,
      /no data to countries outside the European Union/,
    ],
    presence: [/nur im Arbeitsspeicher.*abschalten/s, /in memory alone.*switch it off/s],
    'what a push service learns': [
      /Push-Dienst des Herstellers Ihres Browsers.*dass und wann.*nicht was darin steht/s,
      /push service of your browser’s maker.*that and when.*not what it says/s,
    ],
    'push beyond the Union': [/Art\. 49 Abs\. 1 Buchst\. a DSGVO/, /Art\. 49 \(1\) \(a\) GDPR/],
    search: [
      /Räume, denen Sie angehören, und Ihre Tische.*merken uns nicht, wonach gesucht/,
      /rooms you belong to and your tables.*do not remember what was searched for/,
    ],
    evidence: [/als Beweis verschlüsselt/, /encrypted, as evidence/],
    'what stays of a checked post': [
      new RegExp(`${rates.sameText.minutes / 60} Stunden lang ein Prüfwert aus Mitglied und Text`),
      new RegExp(`for ${rates.sameText.minutes / 60} hours a check value made of member and text`),
    ],
    newcomers: [
      new RegExp(`ersten ${limits.newcomerDays} Tagen und bis Sie verifiziert sind`),
      new RegExp(`first ${limits.newcomerDays} days and until you are verified`),
    ],
    'what stays of members who leave': [
      /Löschen Sie Ihr Konto.*Meldungen über Sie mit ihren Beweisen.*Prüfwerte Ihrer E-Mail-Adressen/,
      /delete your account.*reports about you with their evidence.*check values of your email addresses/,
    ],
    'a banned address waits for people': [
      /Nach einem Ausschluss oder während einer Sperre wartet ein neues Konto, bis ein Mensch entscheidet/,
      /After a ban or during a suspension a new account waits until a person decides/,
    ],
    'a refusal holds at an open door': [
      /Adresse einer Registrierung .*abgelehnt hat.*Einladung zählt mehr/,
      /address of a sign-up .*refused.*invitation counts for more/,
    ],
    'what members see': [
      /seit welchem Monat Sie dabei sind.*Abschnitt 5.*seit welchem Monat Sie dabei sind.*Ein Winken.*Wen Sie blockieren, der sieht/s,
      /since which month you have been here.*section 5.*since which month you have been here.*A wave.*Whoever you block/s,
    ],
    'where a legal name comes up': [
      /kein anderes Mitglied. .*Nachrichten des Zahlungsanbieters/,
      /no other member. .*messages of the payment provider/,
    ],
    'second factors': [/Passkeys.*Codes einer App/, /passkeys.*codes of an app/],
    'requests by right': [/mit Art\. 12 bis 22 DSGVO/, /with Art\. 12 to 22 GDPR/],
    'where consent is withdrawn': [
      new RegExp(`in den Einstellungen unter „${germanConsents.card}“`),
      new RegExp(`in the settings under “${englishConsents.card}”`),
    ],
    'warning of scams': [
      new RegExp(`Ausschluss wegen Betrugs.*${limits.contactDays} Tagen davor`),
      new RegExp(`ban for a scam.*${limits.contactDays} days before`),
    ],
    'refusals at the door': [/bei einer Absage ihr Grund/, /of a refusal its reason/],
    'dispute settlement': [/Streitbeilegungsstelle nach Art\. 21 DSA/, /body under Art\. 21 DSA/],
    'reasons and complaints': [
      /Buchst\. c DSGVO mit Art\. 16 bis 18 und 20 .*Buchst\. f DSGVO/s,
      /\(c\) GDPR with Art\. 16 to 18 and 20 .*\(f\) GDPR/s,
    ],
    blocks: [/dass oder von wem er blockiert wurde/, /by whom or that they were blocked/],
    'blocks that outlive an account': [
      /damit das auch für ein neues Konto gilt/,
      /so that this holds against a new account/,
    ],
    'addresses one would rather not meet': [
      /denen Sie lieber nicht begegnen.*nie die Adresse/,
      /you would rather not meet.*never the address/,
    ],
    mandatory: [/Was Sie angeben müssen/, /What you must provide/],
    'no automated decisions that stand': [
      /Keine, mit der es sein Bewenden hätte.*Art\. 22 DSGVO.*vorläufig/s,
      /None that is final.*Art\. 22 GDPR.*for the time being/s,
    ],
    withdrawal: [/Art\. 7 Abs\. 3 DSGVO/, /Art\. 7 \(3\) GDPR/],
    ...Object.fromEntries(
      [15, 16, 17, 18, 20, 21].map((article) => [
        `right of Art. ${article}`,
        [new RegExp(`\\(Art\\. ${article} DSGVO\\)`), new RegExp(`\\(Art\\. ${article} GDPR\\)`)],
      ]),
    ),
    'a refused verification goes after 90 days': [
      /90\u00a0Tage nach einer abgelehnten Prüfung/,
      /90\u00a0days after one that was refused/,
    ],
    complaint: [
      /Aufsichtsbehörde beschweren \(Art\. 77 DSGVO\)/,
      /data protection authority \(Art\. 77 GDPR\)/,
    ],
  },
  impressum: {
    law: [/§ 5 DDG/, /section 5 of the German Digital Services Act \(DDG\)/],
    'point of contact': [
      /Art\. 11 und 12 der Verordnung \(EU\) 2022\/2065/,
      /Art\. 11 and 12 of Regulation \(EU\) 2022\/2065/,
    ],
    languages: [/Deutsch und Englisch/, /German and English/],
    'no machines': [/Es antworten Menschen/, /People answer/],
    'youth protection': [/§ 7 JMStV/, /section 7 JMStV/],
    'no consumer arbitration': [/§ 36 VSBG/, /section 36 of the German VSBG/],
    ...Object.fromEntries(
      operatorFacts.map((fact) => [fact, [new RegExp(`%${fact}%`), new RegExp(`%${fact}%`)]]),
    ),
  },
  cookies: {
    law: [/§ 25 TDDDG/, /Section 25 of the German TDDDG/],
    voluntary: [/Einwilligung\. Sie ist freiwillig/, /consent\. It is voluntary/],
    'twelve months': [/höchstens 12\u00a0Monate/, /12\u00a0months at most/],
    'thirty days': [/Anmelde-Cookie höchstens 30\u00a0Tage/, /login cookie 30\u00a0days at most/],
    'analytics, marketing': [/Statistik und Marketing/, /Analytics and marketing/],
    withdrawal: [
      /„Cookie-Einstellungen“ am Fuß jeder Seite/,
      /“Cookie settings” at the foot of every page/,
    ],
    'no third party': [/keine fremden Dienste/, /no outside services/],
  },
}

test.each(legalPages)('the %s page says every fact it must, in both languages', (page) => {
  const missing = Object.entries(FACTS[page]).flatMap(([fact, patterns]) =>
    TONGUES.filter((lang, index) => !patterns[index]!.test(JSON.stringify(textOf(page, lang)))).map(
      (lang) => `${fact} (${lang})`,
    ),
  )
  expect(missing).toEqual([])
})

test.each(allTexts)('the %s text has the same sections in both languages (%s)', (name, _, text) => {
  const ids = text.sections.map(({ id }) => id)
  const german = allTexts.find((one) => one[0] === name)![2]
  expect(ids).toEqual(german.sections.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(allTexts)('every link of the %s text leads somewhere (%s)', (_, _lang, text) => {
  const links = [...JSON.stringify(text).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to)
  for (const link of links.filter((to) => to.startsWith('/'))) {
    const [path = '', anchor] = link.split('#')
    expect(findPage(path)?.isStatic, link).toBe(true)
    const [, lang, id] = /^(de|en)-(.+)$/.exec(anchor ?? '') ?? []
    const page = legalPages.find((one) => path === `/legal/${one}`)
    if (page && id)
      expect(
        textOf(page, lang as Tongue).sections.map((one) => one.id),
        link,
      ).toContain(id)
  }
})

test('no text denies what programs check before it appears', () => {
  const denied =
    /nicht vorab durchleuchtet|not screened|gespeichert wird davon nichts|none of it is/
  const denying = allTexts.filter(([, , text]) => denied.test(JSON.stringify(text)))
  expect(denying.map(([name, lang]) => `${name} ${lang}`)).toEqual([])
})

test('versions are those in force', () => {
  expect(legalPages.map((page) => legalDocuments[page][0].version)).toEqual([
    documentVersions.terms,
    '2.1.0',
    null,
    '1.0.0',
  ])
  for (const page of legalPages)
    expect(legalDocuments[page][0].since).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('the retention table is the data that drives the jobs, in readable words', () => {
  const rules = Object.keys(retention) as RetentionRule[]
  for (const lang of TONGUES) {
    const { rows } = retentionTable(lang)
    expect(rows.map((row) => Number.parseInt(row.at(-1) ?? ''))).toEqual(
      rules.map((rule) => retention[rule].amount),
    )
    expect(new Set(rows.map(([what]) => what)).size).toBe(rules.length)
    expect(JSON.stringify(textOf('privacy', lang))).toContain(JSON.stringify(rows))
  }
  const row = (rule: RetentionRule) => retentionTable('de').rows[rules.indexOf(rule)]?.join(' ')
  expect(row('identityApproved')).toContain('30\u00a0Tage')
  expect(row('ibanFragment')).toContain('12\u00a0Monate')
  expect(row('vouchers')).toContain('8\u00a0Jahre')
  expect(retentionTable('en').rows[rules.indexOf('mailTokens')]?.at(-1)).toBe('24\u00a0hours')
})

test('the cookie page lists every key the app may store, with purpose and duration', () => {
  for (const lang of TONGUES) {
    const { rows } = deviceTable(lang)
    expect(rows.map(([name]) => name)).toEqual(deviceKeys.map(({ name }) => `\`${name}\``))
    expect(rows.flat().every((words) => words.length > 1)).toBe(true)
    expect(JSON.stringify(textOf('cookies', lang))).toContain(JSON.stringify(rows))
  }
})

test('the rules say word for word what the composer says', () => {
  for (const text of [
    ...TONGUES.map((lang) => houseRules[lang]('open')),
    ...TONGUES.map((lang) => textOf('terms', lang)),
  ])
    expect(JSON.stringify(text)).toContain(posts.hint)
})

test('the accessibility statement names standard, state, gaps, contact and authority', () => {
  for (const text of TONGUES.map((lang) => accessibility[lang]('open'))) {
    expect(text.sections.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['standard', 'state', 'gaps', 'contact', 'authority']),
    )
    for (const words of ['EN 301 549', 'WCAG', 'BFSG', 'MLBF'])
      expect(JSON.stringify(text)).toContain(words)
  }
  expect(contactTopics).toContain('accessibility')
})

test('no text is left to be written, and none sends anyone to the platform that is closed', () => {
  for (const [name, lang, text] of allTexts) {
    const words = JSON.stringify(text)
    expect(words, `${name} ${lang}`).not.toMatch(/lorem|ipsum|TODO|XXX|folgt, bevor/i)
    expect(words).not.toContain('ec.europa.eu/consumers/odr')
    if (lang === 'de') expect(words.replaceAll('\\"', ''), name).not.toMatch(/ [A-Za-z]+'[a-z]/)
  }
})

const parts = { first: '1', styles: '', script: '/s.js', fonts: [] }

test('an earlier version stays readable, says so, and leads to the one in force', async () => {
  const old = (title: string) =>
    `---\nsince: 2025-03-01\n---\n\n# ${title}\n\nA beginning.\n\n## 1. One {#one}\n\n{open} While open.\n\n{invitation} By invitation.\n`
  const documents = readDocuments({
    ...legalFiles,
    'archive/terms.1.0.0.de.md': old('Alt'),
    'archive/terms.1.0.0.en.md': old('Old'),
  })
  const written = await renderAll(parts, legalStaticPages(documents))
  const show = (name: string) => showPage(written.find((one) => one.name === name)?.html ?? '')

  show('de/legal/terms.open.html')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href="/legal/terms-1-0-0"]')]
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '1.0.0 · 01.03.2025',
    '1.0.0 · 1 March 2025',
  ])
  expect(findPage('/legal/terms-1-0-0')?.isStatic).toBe(true)

  show('de/legal/terms-1-0-0.invitation.html')
  expect(document.querySelector('article#de h2')?.textContent).toBe('Alt')
  expect(document.querySelector('#de-one p')?.textContent).toBe('By invitation.')
  expect(document.querySelector('article#en')?.textContent).toContain('This is an earlier version.')
  expect(document.querySelector('article#de a[href="/legal/terms"]')?.textContent).toBe(
    'Zur geltenden Fassung',
  )
  expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

test('invented facts about the operator are marked, where they stand', async () => {
  const written = await renderAll(parts)
  const marked = written
    .filter(
      ({ name, html }) =>
        name.startsWith('de/') && html.includes('data-operator="%OPERATOR_STATE%"'),
    )
    .map(({ name }) => name)
  expect(marked).toEqual([
    'de/kontakt.html',
    'de/melden.html',
    'de/kuendigen.html',
    'de/widerruf.html',
    'de/barrierefreiheit.html',
    'de/legal/terms.open.html',
    'de/legal/terms.invitation.html',
    'de/legal/privacy.html',
    'de/legal/impressum.html',
  ])
})

test('every legal page stands in both languages, marked, with ways within it that work', async () => {
  for (const { name, html } of await renderAll(parts)) {
    if (!/legal\/|regeln|barrierefreiheit/.test(name)) continue
    showPage(html)
    const articles = [...document.querySelectorAll('main article')]
    const languages = articles.map((one) => one.closest('[lang]')?.getAttribute('lang'))
    expect(languages, name).toEqual(
      name.includes('legal/') ? ['de', 'en'] : [name.startsWith('de/') ? 'de' : 'en'],
    )
    const here = document.querySelectorAll('main a[href^="#"]')
    expect(here.length, name).toBeGreaterThan(4)
    for (const link of here)
      expect(document.querySelector(link.getAttribute('href')!), name).toBeTruthy()
    expect(document.querySelectorAll('main h1'), name).toHaveLength(1)
  }
})
