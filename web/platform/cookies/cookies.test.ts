import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CookieRecord, logCookieChoice } from '#contract/consent/consent.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import { cookieBannerTexts } from '#contract/consent/cookieBannerTexts.ts'
import type { Locale } from '#web/text/language.ts'
import { settle } from '#web/testing/turns.ts'

const NOON = '2026-12-01T12:00:00.000Z'

let logged: unknown[] = []
/** Whether each of them came with the session, which says whose it is. */
let signed: boolean[] = []
let answer: () => Response | Promise<Response>
let reloads = 0
let tab: AbortController
let localeChanged = () => {}
/** What a page still had in mind to do; closed, it does nothing any more. */
const timers: ReturnType<typeof setTimeout>[] = []

beforeEach(() => {
  localStorage.clear()
  logged = []
  signed = []
  reloads = 0
  answer = () => Response.json({ done: true })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOON) })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const later = setTimeout
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => {
    timers.push(later(act, ms))
    return timers.at(-1)
  })
  vi.stubGlobal('location', { ...window.location, reload: () => (reloads += 1) })
  vi.stubGlobal('fetch', async (path: string, { body, credentials }: RequestInit) => {
    expect(path).toBe('/api/cookie-choices')
    logged.push(logCookieChoice.body.parse(JSON.parse(body as string)))
    signed.push(credentials !== 'omit')
    return answer()
  })
})
afterEach(() => {
  tab.abort()
  for (const timer of timers.splice(0)) clearTimeout(timer)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page is opened by this browser: what another one left behind is only what is stored. */
async function open(locale: Locale = 'mul') {
  vi.restoreAllMocks()
  vi.resetModules()
  tab?.abort()
  tab = new AbortController()
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal: tab.signal }),
  )
  document.body.innerHTML = '<div id="app"><main tabindex="-1"><a href="#x">A link</a></main></div>'
  const { askForCookies, reopenQuestion: askAgain } = await import('./asking.ts')
  const { openBanner } = await import('./banner.ts')
  let spoken = locale
  askForCookies({
    load: async () => openBanner,
    locale: () => spoken,
    onLocaleChanged: (listener) => (localeChanged = listener),
  })
  await Promise.resolve()
  return {
    askAgain: () => askAgain(spoken),
    speak: (next: Locale) => ((spoken = next), localeChanged()),
  }
}

const banner = () => screen.queryByRole('region', { name: /Ihre Cookie-Auswahl/ })
const shown = () => screen.findByRole('region', { name: /Ihre Cookie-Auswahl/ })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const record = () => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as unknown
const unsent = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('parlour.cookie-log.'))
const keep = (timestamp: string) =>
  localStorage.setItem(
    'cookie-consent',
    JSON.stringify({ necessary: true, analytics: false, marketing: false, timestamp }),
  )

test('the banner speaks German and English, each marked, and leads to what it is about', async () => {
  await open()
  const { getByText, getAllByRole } = within(await shown())
  const languageOf = (words: string) => getByText(words).closest('[lang]')?.getAttribute('lang')
  const links = () => getAllByRole('link').map((link) => link.getAttribute('href'))
  const about = ['/legal/cookies', '/legal/privacy', '/legal/impressum']
  for (const lang of ['de', 'en'] as const)
    expect(languageOf(cookieBannerTexts[lang].short)).toBe(lang)
  expect(links()).toEqual(about)
  expect(getAllByRole('button').map((one) => one.ariaLabel ?? one.textContent)).toEqual([
    'Schließen - nur notwendige Cookies',
    'Accept All',
    'Necessary Only',
    'Details',
  ])
  await click('Details')
  for (const lang of ['de', 'en'] as const)
    for (const words of [cookieBannerTexts[lang].text, cookieBannerTexts[lang].facts])
      expect(languageOf(words)).toBe(lang)
  expect(links()).toEqual([...about, ...about, ...about])
})

test('in English its own language comes first, also when it is chosen while it stands there', async () => {
  const { speak } = await open('en')
  const title = async () => (await shown()).querySelector('[lang] p')?.textContent
  expect(await title()).toBe('Your cookie choice')
  expect(screen.getByRole('button', { name: 'Close - necessary cookies only' }).lang).toBe('en')
  speak('de')
  expect(await title()).toBe('Ihre Cookie-Auswahl')
  expect(screen.getByRole('button', { name: 'Schließen - nur notwendige Cookies' }).lang).toBe('de')
})

test.each([
  ['Accept All', 'accept_all', true],
  ['Necessary Only', 'necessary', false],
  ['Schließen - nur notwendige Cookies', 'close', false],
])(
  '%s is kept in four fields, logged once as %s, and hides the banner',
  async (name, method, is) => {
    await open()
    expect(record()).toBe(null)
    await click(name)
    expect(record()).toStrictEqual({
      necessary: true,
      analytics: is,
      marketing: is,
      timestamp: NOON,
    })
    expect(CookieRecord.safeParse(record()).success).toBe(true)
    expect(logged).toEqual([
      {
        sessionId: expect.any(String),
        analytics: is,
        marketing: is,
        method,
        bannerVersion: cookieBanner.version,
        language: 'mul',
      },
    ])
    expect(banner()).toBe(null)
    await expect.poll(unsent).toEqual([])
    await open()
    expect(banner()).toBe(null)
    expect(logged).toHaveLength(1)
  },
)

test.each([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
])('Save keeps exactly the toggles: analytics %s, marketing %s', async (analytics, marketing) => {
  await open()
  await click('Details')
  const necessary = screen.getByRole<HTMLInputElement>('switch', { name: 'Notwendig / Necessary' })
  expect([necessary.checked, necessary.disabled]).toEqual([true, true])
  const toggles = ['Statistik / Analytics', 'Marketing'].map((name) =>
    screen.getByRole<HTMLInputElement>('switch', { name }),
  )
  expect(toggles.map(({ checked }) => checked)).toEqual([false, false])
  if (analytics) await userEvent.click(toggles[0]!)
  if (marketing) await userEvent.click(toggles[1]!)
  expect(screen.queryByRole('button', { name: 'Details' })).toBe(null)
  await click('Save')
  expect(record()).toStrictEqual({ necessary: true, analytics, marketing, timestamp: NOON })
  expect(logged).toMatchObject([{ method: 'custom', analytics, marketing }])
})

test('by keyboard: close, links, the two choices side by side, details; then what is to be chosen', async () => {
  await open()
  await shown()
  const stops: (string | null)[] = []
  for (let stop = 0; stop < 7; stop += 1) {
    await userEvent.tab()
    const { ariaLabel, textContent } = document.activeElement!
    stops.push(ariaLabel ?? textContent)
  }
  expect([stops[0], ...stops.slice(4)]).toEqual([
    'Schließen - nur notwendige Cookies',
    'Accept All',
    'Necessary Only',
    'Details',
  ])
  await userEvent.keyboard('{Escape}')
  expect(banner()).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(
    screen.getByRole('group', { name: 'Wofür Sie einwilligen / What you consent to' }),
  )
  // past the links of both languages
  for (let stop = 0; stop < 7; stop += 1) await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('switch', { name: /Analytics/ }))
  await userEvent.keyboard(' ')
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Accept All')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(record()).toMatchObject({ analytics: true, marketing: false })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a double click on Details saves nothing', async () => {
  await open()
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Details' }))
  expect(banner()).toBeTruthy()
  expect(record()).toBe(null)
})

test('it is read out once, and takes the focus from nobody', async () => {
  await open()
  const status = within(await shown()).getByRole('status')
  expect(status.textContent).toBe('')
  await expect.poll(() => status.textContent).toContain('The cookie choice is at the start')
  expect(document.activeElement).toBe(document.body)
})

test.each([
  ['made before the words changed', '2026-11-20T12:00:00Z', true],
  ['made a moment ago', '2026-12-01T11:59:00Z', false],
  ['dated by a clock far ahead', '2029-01-01T00:00:00Z', true],
  ['without a date', 'yesterday', true],
])('a choice %s', async (_, timestamp, isAsked) => {
  keep(timestamp)
  await open()
  await settle()
  expect(banner() !== null).toBe(isAsked)
})

test('a device whose clock is behind is not asked on every page', async () => {
  vi.setSystemTime(new Date('2021-03-01T12:00:00Z'))
  await open()
  await click('Necessary Only')
  await open()
  await settle()
  expect(banner()).toBe(null)
})

test('a choice holds for twelve months, and is asked for again then', async () => {
  keep('2026-12-01T12:00:00Z')
  vi.setSystemTime(new Date('2027-11-30T12:00:00Z'))
  await open()
  await settle()
  expect(banner()).toBe(null)
  vi.setSystemTime(new Date('2027-12-01T12:00:00Z'))
  await open()
  expect(await shown()).toBeTruthy()
})

test.each([
  'null',
  '{}',
  '[]',
  'yes',
  '{"necessary":true,"analytics":1,"marketing":0,"timestamp":""}',
])('a record that says %s is none', async (text) => {
  localStorage.setItem('cookie-consent', text)
  await open()
  expect(await shown()).toBeTruthy()
})

test('a decision that could not be logged hides the banner, and is sent again under its one id', async () => {
  answer = () => Promise.reject(new TypeError('offline'))
  await open()
  await click('Necessary Only')
  expect(banner()).toBe(null)
  await expect.poll(() => logged.length).toBe(1)
  expect(unsent()).toHaveLength(1)
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  await open()
  await expect.poll(() => logged.length).toBe(2)
  expect(banner()).toBe(null)
  answer = () => Response.json({ done: true })
  await open()
  await expect.poll(unsent).toEqual([])
  expect(new Set(logged.map((entry) => JSON.stringify(entry))).size).toBe(1)
  // who is signed in by then may be somebody else
  expect(signed).toEqual([true, ...logged.slice(1).map(() => false)])
  const sent = logged.length
  await open()
  await settle()
  expect(logged).toHaveLength(sent)
})

test('a decision the server will never take is not sent for ever', async () => {
  answer = () => Response.json({ code: 'invalid_input' }, { status: 400 })
  await open()
  await click('Accept All')
  await expect.poll(unsent).toEqual([])
  expect(logged).toHaveLength(1)
})

test('a choice made in one tab is taken over by the other, and so is its withdrawal', async () => {
  await open()
  await shown()
  const say = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'cookie-consent', newValue }))
  keep(NOON)
  say('')
  expect(banner()).toBe(null)
  localStorage.clear()
  say(null)
  expect(await shown()).toBeTruthy()
  expect(logged).toEqual([])
})

test('taking the choice back is logged, removes the record and reloads', async () => {
  keep(NOON)
  const { askAgain } = await open('de')
  askAgain()
  expect([record(), reloads]).toEqual([null, 1])
  expect(logged).toMatchObject([
    { method: 'withdraw', analytics: false, marketing: false, language: 'de' },
  ])
})

test('where the question stands already, the footer leads to it', async () => {
  const { askAgain } = await open()
  const region = await shown()
  askAgain()
  expect(document.activeElement).toBe(region)
  expect([reloads, logged]).toEqual([0, []])
})

test('where storage is refused the choice lasts as long as the page', async () => {
  vi.stubGlobal('localStorage', {
    get length(): number {
      throw new Error('refused')
    },
    getItem() {
      throw new Error('refused')
    },
    setItem() {
      throw new Error('refused')
    },
    removeItem() {
      throw new Error('refused')
    },
  })
  await open()
  await click('Necessary Only')
  await expect.poll(() => logged.length).toBe(1)
  expect(banner()).toBe(null)
})
