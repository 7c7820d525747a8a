import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { done, refusal } from '#web/testing/openTab.tsx'
import { showPage } from '#web/testing/showPage.ts'
import { readFirstWords } from '#web/platform/outbox/firstWords.ts'
import { leaveNotice } from '#web/platform/api/notice.ts'
import { LANGUAGE_CHOSEN } from './club.ts'
import { offerConfirmation } from './confirm.ts'
import { followLanguage, speakChosenLanguage } from './language.ts'
import { staticPages } from './pages.tsx'
import { renderAll, type WrittenPage } from './render.tsx'
import { showSignedInLinks } from './wayIn.ts'
import { followWayBack, keepAnswer, showLeftNotice, switchTheme, wireCookies } from './wiring.ts'

let written: WrittenPage[] = []
beforeAll(async () => {
  const landing = staticPages.filter(({ path }) => path === '/')
  written = await renderAll({ first: '', styles: '', script: '/static.js', fonts: [] }, landing)
}, 60_000)

type Asked = { method: string; path: string; body: unknown }
let asked: Asked[] = []
let reloads = 0

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'language=; max-age=0; path=/'
  asked = []
  reloads = 0
})
afterEach(() => vi.unstubAllGlobals())

/** Shows the landing page as the server writes it, in a browser before a server that answers so. */
function open(locale = 'en', hash = '', answer: () => Response | Promise<Response> = done) {
  const html = written.find(({ name }) => name === `${locale}/index.html`)?.html ?? ''
  showPage(html)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  vi.stubGlobal('location', { ...window.location, hash, reload: () => (reloads += 1) })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    return answer()
  })
}

const TOKEN = 'a'.repeat(40)
const confirm = { method: 'POST', path: '/api/auth/confirmation', body: { token: TOKEN } }
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function arrive(answer: () => Response | Promise<Response>): void {
  open('en', `#confirm=${TOKEN}`, answer)
  offerConfirmation()
}

test.each([
  ['that has done its work', done],
  ['that is used up', () => refusal('invalid_link')],
])(
  'a link %s stands in the address no longer, and a reload does not offer it',
  async (_, answer) => {
    history.replaceState(null, '', `/?from=mail#confirm=${TOKEN}`)
    arrive(answer)
    expect(document.location.hash).toBe(`#confirm=${TOKEN}`)
    await click('Confirm email address')
    await waitFor(() => expect(document.location.hash).toBe(''))
    expect(document.location.search).toBe('?from=mail')
    history.replaceState(null, '', '/')
  },
)

test('who is signed in finds the way to the rooms, and nobody else', () => {
  const ways = () => [...document.querySelectorAll('[data-ways-in] a')].map((a) => a.textContent)
  open()
  showSignedInLinks()
  // at the door, and once more below all there is to read
  expect(ways()).toEqual(['Sign Up', 'Log In', 'Sign Up', 'Log In'])
  localStorage.setItem('parlour.session', JSON.stringify({ userId: 'u', event: 'signed_in' }))
  open()
  showSignedInLinks()
  expect(ways()).toEqual(['To the club', 'To the club'])
  const leadTo = (name: RegExp) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
  expect([/^To the club$/, /home$/].map(leadTo)).toEqual([['/rooms', '/rooms'], ['/rooms']])
})

const signIn = () =>
  localStorage.setItem('parlour.session', JSON.stringify({ userId: 'u', event: 'signed_in' }))

test('who is signed in logs out on the landing page, told first of words that would be lost', async () => {
  signIn()
  localStorage.setItem('parlour.draft.u.lounge', 'Half a sentence')
  open()
  showSignedInLinks()
  await click('Log Out')
  expect((await screen.findByText(/not sent yet/)).closest('[role=alert]')).toBeTruthy()
  expect([asked, reloads]).toEqual([[], 0])
  await click('Log Out')
  await waitFor(() => expect(reloads).toBe(1))
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/auth/log-out'])
  expect(localStorage.getItem('parlour.draft.u.lounge')).toBe(null)
  // as every tab of the app announces it
  expect(JSON.parse(localStorage.getItem('parlour.session') ?? '')).toMatchObject({
    userId: null,
    event: 'signed_out',
    isLeft: true,
  })
})

test('a log-out that fails is told, and may be tried again; one whose session is over has succeeded', async () => {
  signIn()
  const answers = [() => refusal('unavailable', {}, 503), () => refusal('not_signed_in', {}, 401)]
  open('en', '', () => answers.shift()!())
  showSignedInLinks()
  await click('Log Out')
  expect(await screen.findByText('Logging out failed')).toBeTruthy()
  await click('Log Out')
  await waitFor(() => expect(reloads).toBe(1))
})

test('going back to a screen of the app leaves the page, and going about in it does not', () => {
  history.replaceState(null, '', '/')
  open()
  followWayBack()
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(reloads).toBe(0)
  vi.stubGlobal('location', { pathname: '/rooms', reload: () => (reloads += 1) })
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(reloads).toBe(1)
})

test('a step back that was taken before the page heard of it is followed as well', () => {
  open()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'http://localhost:3000/' } as PerformanceEntry,
  ])
  vi.stubGlobal('location', { pathname: '/', reload: () => (reloads += 1) })
  followWayBack()
  expect(reloads).toBe(0)
  vi.stubGlobal('location', { pathname: '/settings', reload: () => (reloads += 1) })
  followWayBack()
  expect(reloads).toBe(1)
  vi.restoreAllMocks()
})

test('what a mailed link opens has the focus, so that nothing comes to lie over it', () => {
  arrive(done)
  const card = screen.getByRole('region', { name: 'Confirm your email address' })
  expect(document.activeElement).toBe(card)
})

test('a confirmation link waits for a click, then leads to the log-in', async () => {
  arrive(done)
  expect(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Sign Up' })).toBe(null)
  expect(asked).toEqual([])
  await click('Confirm email address')
  expect(await screen.findByText('Your email address is confirmed')).toBeTruthy()
  expect(asked).toEqual([confirm])
  const onwards = screen.getByRole('link', { name: 'Log In' })
  expect(onwards.getAttribute('href')).toBe('/login')
  expect(document.activeElement).toBe(onwards)
})

test.each([
  [
    'email',
    '/api/security/email/confirmation',
    'Use the new address',
    'Your email address is changed',
    ['To the club', '/settings'],
  ],
  [
    'email-undo',
    '/api/security/email/undo',
    'Undo the change',
    'Your old address is in use again',
    ['Set a new password', '/reset-password'],
  ],
  [
    'stay',
    '/api/mine/deletion/undo',
    'Keep your account',
    'Your account is back',
    ['Log In', '/login'],
  ],
] as const)(
  'the link #%s of a mail waits for a click as well',
  async (name, path, act, end, way) => {
    open('en', `#${name}=${TOKEN}`, done)
    offerConfirmation()
    expect(asked).toEqual([])
    await click(act)
    expect(await screen.findByText(end)).toBeTruthy()
    expect(asked).toEqual([{ method: 'POST', path, body: { token: TOKEN } }])
    const link = screen.getByRole('link', { name: way[0] })
    expect(link.getAttribute('href')).toBe(way[1])
    expect(document.activeElement).toBe(link)
  },
)

test.each([
  ['invalid_link', 422],
  ['invalid_input', 400],
])('a confirmation link that is used up or mistyped says so (%s)', async (code, status) => {
  arrive(() => refusal(code, {}, status))
  await click('Confirm email address')
  const told = (await screen.findByRole('alert')).textContent
  expect(told).toContain('invalid or has expired')
  // somebody who opens the link a second time confirmed with the first
  expect(told).toContain('If you have confirmed your address already, simply log in.')
  expect(screen.queryByRole('button', { name: 'Confirm email address' })).toBe(null)
})

test('whatever else keeps a confirmation back is told, and it can be tried again', async () => {
  const answers = [
    () => Promise.reject(new TypeError('offline')),
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    () => refusal('too_many_attempts', { retryAfter: 60 }, 429),
    () => refusal('foreign_origin', {}, 403),
    done,
  ]
  arrive(() => answers.shift()!())
  for (const words of ['Network error', 'An error occurred', 'Please wait', 'An error occurred']) {
    await click('Confirm email address')
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  }
  await click('Confirm email address')
  expect(await screen.findByText('Your email address is confirmed')).toBeTruthy()
})

test('without a link the landing page offers its two ways in', () => {
  open()
  offerConfirmation()
  const door = screen.getByRole('heading', { level: 1 }).parentElement!
  expect(within(door).getAllByRole('link')).toHaveLength(2)
})

test('an answer begun at the door waits in the tab, and nowhere else', async () => {
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your answer' })
  open()
  keepAnswer()
  await userEvent.type(field(), ' Bei Tisch. ')
  const form = field().closest('form')!
  // what has no name is not sent along
  expect([form.getAttribute('action'), field().name]).toEqual(['/signup', ''])
  await click('Join in')
  expect(readFirstWords()).toBe('Bei Tisch.')
  expect(window.location.href).toMatch(/\/signup$/)
  expect([asked, localStorage.length]).toEqual([[], 0])
  open()
  keepAnswer()
  expect(field().value).toBe('Bei Tisch.')
  await userEvent.clear(field())
  screen.getByRole('button', { name: 'Join in' }).closest('form')!.requestSubmit()
  expect(readFirstWords()).toBe('')
})

test('what the app leaves to be said is said once, and can be closed', async () => {
  leaveNotice('access_denied')
  open('mul')
  showLeftNotice()
  expect(screen.getByRole('alert').textContent).toBe(
    'Zugriff verweigertSie haben keine Berechtigung für diesen Bereich.',
  )
  await click('Close')
  expect(screen.queryByRole('alert')).toBe(null)
  open('mul')
  showLeftNotice()
  expect(screen.queryByRole('alert')).toBe(null)
})

test('that an account was deleted is told in both languages', () => {
  leaveNotice('account_deleted')
  open('mul')
  showLeftNotice()
  const toast = screen.getByRole('region', { name: 'Notifications' })
  const title = within(toast).getByRole('heading', { name: 'Konto gelöscht / Account deleted' })
  expect(title.querySelector('[lang=de]')?.textContent).toBe('Konto gelöscht')
  expect(within(toast).getByRole('status').textContent).toContain('innerhalb von 30 Tagen')
})

test('a language is chosen, remembered for app and server, and shown', async () => {
  open('mul')
  speakChosenLanguage()
  expect(document.cookie).toBe('')
  await click('Deutsch')
  expect([localStorage.getItem('language'), document.cookie, reloads]).toEqual([
    'de',
    'language=de',
    1,
  ])
  expect(asked).toEqual([])
})

test('a member’s account learns of the choice', async () => {
  localStorage.setItem('parlour.session', JSON.stringify({ userId: 'mila' }))
  localStorage.setItem('language', 'en')
  document.cookie = 'language=en; path=/'
  open('en')
  speakChosenLanguage()
  await click('Deutsch')
  expect(asked).toEqual([{ method: 'PUT', path: '/api/auth/language', body: { language: 'de' } }])
})

test('a choice the server did not know of is made up for, once', () => {
  localStorage.setItem('language', 'de')
  open('mul')
  speakChosenLanguage()
  expect([document.cookie, reloads]).toEqual(['language=de', 1])
  speakChosenLanguage()
  expect(reloads).toBe(1)
})

test('where cookies are refused nothing is asked for again and again', () => {
  localStorage.setItem('language', 'de')
  open('mul')
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  speakChosenLanguage()
  expect(reloads).toBe(0)
  vi.restoreAllMocks()
})

test('what another tab chooses, or chose while this one was kept for the way back, is shown here too', () => {
  open('mul')
  onTestFinished(followLanguage())
  switchTheme()
  const choose = (name: string, value: string, event: Event) => {
    localStorage.setItem(name, value)
    window.dispatchEvent(event)
  }
  const told = vi.fn<() => void>()
  window.addEventListener(LANGUAGE_CHOSEN, told)
  // before the server knows of it, the page would come as it is
  choose('language', 'de', new StorageEvent('storage', { key: 'language' }))
  expect(reloads).toBe(0)
  document.cookie = 'language=de; path=/'
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect([reloads, told.mock.calls.length]).toEqual([1, 1])
  window.removeEventListener(LANGUAGE_CHOSEN, told)

  choose('theme', 'dark', new StorageEvent('storage', { key: 'theme' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(screen.getByRole('button', { name: 'Dark colours' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(document.documentElement.dataset.theme).toBe(undefined)
})

test('a receipt, and what is just being sent, outlive the language that another tab chooses', () => {
  open('mul')
  onTestFinished(followLanguage())
  document.cookie = 'language=de; path=/'
  localStorage.setItem('language', 'de')
  const hear = () => void window.dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  const form = document.createElement('form')
  form.innerHTML = '<button aria-disabled="true">…</button>'
  document.body.append(form)
  hear()
  form.remove()
  document.documentElement.dataset['receiptShown'] = ''
  hear()
  delete document.documentElement.dataset['receiptShown']
  expect(reloads).toBe(0)
  hear()
  expect(reloads).toBe(1)
})

test('a device that was never asked speaks the language of the account', async () => {
  localStorage.setItem('parlour.session', JSON.stringify({ userId: 'mila' }))
  open('mul', '', () => Response.json({ session: { language: 'de' } }))
  speakChosenLanguage()
  await expect.poll(() => reloads).toBe(1)
  expect([document.cookie, localStorage.getItem('language')]).toEqual(['language=de', null])
})

test('the colours are switched, and the switch says which it is', async () => {
  open()
  switchTheme()
  const button = screen.getByRole('button', { name: 'Dark colours' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(button)
  expect([button.getAttribute('aria-pressed'), document.documentElement.dataset.theme]).toEqual([
    'true',
    'dark',
  ])
  await userEvent.click(button)
  expect(localStorage.getItem('theme')).toBe(null)
})

test('a public page asks about cookies in its language, and its footer asks again', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  open('de')
  wireCookies()
  await screen.findByRole('button', { name: 'Necessary Only' })
  await click('Schließen - nur notwendige Cookies')
  expect(localStorage.getItem('cookie-consent')).toContain('"analytics":false')
  await expect
    .poll(() => asked)
    .toMatchObject([
      { method: 'POST', path: '/api/cookie-choices', body: { method: 'close', language: 'de' } },
    ])
  await click('Cookie-Einstellungen')
  expect([localStorage.getItem('cookie-consent'), reloads]).toEqual([null, 1])
  expect(asked).toMatchObject([{}, { body: { method: 'withdraw', language: 'de' } }])
})
