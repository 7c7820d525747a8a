import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { keepSignUpDraft } from './signUpDraft.ts'
import { fill } from '#web/testing/fill.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(() => (vi.useRealTimers(), closeTab()))

const SIGN_UP = '/api/auth/sign-up'
const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.findByRole('button', { name })

async function confirmAge() {
  await userEvent.click(await screen.findByRole('checkbox'))
  await userEvent.click(await button('Weiter'))
}

const typed = {
  Geburtsdatum: '01.02.1990',
  'E-Mail-Adresse': 'mila@example.org',
  Benutzername: 'Mila',
  'Stadt (optional)': 'Köln',
  'Bio (optional)': 'Fragt gern nach.',
}

async function fillIn(changes: Partial<typeof typed> = {}) {
  for (const [label, text] of Object.entries({ ...typed, ...changes }))
    if (text) await fill(await field(label), text)
  await fill(await field('Passwort'), 'correct horse battery')
  await userEvent.click(screen.getByRole('checkbox'))
}

const drafted = { birthdate: '01.02.1990', email: 'mila@example.org', username: 'Mila' }

/** The error of a field, as a screen reader connects it. */
function errorOf(input: HTMLElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids
    .map((id) => document.getElementById(id))
    .filter((note) => note?.getAttribute('role') === 'alert')
    .map((note) => note?.textContent)
    .join()
}

test('nobody goes on without confirming to be of age', async () => {
  await openTab('/signup')
  const next = await button('Weiter')
  expect(next.hasAttribute('disabled')).toBe(true)
  await userEvent.click(
    await screen.findByLabelText('Ich bestätige, dass ich mindestens 18 Jahre alt bin'),
  )
  expect(next.hasAttribute('disabled')).toBe(false)
  await userEvent.click(next)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Ihr Profil')
  expect(document.activeElement?.textContent).toBe('Ihr Profil')
})

test('each button says what it waits for, and no longer once it does not', async () => {
  await openTab('/signup')
  const saidOf = (one: HTMLElement) =>
    document.getElementById(one.getAttribute('aria-describedby') ?? '')!
  const next = saidOf(await button('Weiter'))
  expect(next.textContent).toBe('Weiter geht es, sobald Sie das bestätigt haben.')
  expect(next.dataset['over']).toBeUndefined()
  await userEvent.click(await screen.findByRole('checkbox'))
  expect(next.dataset['over']).toBe('true')
  await userEvent.click(await button('Weiter'))
  const create = saidOf(await button('Konto erstellen'))
  expect(create.textContent).toBe(
    'Es fehlt noch: Geburtsdatum, E-Mail-Adresse, Passwort, Benutzername, Ihr Ja zu den AGB.',
  )
  await userEvent.type(await field('Benutzername'), 'Mila')
  await userEvent.click(screen.getByRole('checkbox'))
  expect(create.textContent).toBe('Es fehlt noch: Geburtsdatum, E-Mail-Adresse, Passwort.')
  await fillIn({ Benutzername: '' })
  await userEvent.click(screen.getByRole('checkbox'))
  expect(create.dataset['over']).toBe('true')
})

test('the language can be chosen before anything is confirmed', async () => {
  await openTab('/signup')
  const german = await screen.findByRole<HTMLInputElement>('radio', { name: 'Deutsch' })
  const english = screen.getByRole<HTMLInputElement>('radio', { name: 'English' })
  // the mixture is neither
  expect([german.checked, english.checked]).toEqual([false, false])
  await userEvent.click(english)
  expect(
    await screen.findByRole('checkbox', { name: 'I confirm that I am at least 18 years old' }),
  ).toBeTruthy()
  expect(english.checked).toBe(true)
})

test('a hint stands with the field that was touched last, also while the button is pressed', async () => {
  await openTab('/signup')
  await confirmAge()
  const hinted = () =>
    [...document.querySelectorAll('[data-touched]')].map(
      (part) => part.querySelector('[id$="-hint"]')?.textContent,
    )
  expect(hinted()).toEqual([])
  const password = await field('Passwort')
  await userEvent.click(password)
  expect(hinted()).toEqual([expect.stringContaining('Mindestens 8 Zeichen')])
  await userEvent.click(screen.getByRole('checkbox'))
  expect(hinted()).toHaveLength(1)
  // unseen, it is still read out with its field
  expect((await field('Geburtsdatum')).getAttribute('aria-describedby')).toMatch(/-hint$/)
})

test('an empty form says what is missing beside each field, and starts at the first', async () => {
  const { server } = await openTab('/signup')
  await confirmAge()
  await userEvent.click(await button('Konto erstellen'))
  await waitFor(async () => expect(document.activeElement).toBe(await field('Geburtsdatum')))
  expect(errorOf(await field('Geburtsdatum'))).toContain('Ungültiges Datum')
  expect(errorOf(await field('E-Mail-Adresse'))).toBe('Invalid email address')
  expect(errorOf(await field('Passwort'))).toBe('Password must be at least 8 characters')
  expect(errorOf(await field('Benutzername'))).toContain('mindestens 2 Zeichen')
  expect(errorOf(screen.getByRole('checkbox'))).toContain('Zustimmung erforderlich')
  expect((await field('Passwort')).minLength).toBe(6)
  expect(server.times(SIGN_UP)).toBe(0)
})

test('what is too long is said in its words, and nothing is sent', async () => {
  const { server } = await openTab('/signup')
  await confirmAge()
  expect((await field('Geburtsdatum')).placeholder).toBe('TT.MM.JJJJ')
  const long = {
    'E-Mail-Adresse': ['@example.org', 'Email must be less than 255 characters'],
    Passwort: ['', 'Password must be less than 100 characters'],
    Benutzername: ['', 'Der Benutzername darf höchstens 50 Zeichen haben'],
    'Stadt (optional)': ['', 'Die Stadt darf höchstens 100 Zeichen haben'],
  }
  for (const [label, [end]] of Object.entries(long)) {
    await userEvent.click(await field(label))
    await userEvent.paste('x'.repeat(244) + end)
  }
  await userEvent.click(await button('Konto erstellen'))
  for (const [label, [, words]] of Object.entries(long))
    await waitFor(async () => expect(errorOf(await field(label))).toBe(words))
  expect(server.times(SIGN_UP)).toBe(0)
})

test('an age the club did not hear confirmed is asked for in its words', async () => {
  const errors = [{ path: 'isAdult', message: 'age_required' }]
  await openTab('/signup', { answers: { [SIGN_UP]: () => refusal('invalid_input', { errors }) } })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  const form = (await button('Konto erstellen')).closest('form')!
  expect(await within(form).findByText('Age confirmation required')).toBeTruthy()
  expect(screen.getAllByText('Signup failed').length).toBeGreaterThan(0)
})

test('somebody under 18 reads kind words, and nothing is sent', async () => {
  const { server } = await openTab('/signup')
  await confirmAge()
  await fillIn({ Geburtsdatum: '22.11.2008' })
  await userEvent.click(await button('Konto erstellen'))
  await waitFor(async () =>
    expect(errorOf(await field('Geburtsdatum'))).toContain('AltersbeschränkungDer Club ist für'),
  )
  expect(server.times(SIGN_UP)).toBe(0)
})

test('of somebody under 18 nothing stays on the device either; a slip that was corrected does', async () => {
  await openTab('/signup')
  await confirmAge()
  await fillIn({ Geburtsdatum: '22.11.2008' })
  await userEvent.click(await button('Konto erstellen'))
  await waitFor(async () =>
    expect(errorOf(await field('Geburtsdatum'))).toContain('nichts gespeichert'),
  )
  const kept = () => sessionStorage.getItem('parlour.sign-up')
  for (const words of ['2008', 'mila@example.org', 'Mila', 'Köln', 'Fragt gern nach.'])
    expect(kept()).not.toContain(words)
  await userEvent.type(await field('Stadt (optional)'), 'n')
  expect(kept()).not.toContain('2008')

  await userEvent.clear(await field('Geburtsdatum'))
  await userEvent.type(await field('Geburtsdatum'), '22.11.2000')
  for (const words of ['22.11.2000', 'mila@example.org']) expect(kept()).toContain(words)
})

test('a birthdate is taken as it is pasted, and the caret stays where somebody edits', async () => {
  await openTab('/signup')
  await confirmAge()
  const input = await field('Geburtsdatum')
  for (const pasted of ['1.2.1990', '01021990', '1990-02-01', '01/02/1990']) {
    await userEvent.clear(input)
    await userEvent.click(input)
    await userEvent.paste(pasted)
    expect(input.value).toBe('01.02.1990')
  }
  await userEvent.type(input, '{Backspace}', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect([input.value, input.selectionStart]).toEqual(['1.02.1990', 0])
  await userEvent.tab()
  expect(input.value).toBe('01.02.1990')
})

test('a birthdate an input method is still writing is left alone until that is done', async () => {
  await openTab('/signup')
  await confirmAge()
  const input = await field('Geburtsdatum')
  await userEvent.click(input)
  fireEvent.compositionStart(input)
  for (const value of ['０１', '０１０', '０１０２１９９０'])
    fireEvent.input(input, { target: { value }, isComposing: true })
  expect(input.value).toBe('０１０２１９９０')
  fireEvent.compositionEnd(input)
  expect(input.value).toBe('01.02.1990')
  // the form has it too
  await userEvent.tab()
  expect(input.value).toBe('01.02.1990')
})

test('an invitation that was redeemed is said from the first step on, and not asked for again', async () => {
  keepSignUpDraft({ inviteCode: 'BCD2-9XZW' })
  await openTab('/signup')
  await screen.findByText('Sie kommen mit einer Einladung')
  screen.getByText(/BCD2-9XZW/)
  expect(screen.queryByRole('link', { name: 'Einladungscode einlösen' })).toBeNull()
  await userEvent.click(await button('Einladung entfernen'))
  expect(screen.queryByText('Sie kommen mit einer Einladung')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  screen.getByRole('link', { name: 'Einladungscode einlösen' })
})

test('the bio counts what is typed, and more than 140 is refused in its words', async () => {
  await openTab('/signup')
  await confirmAge()
  const bio = await field('Bio (optional)')
  await userEvent.type(bio, 'Grüße 👋')
  expect(screen.getByText('7/140')).toBeTruthy()
  await userEvent.click(bio)
  await userEvent.paste('x'.repeat(140))
  expect(screen.getByText('147/140')).toBeTruthy()
  await userEvent.click(await button('Konto erstellen'))
  await waitFor(() => expect(errorOf(bio)).toBe('Bio must be less than 140 characters'))
})

test('a double click creates one account, and the way leads to /verify', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { server, at } = await openTab('/signup', { answers: { [SIGN_UP]: () => promise } })
  await confirmAge()
  await fillIn()
  await userEvent.dblClick(await button('Konto erstellen'))
  await userEvent.click(await button('Konto erstellen'))
  expect(server.times(SIGN_UP)).toBe(1)
  expect(server.requests.at(-1)?.body).toMatchObject({
    isAdult: true,
    acceptsTerms: true,
    birthdate: '01.02.1990',
    bio: 'Fragt gern nach.',
    language: 'mul',
    termsVersion: documentVersions.terms,
  })
  server.session = mila
  resolve(Response.json({ session: mila }))
  await waitFor(() => expect(at()).toBe('/verify'))
  // the rooms come first, the papers can wait
  const welcome = await screen.findByRole('region', { name: 'Willkommen, Mila.' })
  expect(limits.freePlanRooms).toBe(3)
  expect(within(welcome).getByText('Drei Räume stehen Ihnen offen.')).toBeTruthy()
  const rooms = screen.getByRole('link', { name: 'Zu den Räumen' })
  expect([rooms.getAttribute('href'), rooms.dataset['look']]).toEqual(['/rooms', 'primary'])
  expect(sessionStorage.getItem('parlour.sign-up')).toBe(null)
  expect(JSON.parse(localStorage.getItem('parlour.session') ?? '')).toEqual({
    userId: mila.userId,
    expiresAt: mila.expiresAt,
    event: 'signed_in',
  })
})

test.each([
  ['email_exists', 'E-Mail-Adresse', 'An account with this email already exists.'],
  ['23505', 'Benutzername', 'This entry already exists. Please use a different value.'],
  ['weak_password', 'Passwort', 'Password is too weak. Please use a stronger password.'],
])('the refusal %s stands beside its field and in a toast', async (code, label, words) => {
  await openTab('/signup', { answers: { [SIGN_UP]: () => refusal(code, {}, 409) } })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  await waitFor(async () => expect(errorOf(await field(label))).toBe(words))
  expect(document.activeElement).toBe(await field(label))
  expect((await screen.findAllByText('Signup failed')).length).toBeGreaterThan(0)
})

test('too many attempts are said in German, with how long to wait', async () => {
  await openTab('/signup', {
    answers: { [SIGN_UP]: () => refusal('too_many_attempts', { retryAfter: 600 }, 429) },
  })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  expect((await screen.findAllByText('Zu viele Versuche')).length).toBeGreaterThan(0)
  const form = (await button('Konto erstellen')).closest('form')!
  expect(within(form).getByText(/^Bitte warten Sie 10 Minuten, bevor/)).toBeTruthy()
})

test('a birthdate only the server refuses stands beside its field', async () => {
  const errors = [{ path: 'birthdate', message: 'birthdate_underage' }]
  await openTab('/signup', { answers: { [SIGN_UP]: () => refusal('invalid_input', { errors }) } })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  await waitFor(async () =>
    expect(errorOf(await field('Geburtsdatum'))).toContain('Altersbeschränkung'),
  )
  expect(sessionStorage.getItem('parlour.sign-up')).not.toContain('mila@example.org')
})

test('everything typed but the password survives a lost connection and a reload', async () => {
  await openTab('/signup', { answers: { [SIGN_UP]: () => Promise.reject(new TypeError('gone')) } })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  expect((await screen.findAllByText(/Network error/)).length).toBeGreaterThan(0)
  expect((await field('Benutzername')).value).toBe('Mila')
  closeTab()

  await openTab('/signup')
  for (const [label, text] of Object.entries(typed)) expect((await field(label)).value).toBe(text)
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect((await field('Passwort')).value).toBe('')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('correct horse')
})

test('where addresses are confirmed, the code or the resend button follow, also after a reload', async () => {
  const answers = {
    [SIGN_UP]: () => Response.json({ session: null }),
    '/api/auth/confirmation/resend': () => refusal('too_many_attempts', { retryAfter: 65 }, 429),
    '/api/auth/confirmation': ({ body }: { body: unknown }) =>
      JSON.stringify(body).includes('GOOD-CODE')
        ? Response.json({ done: true })
        : refusal('invalid_code', {}, 422),
  }
  await openTab('/signup', { answers })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  await screen.findByRole('heading', { name: 'Check your email' })
  closeTab()

  const { at, server } = await openTab('/signup', { answers })
  await screen.findByRole('heading', { name: 'Check your email' })
  // a busy machine may be seconds further when it looks
  vi.useFakeTimers({ toFake: ['Date'] })
  await userEvent.click(await button('Resend confirmation email'))
  const waiting = await button('Send again in 1:05')
  vi.useRealTimers()
  await userEvent.click(waiting)
  expect(server.times('/api/auth/confirmation/resend')).toBe(1)

  // where several signed up with it there is only a link, and nobody but its reader may know
  screen.getByText(
    /Open the link in it\. If there is a code beside it, you can enter that instead\./,
  )
  const code = await field('Code from the email')
  await userEvent.type(code, 'BAD1-CODE{Enter}')
  await waitFor(() => expect(errorOf(code)).toBe('This code is wrong or has expired.'))
  await userEvent.clear(code)
  await userEvent.type(code, 'GOOD-CODE{Enter}')
  await waitFor(() => expect(at()).toBe('/login'))
  expect(await screen.findByText(/Your email address is confirmed/)).toBeTruthy()
  expect((await field('Email')).value).toBe('mila@example.org')
})

test('a code taken late leaves alone what was begun for another address', async () => {
  const taken = Promise.withResolvers<Response>()
  const { at, server } = await openTab('/signup', {
    answers: {
      [SIGN_UP]: () => Response.json({ session: null }),
      '/api/auth/confirmation': () => taken.promise,
    },
  })
  await confirmAge()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  await userEvent.type(await field('Code from the email'), 'GOOD-CODE{Enter}')
  await waitFor(() => expect(server.times('/api/auth/confirmation')).toBe(1))
  await userEvent.click(await button('Sign up with another address'))
  await confirmAge()
  await userEvent.type(await field('E-Mail-Adresse'), 'mia@example.org')
  taken.resolve(Response.json({ done: true }))
  await settle()
  expect(at()).toBe('/signup')
  expect(sessionStorage.getItem('parlour.sign-up')).toContain('mia@example.org')
})

test('the optional verification explains that it follows right after', async () => {
  await openTab('/signup')
  await confirmAge()
  await userEvent.click(await button('Jetzt verifizieren (optional)'))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/direkt nach der Registrierung/)).toBeTruthy()
})

test('the terms open beside the form, in every language', async () => {
  for (const [language, name] of [
    ['de', /AGB/],
    ['en', /Terms of Service/],
  ] as const) {
    sessionStorage.setItem('parlour.sign-up', JSON.stringify({ isAdult: true }))
    await openTab('/signup', { language })
    const label = (await screen.findByRole('checkbox')).closest('label')!
    const terms = within(label).getByRole('link', { name })
    expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual([
      '/legal/terms',
      '_blank',
    ])
    closeTab()
  }
})

const bodiesOf = ({ requests }: { requests: { path: string; body: unknown }[] }) =>
  requests.flatMap(({ path, body }) => (path === SIGN_UP ? [body] : []))

test.each([
  ['mul', 'Konto erstellen', /Inzwischen gilt Fassung 9\.1\.0 der AGB/],
  ['en', 'Create account', /version 9\.1\.0 of the Terms of Service is in force/],
] as const)(
  'terms that changed meanwhile are named, asked about again, and nothing typed is lost (%s)',
  async (language, create, words) => {
    sessionStorage.setItem(
      'parlour.sign-up',
      JSON.stringify({
        isAdult: true,
        termsVersion: documentVersions.terms,
        fields: { ...drafted, acceptsTerms: true },
      }),
    )
    const { server } = await openTab('/signup', {
      language,
      answers: {
        [SIGN_UP]: ({ body }) =>
          JSON.stringify(body).includes('9.1.0')
            ? Response.json({ session: null })
            : refusal('version_outdated', { version: '9.1.0' }, 409),
      },
    })
    const box = await screen.findByRole<HTMLInputElement>('checkbox')
    const password = document.querySelector<HTMLInputElement>('[autocomplete=new-password]')!
    await userEvent.type(password, 'correct horse battery')
    await userEvent.click(await button(create))
    await waitFor(() => expect(errorOf(box)).toMatch(words))
    expect([box.checked, document.activeElement]).toEqual([false, box])
    expect(screen.getAllByText(words).length).toBeGreaterThan(1)
    expect(password.value).toBe('correct horse battery')
    expect(screen.getByDisplayValue('mila@example.org')).toBeTruthy()

    // without another yes nothing is sent
    await userEvent.click(await button(create))
    expect(server.times(SIGN_UP)).toBe(1)
    await userEvent.click(box)
    expect(errorOf(box)).toBe('')
    await userEvent.click(await button(create))
    await screen.findByRole('heading', { name: 'Check your email' })
    expect(bodiesOf(server)).toMatchObject([
      { termsVersion: documentVersions.terms },
      { termsVersion: '9.1.0' },
    ])
  },
)

test('a yes from before to terms that are past by now is none', async () => {
  sessionStorage.setItem(
    'parlour.sign-up',
    JSON.stringify({
      isAdult: true,
      termsVersion: '1.9.0',
      fields: { ...drafted, acceptsTerms: true },
    }),
  )
  await openTab('/signup')
  expect((await field('Benutzername')).value).toBe('Mila')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

const CODE = '0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP'
const bringInvitation = () =>
  sessionStorage.setItem('parlour.sign-up', JSON.stringify({ isAdult: true, inviteCode: CODE }))

test('an invitation is shown, and travels with the sign-up', async () => {
  bringInvitation()
  const { server } = await openTab('/signup', {
    answers: { [SIGN_UP]: () => Response.json({ session: null }) },
  })
  expect(await screen.findByText('Sie kommen mit einer Einladung')).toBeTruthy()
  expect(screen.getByText(new RegExp(CODE))).toBeTruthy()
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  await screen.findByRole('heading', { name: 'Check your email' })
  const sent = server.requests.find(({ path }) => path === SIGN_UP)
  expect(sent?.body).toMatchObject({ inviteCode: CODE })
  expect(sessionStorage.getItem('parlour.sign-up')).not.toContain(CODE)
})

test('an invitation that does not open the door is told, and the sign-up goes on without it', async () => {
  bringInvitation()
  const { server } = await openTab('/signup', {
    answers: {
      [SIGN_UP]: ({ body }) =>
        JSON.stringify(body).includes(CODE)
          ? refusal('invalid_invite', {}, 422)
          : Response.json({ session: null }),
    },
  })
  await fillIn()
  await userEvent.click(await button('Konto erstellen'))
  expect(await screen.findByText('Diese Einladung öffnet die Tür nicht')).toBeTruthy()
  expect((await field('Benutzername')).value).toBe('Mila')
  await userEvent.click(await button('Einladung entfernen'))
  expect(document.activeElement).toBe(await field('Geburtsdatum'))
  expect(screen.queryByText(new RegExp(CODE))).toBe(null)
  await userEvent.click(await button('Konto erstellen'))
  await screen.findByRole('heading', { name: 'Check your email' })
  const bodies = bodiesOf(server)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).not.toHaveProperty('inviteCode')
})
