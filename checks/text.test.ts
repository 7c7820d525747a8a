import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { limits } from '#contract/limits.ts'
import { expect, test } from 'vitest'
import {
  everywhere,
  germanThroughout,
  publicWords,
  screenWords,
  consentWords,
  suspendedWords,
} from '../web/text/screenWords.ts'
import { isTest, sources } from './sources.ts'

type Words = { [key: string]: string | Words }

function catalogues(root: string, locale: string): Map<string, string> {
  const all = new Map<string, string>()
  const walk = (words: Words, path: string) => {
    for (const [key, value] of Object.entries(words))
      if (typeof value === 'string') all.set(`${path}.${key}`, value)
      else walk(value, `${path}.${key}`)
  }
  for (const file of globSync(`${root}/${locale}/*.json`))
    walk(JSON.parse(readFileSync(file, 'utf8')) as Words, basename(file, '.json'))
  return all
}

const holes = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => a.localeCompare(b))
const web = {
  de: catalogues('web/text', 'de'),
  en: catalogues('web/text', 'en'),
  mul: catalogues('web/text', 'mul'),
}
const server = { de: catalogues('server/text', 'de'), en: catalogues('server/text', 'en') }

test.each([
  ['the screens', web],
  ['the mails', server],
])('%s are complete in German and English, with the same holes', (_, { de, en }) => {
  expect(en.size).toBeGreaterThan(5)
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
  expect(
    [...de].filter(([key, text]) => holes(text).join() !== holes(en.get(key) ?? '').join()),
  ).toEqual([])
  expect([...de, ...en].filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
})

/** An hour is "8 Uhr" or 8:00, and adults are those of 18. */
const COUNTED_OTHERWISE = ['bell.hour', 'invitations.code_until']

test.each([
  ['the screens', web],
  ['the mails', server],
])('%s name the same numbers in German and English', (where, { de, en }) => {
  const numbers = (text = '') =>
    [...text.replaceAll(/\{\{\w+\}\}/g, '').matchAll(/\d+(?:[.,]\d+)*/g)]
      .map(([number]) => number.replace(',', '.'))
      .sort()
      .join(' ')
  expect(
    [...de].flatMap(([key, text]) => (numbers(text) === numbers(en.get(key)) ? [] : [key])),
  ).toEqual(where === 'the screens' ? COUNTED_OTHERWISE : [])
})

test('the mixture holds only what is German there, or both, and never drifts from it', () => {
  const drifted = [...web.mul].filter(([key, text]) => {
    const german = web.de.get(key)
    const english = web.en.get(key)
    const isBoth = german && english && text.includes(german) && text.includes(english)
    return text !== german && !isBoth
  })
  expect(web.mul.size).toBeGreaterThan(20)
  expect(drifted).toEqual([])
  // what is German from end to end is said so, and stands once
  const namespaces = globSync('web/text/de/*.json').map((file) => basename(file, '.json'))
  const inGerman = namespaces.filter((ns) => {
    const keys = [...web.de.keys()].filter((key) => key.startsWith(`${ns}.`))
    return keys.every((key) => web.mul.get(key) === web.de.get(key))
  })
  expect(inGerman).toEqual([])
  const copied = [...web.mul.keys()].map((key) => key.split('.')[0]!)
  expect(copied.filter((ns) => germanThroughout.includes(ns as never))).toEqual([])
})

test('quotes and apostrophes are typographic, in both languages', () => {
  // worded so by the specification
  const given = "Passwords don't match"
  const straight = [...web.de, ...web.en, ...server.de, ...server.en].filter(
    ([, text]) => text !== given && /"|\w'\w/.test(text),
  )
  expect(straight).toEqual([])
})

test('a number keeps its percent sign: with a space that does not break in German, without one in English', () => {
  const german = [...web.de, ...server.de].filter(([, text]) => /(?<!\u00a0)%/.test(text))
  const english = [...web.en, ...server.en].filter(([, text]) => /\s%/.test(text))
  expect([...german, ...english]).toEqual([])
  // elsewhere a number is written in the language of its reader
  const screens = sources.filter((one) => one.path.startsWith('web/') && !isTest(one))
  const fixed = screens.filter(({ text }) => /\}\s%/.test(text)).map(({ path }) => path)
  expect(fixed).toEqual([])
})

test('letters change their case by no language of a device: in Turkish the capital of i is İ', () => {
  const device = /\.toLocale(?:Upper|Lower)Case\(\)/
  expect(sources.filter(({ text }) => device.test(text)).map(({ path }) => path)).toEqual([])
})

/** Parts of a sentence, and names that begin small. */
const WITHIN_SENTENCES = [
  'mail.newBrowser.browser.other',
  'mail.newBrowser.system.ios',
  'mail.newBrowser.system.macos',
  'mail.newBrowser.system.other',
  'mail.contract.provider.house',
]

test('after the salutation an English mail begins with a capital', () => {
  const mails = [...server.en].filter(([key]) => key.startsWith('mail.'))
  expect(mails.length).toBeGreaterThan(100)
  const small = mails.filter(([, text]) => /^\p{Ll}/u.test(text)).map(([key]) => key)
  expect(small).toEqual(WITHIN_SENTENCES)
})

/** Words for something that is called by another name here. */
const otherNames = {
  de: {
    Zahlungsanbieter: /Zahlungsdienst/,
    gesperrt: /[Aa]usgesetzt|[Aa]ussetz/,
    Bio: /Ihre Vorstellung|Über mich|Texte im Profil/,
    Rolle: /\bein Amt\b/,
    Genehmigung: /Tage nach (?:der|einer) (?:Bestätigung|Freigabe)/,
    Benachrichtigung: /\bHinweise? warte/,
    exportieren: /Buchungen (?:ausgeführt|konnten nicht ausgegeben)/,
    Übergabe: /Weitergabe|Weitergegeb/,
    'Free-Plan': /Free Plan|kostenlose[rn]? Tarif/,
    Registrierung: /laut Anmeldung/,
    anmelden: /\b(?:ein|aus)(?:ge)?logg|\blog-?(?:in|out)\b/i,
    Konto: /\bAccounts?\b/,
    Mitglied: /\bUsers?\b|\bNutzer|\bBenutzer(?!name)/,
    Beitrag: /(?<!Mit der |Per )\bPosts?\b/,
    Passwort: /Kennwort/,
    Kopie: /Ihre[ns]? Exports?\b/,
    Eisbrecher: /Fragen? des Tages/,
  },
  en: {
    'payment provider': /payment service/i,
    'log in': /\bsign(?:ed|s|ing)?[ -](?:in|out)\b/i,
    copy: /your export/i,
    login: /\blog-ins?\b/i,
    News: /What’s new/,
    icebreaker: /question of the day/i,
    objection: /\bappeals?\b/i,
    'Free Plan': /Free plan/,
    email: /\ba mail\b|\b(?:our|the) mail\b(?! server)|\be-mail/i,
  },
}

/** The legal texts in force. */
function legal(language: 'de' | 'en'): [string, string][] {
  const paths = globSync(`legal/*.${language}.md`)
  expect(paths.length).toBeGreaterThan(4)
  return paths.map((path) => [path, readFileSync(path, 'utf8')])
}

test('one thing has one name', () => {
  const others = (['de', 'en'] as const).flatMap((language) =>
    Object.entries(otherNames[language]).flatMap(([name, other]) =>
      [...web[language], ...server[language], ...legal(language)].flatMap(([key, text]) =>
        other.test(text) ? [`${key}: ${other.exec(text)?.[0]} (${name})`] : [],
      ),
    ),
  )
  expect(others).toEqual([])
})

test('German names who acts, and cannot be read the other way round', () => {
  const said = [...web.de, ...server.de, ...legal('de')].flatMap(([where, text]) =>
    // "Wen Sie blockieren, sieht …" has no subject, "Wer meldet, erfährt die andere Person nicht" two
    [...text.matchAll(/\bWen [^,.;:]+, (?!der )\w+|\bWer [^,.;:]+, erfährt d(?:ie|er|as) /g)].map(
      ([words]) => `${where}: ${words}`,
    ),
  )
  expect(said).toEqual([])
})

test('in a German sentence the time of day is said with "Uhr"', () => {
  const shown = /ns="(\w+)"\s+k="(\w+)"\s+values=\{\{[^}]*?(\w+): format(?:Moment|Time)\(/g
  const said = sources
    .filter((one) => one.path.startsWith('web/') && !isTest(one))
    .flatMap(({ text }) => [...text.matchAll(shown)])
    .map(([, ns, k, hole]) => [`${ns}.${k}`, `{{${hole}}}`] as const)
    .filter(([key]) => web.de.get(key)?.endsWith('.'))
  expect(said.length).toBeGreaterThan(5)
  const bare = said.filter(([key, hole]) => !web.de.get(key)?.includes(`${hole} Uhr`))
  expect(bare).toEqual([])
})

test('each screen says which words it shows, and all that any screen shows are there at once', () => {
  const code = new Map(sources.filter((one) => !isTest(one)).map((one) => [one.path, one]))
  const FETCHED = /(?:need|with)Words\(\s*\[([^\]]+)\]/g
  const words = (start: string) => {
    const reached = new Set<string>()
    const reach = (path: string) => {
      const source = code.get(path)
      if (!source || reached.has(path)) return
      reached.add(path)
      if (path !== ROUTES) source.imports.filter((next) => next !== ASKED).forEach(reach)
    }
    reach(start)
    const found = (pattern: RegExp) =>
      [...reached].flatMap((path) =>
        [...code.get(path)!.text.matchAll(pattern)].map((one) => one.slice(1).find(Boolean)!),
      )
    // a part that is fetched when it is wanted may fetch its words with it
    const asked = found(FETCHED).join()
    return found(NAMESPACE).filter((ns) => !asked.includes(`'${ns}'`))
  }
  const ROUTES = 'web/routes.tsx'
  // brings its words along
  const ASKED = 'web/features/consent/ContentConsentDialog.tsx'
  const NAMESPACE = /\bns="(\w+)"|useText\('(\w+)'\)|\bns: '(\w+)'/g
  const PAGE = /page\(\s*'(\w+)',\s*\(\) =>\s+import\('#web\/([^']+)'/g
  const screens = [...code.get(ROUTES)!.text.matchAll(PAGE)]
  const always: string[] = [...everywhere]

  expect(new Set(screens.map(([, name]) => name))).toEqual(new Set(Object.keys(screenWords)))
  const missing = screens.flatMap(([, name, file]) => {
    const known = [...always, ...(screenWords[name as keyof typeof screenWords] ?? [])]
    return words(`web/${file}`).flatMap((ns) => (known.includes(ns) ? [] : [`${name}: ${ns}`]))
  })
  const first = ['web/main.tsx', 'web/platform/shell/inside/MembersFrame.tsx'].flatMap(words)
  const unsaid = (start: string, known: readonly string[]) =>
    words(start).filter((ns) => !always.includes(ns) && !known.includes(ns))
  expect([...missing, ...first.filter((ns) => !always.includes(ns))]).toEqual([])
  expect(unsaid(ASKED, consentWords)).toEqual([])
  expect(unsaid('web/pages/accounts/TermsDuePage.tsx', consentWords)).toEqual([])
  expect(unsaid('web/pages/accounts/SuspendedPage.tsx', suspendedWords)).toEqual([])
  expect(unsaid('web/static/pages.tsx', publicWords)).toEqual([])
})

test('a number of the club stands in a catalogue by its name, and is there', () => {
  const named = (['mul', 'de', 'en'] as const).flatMap((language) =>
    [...web[language]].flatMap(([key, text]) =>
      [...text.matchAll(/\{\{limits\.([\w.]+)\}\}/g)].map(([, path = '']) => ({ key, path })),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  const read = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], limits)
  expect(named.filter(({ path }) => typeof read(path) !== 'number')).toEqual([])
})
