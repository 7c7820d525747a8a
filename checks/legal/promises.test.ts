// What the legal texts and mails promise in words is what the code does: periods, and names of what is on a screen.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { cookieBannerButtons, cookieBannerTexts } from '#contract/consent/cookieBannerTexts.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { limits, rates } from '#contract/limits.ts'
import { SIGNALS_HEARD } from '#contract/members/signals.ts'
import { retention } from '#contract/privacy/retention.ts'
import { PRICE_NOTICE_MS } from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { deadlineHours, misuse } from '#server/features/moderation/reports/reports.policy.ts'
import { MONTHS } from '#server/features/privacy/requests/requests.policy.ts'
import { PATIENCE_MS } from '#server/features/verification/review/overdue.service.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'

const TONGUES = ['de', 'en'] as const
type Tongue = (typeof TONGUES)[number]
/** In either language. */
type Said = readonly [de: string, en: string]

const documents = ['terms', 'privacy', 'cookies', 'rules', 'accessibility']
/** The edition in force. */
const readLegal = (name: string, tongue: Tongue) =>
  readFileSync(globSync(`legal/${name}*.${tongue}.md`)[0]!, 'utf8').replaceAll('\u00a0', ' ')

/** The words for one of something; for more of it there is no such sentence, and the test fails. */
const one = (count: number, words: string): string => (count === 1 ? words : `${count} ×`)
const hours = (minutes: number) => minutes / 60

const { deletedAccounts, signals, tableWords } = retention
const minorHours = deadlineHours('minor')
/** Read where it stands: nobody but the queue needs it. */
const mailDays = Number(
  /const MAIL = .*retentionSeconds: (\d+) \* 24 \* HOUR/.exec(
    readFileSync('server/platform/jobs/jobs.ts', 'utf8'),
  )?.[1],
)

/** Periods that stand in words, with the number the code works by. What law, provider or people decide has none. */
const PERIODS: Record<string, readonly Said[]> = {
  terms: [
    ['innerhalb von 24 bis 48 Stunden', 'within 24 to 48 hours'],
    ['einen Monat ab der ersten Zahlung', 'one month from the first payment'],
    ['einer Frist von vier Wochen', 'four weeks’ notice'],
    [
      `mindestens ${PRICE_NOTICE_MS / DAY_MS} Tage vorher`,
      `at least ${PRICE_NOTICE_MS / DAY_MS} days in advance`,
    ],
    [one(minorHours, 'binnen einer Stunde'), one(minorHours, 'within an hour')],
    ['einen Tag danach', 'a day later'],
    [
      `in ${hours(rates.sameText.minutes)} Stunden nur einmal`,
      `only once in ${hours(rates.sameText.minutes)} hours`,
    ],
    [`bis zu ${limits.slowSeconds / 60} Minuten`, `up to ${limits.slowSeconds / 60} minutes`],
    [one(misuse.within / 365, 'binnen eines Jahres'), one(misuse.within / 365, 'within a year')],
    [`nehmen wir ${misuse.days} Tage lang`, `in the club for ${misuse.days} days`],
    [
      `Ihre Daten innerhalb von ${deletedAccounts.amount} Tagen`,
      `your data within ${deletedAccounts.amount} days`,
    ],
  ],
  privacy: [
    [
      one(tableWords.amount, 'Worte nach einem Tag vergehen'),
      one(tableWords.amount, 'words shall go after a day'),
    ],
    [
      `innerhalb von ${signals.amount} Tagen ${SIGNALS_HEARD === 5 ? 'fünf' : SIGNALS_HEARD}`,
      `once ${SIGNALS_HEARD === 5 ? 'five' : SIGNALS_HEARD} did within ${signals.amount} days`,
    ],
    [
      `bleibt ${hours(rates.sameText.minutes)} Stunden lang`,
      `stays for ${hours(rates.sameText.minutes)} hours`,
    ],
    ['einen Tag danach', 'a day later'],
    [
      `höchstens ${hours(rates.profileView.minutes)} Stunden lang`,
      `for ${hours(rates.profileView.minutes)} hours at most`,
    ],
    [
      `ist es nach ${deletedAccounts.amount} Tagen fort`,
      `it is gone after ${deletedAccounts.amount} days`,
    ],
    [`höchstens ${mailDays} Tage`, `${mailDays} days at most`],
    [one(minorHours, 'binnen einer Stunde'), one(minorHours, 'within an hour')],
    [
      `spätestens nach ${deletedAccounts.amount} Tagen fort`,
      `gone after ${deletedAccounts.amount} days at the latest`,
    ],
    [one(MONTHS.given, 'innerhalb eines Monats'), one(MONTHS.given, 'within one month')],
  ],
  cookies: [[`gilt ${cookieBanner.months} Monate`, `holds for ${cookieBanner.months} months`]],
  rules: [[`mindestens ${limits.minimumAge} Jahre alt`, `at least ${limits.minimumAge} years old`]],
  accessibility: [['innerhalb von zwei Wochen', 'within two weeks']],
}

const PERIOD: Record<Tongue, RegExp> = {
  de: /(?<![\w.])(?:\d+|eine[mnrs]?|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|vierzehn) (?:Minute|Stunde|Tag|Woche|Werktag|Monat|Jahr)(?:en|es|e|n|s)?(?!\w)/g,
  en: /(?<![\w.])(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|fourteen) (?:minute|hour|(?:working )?day|week|month|year)s?(?!\w)/g,
}

test.each(documents.flatMap((name) => TONGUES.map((tongue) => [name, tongue] as const)))(
  'every period of the %s in words is the one the code works by (%s)',
  (name, tongue) => {
    const periods = (PERIODS[name] ?? []).map((said) => said[TONGUES.indexOf(tongue)]!)
    const text = readLegal(name, tongue)
    expect(periods.filter((words) => !text.includes(words))).toEqual([])
    const others = periods.reduce((left, words) => left.replaceAll(words, '…'), text)
    // one that is a constant's is a hole: {limits.…} or {retention.…} (legal/README.md)
    expect(others.match(PERIOD[tongue]) ?? []).toEqual([])
  },
)

test('the cookie banner says for how long its answer holds', () => {
  expect(cookieBannerTexts.de.facts).toContain(`${cookieBanner.months} Monate`)
  expect(cookieBannerTexts.en.facts).toContain(`${cookieBanner.months} months`)
})

test.each(TONGUES)('no threshold of the terms differs from the code (%s)', (tongue) => {
  const spelled = { de: { 3: 'drei', 2: 'zwei' }, en: { 3: 'three', 2: 'two' } }[tongue]
  const say = (count: number) => spelled[count as 2 | 3]
  const [warned, limited] = [say(misuse.warnAfter), say(misuse.limitAfter)]
  expect(readLegal('terms', tongue)).toMatch(
    tongue === 'de'
      ? new RegExp(`Waren ${warned} Meldungen eines Mitglieds.*nach ${limited} weiteren`)
      : new RegExp(`If ${warned} reports of a member.*after ${limited} more`),
  )
})

type Words = { [key: string]: string | Words }

function listWords(words: Words, path = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : listWords(value, `${path}${key}.`),
  )
}
const readWords = (file: string) => listWords(JSON.parse(readFileSync(file, 'utf8')) as Words)

/** What a mail says of time in words of its own; '' where one of the two languages names no period. */
const IN_MAILS: Record<string, Said> = {
  'overdue.intro': [`${PATIENCE_MS / HOUR_MS} Stunden`, `${PATIENCE_MS / HOUR_MS} hours`],
  'age.automated': [one(minorHours, 'einer Stunde'), one(minorHours, 'an hour')],
  'message.next': ['zwei Werktagen', 'two working days'],
  'contract.facts.term': ['ein Monat', 'one month'],
  'subscription.renewal.intro': ['einen Monat', ''],
}

test.each(TONGUES)('a mail takes its periods from the code, or is named here (%s)', (tongue) => {
  const mails = readWords(`server/text/${tongue}/mail.json`)
  const found = mails.flatMap(([key, text]) => {
    const [period] = text.replace(/\ba month\b/g, '').match(PERIOD[tongue]) ?? []
    return period ? [[key, period]] : []
  })
  const named = Object.entries(IN_MAILS).map(([key, said]) => [key, said[TONGUES.indexOf(tongue)]])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(named.filter(([, words]) => words)))
})

/** Quoted, and no name of anything on a screen of ours. */
const NO_NAMES = 'wir Sie we you member Mitglied verifiziert verified Privacy Datenschutz Free-Plan'
  .split(' ')
  .concat('Website-Daten', 'Site data', '{{room}}', '{{text}}')

test.each(TONGUES)(
  'what texts and mails quote is on a screen under that very name (%s)',
  (tongue) => {
    const onScreen = new Set([
      ...globSync(`web/text/${tongue}/*.json`).flatMap((file) =>
        readWords(file).map(([, text]) => text),
      ),
      // in every language as the specification or the law has it
      ...readWords('web/text/en/posts.json').map(([, text]) => text),
      ...Object.values(legalLabels),
      ...Object.values(cookieBannerButtons),
      'Deutsch · English',
    ])
    const quoted = [...globSync(`legal/*.${tongue}.md`), `server/text/${tongue}/mail.json`].flatMap(
      (file) =>
        [...readFileSync(file, 'utf8').matchAll(tongue === 'de' ? /„([^“]+)“/g : /“([^”]+)”/g)].map(
          ([, name = '']) => ({ file: basename(file), name }),
        ),
    )
    expect(quoted.length).toBeGreaterThan(15)
    expect(quoted.filter(({ name }) => !onScreen.has(name) && !NO_NAMES.includes(name))).toEqual([])
  },
)
