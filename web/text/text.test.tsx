import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Key, Namespace } from './catalogues.ts'
import { applyClub } from './club.ts'
import { formatNumber, formatPercent } from './amounts.ts'
import { formatDate, formatDay } from './format.ts'
import {
  applyLanguage,
  chooseLanguage,
  currentLocale,
  needWords,
  onLanguageChosen,
  startText,
} from './i18n.ts'
import { initialLocale, type Tongue } from './language.ts'
import { Screen } from './Screen.tsx'
import { Text, useText } from './Text.tsx'

const club = { name: 'Parlour', defaultLanguage: 'mul', admission: 'open' } as const

beforeEach(async () => {
  localStorage.clear()
  applyClub(club)
  await startText('mul')
  await needWords(['invitations'])
})
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

function show<N extends Namespace>(ns: N, k: Key<N>, language: Tongue = 'en', values = {}) {
  const { container } = render(
    <Screen language={language}>
      <Text ns={ns} k={k} values={values} />
    </Screen>,
  )
  return container.innerHTML
}

test('in the mixture a text is German where the specification gives German, else English', () => {
  expect(show('toast', 'files_missing')).toBe('<span lang="de">Fehlende Dateien</span>')
  expect(show('toast', 'login_failed')).toBe('Login failed')
})

test('on a German screen it is the English texts that are marked', () => {
  expect(show('toast', 'files_missing', 'de')).toBe('Fehlende Dateien')
  expect(show('validation', 'email_invalid', 'de')).toBe(
    '<span lang="en">Invalid email address</span>',
  )
  expect(document.documentElement.lang).toBe('de')
})

test('what frames a screen speaks the language of the screen', () => {
  expect(show('shell', 'back', 'en')).toBe('Back')
  expect(show('shell', 'back', 'de')).toBe('Zurück')
})

test('a text in both languages marks the half that differs', () => {
  expect(show('toast', 'nothing_to_cancel')).toBe(
    '<span lang="de">Es läuft kein bezahltes Abo</span> / No paid subscription is running',
  )
})

test('plurals of the mixture are counted as in German, whatever the device speaks', () => {
  const wait = (count: number) => show('errors', 'too_many_attempts_wait', 'en', { count })
  expect(wait(1)).toContain('one minute')
  expect(wait(5)).toContain('5 minutes')
  expect(show('shell', 'characters_left', 'de', { count: 3 })).toBe('Noch höchstens 3 Zeichen')
})

test('a chosen language replaces the mixture everywhere, is remembered and told', async () => {
  const told: string[] = []
  const stop = onLanguageChosen((locale) => told.push(locale))
  await chooseLanguage('de')
  stop()
  expect(show('toast', 'login_failed')).toBe('Anmeldung fehlgeschlagen')
  expect(document.documentElement.lang).toBe('de')
  expect(initialLocale('en')).toBe('de')
  expect(told).toEqual(['de'])
  await chooseLanguage('en')
  expect(show('toast', 'files_missing')).toBe('Files missing')
})

test('a screen already open changes with the language', async () => {
  render(
    <Screen>
      <button onClick={() => void applyLanguage('de')}>
        <Text ns="shell" k="back" />
      </button>
    </Screen>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('button', { name: 'Zurück' })).toBeTruthy()
})

test('a language chosen in another tab is spoken in one that is gone back to', async () => {
  render(
    <Screen>
      <Text as="p" ns="shell" k="back" />
    </Screen>,
  )
  localStorage.setItem('language', 'de')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await screen.findByText('Zurück')).toBeTruthy()
})

test('a language chosen in another tab is spoken here, and told to nobody once more', async () => {
  const told: string[] = []
  const stop = onLanguageChosen((locale) => told.push(locale))
  render(
    <Screen>
      <Text as="p" ns="shell" k="back" />
    </Screen>,
  )
  localStorage.setItem('language', 'de')
  window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'de' }))
  expect(await screen.findByText('Zurück')).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
  stop()
  expect(told).toEqual([])
})

test('until a person chooses, the operator decides, or the device', async () => {
  expect(initialLocale('mul')).toBe('mul')
  expect(initialLocale('de')).toBe('de')
  expect(initialLocale('auto')).toBe('en')
  applyClub({ ...club, defaultLanguage: 'de' })
  await expect.poll(currentLocale).toBe('de')
})

test('values stand as they are, whatever is in them', async () => {
  await needWords(['search'])
  const name = 'Ann || Bob || {{count}} $& Cy'
  const written = name.replaceAll('&', '&amp;')
  expect(show('search', 'as_name', 'en', { words: name })).toBe(`Look for posts by “${written}…”`)
  expect(show('toast', 'subscription_cancelled_detail', 'de', { day: name })).toBe(
    `Ihr Zugang bleibt bis zum ${written} bestehen. Es wird nichts mehr abgebucht. / ` +
      `<span lang="en">Your access continues until ${written}. Nothing more will be charged.</span>`,
  )
  applyClub({ ...club, name: 'Rot || Blau' })
  expect(show('invitations', 'code_invited')).toBe('You are invited to Rot || Blau Club.')
})

test.each(['mul', 'de', 'en'] as const)(
  'so they do in the bell and in what a button is called (%s)',
  async (language) => {
    await needWords(['bell', 'posts'])
    await chooseLanguage(language)
    const [name, room] = ['Ann || Bob || Cy', 'Rot || Blau']
    function Line() {
      const { t } = useText('posts')
      return (
        <button aria-label={t('more', { username: name })}>
          <Text ns="bell" k="reply" values={{ name, room }} />
        </button>
      )
    }
    render(
      <Screen>
        <Line />
      </Screen>,
    )
    const button = screen.getByRole('button')
    expect(button.getAttribute('aria-label')).toMatch(/^\S.* Ann \|\| Bob \|\| Cy$/)
    expect(button.textContent).toMatch(/^Ann \|\| Bob \|\| Cy .+ “?„?Rot \|\| Blau[“”]/)
  },
)

test.each(['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
  'a day without a time is that day in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatDate('2026-11-23', 'de')).toBe('23.11.2026')
    expect(formatDate('2026-03-29', 'en')).toBe('29 March 2026')
    expect(formatDay('2026-11-23', 'de')).toBe('23.11.2026')
    expect(() => formatDate('2026-11-23T12:00', 'de')).toThrow(RangeError)
  },
)

test('a name written from right to left turns round nothing that stands beside it', () => {
  const shown = (day: string) => show('toast', 'subscription_cancelled_detail', 'de', { day })
  for (const name of ['محمد 7', 'דנה', 'Mia محمد'])
    expect(shown(name)).toContain(`bis zum \u2068${name}\u2069 bestehen`)
  for (const name of ['Mia', 'Σίσυφος', 'हिन्दी', '愛 🌙'])
    expect(shown(name)).toContain(`bis zum ${name} bestehen`)
})

test('the club’s name is the operator’s', () => {
  applyClub({ ...club, name: 'Salon' })
  expect(show('invitations', 'code_invited')).toBe('You are invited to Salon Club.')
})

test('days and numbers are written as in their language', () => {
  expect(formatDay('2026-03-01T12:00:00Z', 'de')).toBe('01.03.2026')
  expect(formatDay('2026-03-01T12:00:00Z', 'en')).toBe('1 March 2026')
  expect(formatNumber(1234.5, 'de')).toBe('1.234,5')
  expect(formatPercent(0.42, 'de')).toBe('42\u00a0%')
  expect(formatPercent(0.42, 'en')).toBe('42%')
})

test('what stands beside the screen, as a toast does, is marked against the page’s language', () => {
  render(
    <>
      <Screen language="de">…</Screen>
      <p data-testid="beside">
        <Text ns="toast" k="login_failed" />
      </p>
    </>,
  )
  expect(screen.getByTestId('beside').innerHTML).toBe('<span lang="en">Login failed</span>')
})
