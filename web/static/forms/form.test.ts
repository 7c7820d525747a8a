import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage, sendNotice } from '#contract/contact.ts'
import { limits } from '#contract/limits.ts'
import { refusal } from '#web/testing/openTab.tsx'
import { showPage } from '#web/testing/showPage.ts'
import { LANGUAGE_CHOSEN } from '#web/static/club.ts'
import { staticPages } from '#web/static/pages.tsx'
import { renderAll, type WrittenPage } from '#web/static/render.tsx'
import { wireForm } from './form.ts'

let written: WrittenPage[] = []
beforeAll(async () => {
  const withForms = staticPages.filter(({ path }) => path === '/kontakt' || path === '/melden')
  written = await renderAll({ first: '', styles: '', script: '/static.js', fonts: [] }, withForms)
}, 60_000)

type Sent = { path: string; body: Record<string, unknown> }
let sent: Sent[] = []
let answers: (() => Response | Promise<Response>)[] = []
const received = () => Response.json({ reference: 'K-2026-000123' })

beforeEach(() => {
  sent = []
  answers = []
})
afterEach(() => vi.unstubAllGlobals())

/** Shows a page with a form, before a server that answers one thing after the other. */
function open(name: string, hash = '') {
  showPage(written.find((one) => one.name === `${name}.html`)?.html ?? '')
  vi.stubGlobal('location', { ...window.location, hash })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) as Sent['body'] })
    return (answers.shift() ?? received)()
  })
  wireForm(document.querySelector('form[data-post]')!)
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const fill = async (name: string | RegExp, words: string) => {
  await userEvent.clear(field(name))
  await userEvent.click(field(name))
  await userEvent.paste(words)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** What a screen reader hears with a field. */
const heard = (name: string | RegExp) => {
  const input = field(name)
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

async function fillContact() {
  await userEvent.selectOptions(field('Topic'), 'privacy')
  await fill('Email', 'mila@example.org')
  await fill('Message', 'What do you know about me?')
}

test.each([
  'mila@müller-test.de',
  'mila@пример.рф',
  'mila@example.org.',
  '\u202Amila@example.org\u202C',
  'ｍｉｌａ＠example.org',
])('the address %s is left to the club, which takes it', async (email) => {
  open('en/kontakt')
  await fillContact()
  await fill('Email', email)
  await press('Send message')
  await expect.poll(() => sent).toHaveLength(1)
  expect(sendMessage.body.safeParse(sent[0]?.body).success).toBe(true)
})

test('what is typed stays when the page comes in another language, and is kept no longer than that', async () => {
  open('en/melden')
  const words = 'Somebody is threatened there.'
  await fill(/^Why do you think so/, words)
  window.dispatchEvent(new Event(LANGUAGE_CHOSEN))
  open('de/melden')
  expect(screen.getByDisplayValue(words).getAttribute('name')).toBe('explanation')
  expect(history.state).toBeNull()
  open('de/melden')
  expect(screen.queryByDisplayValue(words)).toBeNull()
})

test('what has arrived does not come back when the language changes', async () => {
  open('en/kontakt')
  await fillContact()
  await press('Send message')
  await screen.findByText('K-2026-000123')
  window.dispatchEvent(new Event(LANGUAGE_CHOSEN))
  open('de/kontakt')
  expect(field('Nachricht').value).toBe('')
})

test('what is on its way when the language changes arrives once', async () => {
  open('en/kontakt')
  answers = [() => new Promise(() => {})]
  await fillContact()
  await press('Send message')
  await expect.poll(() => sent).toHaveLength(1)
  window.dispatchEvent(new Event(LANGUAGE_CHOSEN))
  open('de/kontakt')
  await press('Nachricht senden')
  await screen.findByText('K-2026-000123')
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(1)
})

test('a message goes to the club, and its receipt is shown and read out', async () => {
  open('en/kontakt')
  await fillContact()
  await press('Send message')
  const heading = await screen.findByRole('heading', { name: 'Your message has arrived' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText('K-2026-000123')).toBeTruthy()
  expect(document.querySelector('form[data-post]')).toBe(null)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.path).toBe('/api/contact')
  // what was left empty is not sent, and the contract takes the rest as it is
  expect(sent[0]?.body).not.toHaveProperty('name')
  expect(sendMessage.body.safeParse(sent[0]?.body).success).toBe(true)
  expect(sent[0]?.body).toMatchObject({ topic: 'privacy', language: 'en' })
})

test('what is missing is said beside each field, the first gets the focus, and nothing is sent', async () => {
  open('de/kontakt')
  await press('Nachricht senden')
  expect(document.activeElement).toBe(field('Thema'))
  expect(heard('Thema')).toBe('Bitte wählen')
  expect(heard('E-Mail')).toContain('Ungültige E-Mail-Adresse')
  expect(heard('Nachricht')).toContain('Bitte füllen Sie dieses Feld aus')
  expect(field('Nachricht').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
  await fill('Nachricht', 'Guten Abend')
  expect(field('Nachricht').getAttribute('aria-invalid')).toBe(null)
  expect(heard('Nachricht')).not.toContain('füllen')
  await fill('E-Mail', 'mila')
  expect(heard('E-Mail')).toContain('Ungültige E-Mail-Adresse')
})

test('too much is refused as it is counted everywhere: by code points', async () => {
  open('en/kontakt')
  await fillContact()
  await fill('Message', '🕯'.repeat(limits.contactText + 1))
  await press('Send message')
  expect(heard('Message')).toContain('This is too long')
  expect(sent).toEqual([])
  await fill('Message', '🕯\u00AD'.repeat(limits.contactText))
  await press('Send message')
  expect(await screen.findByText('K-2026-000123')).toBeTruthy()
})

test('what fails is told, loses nothing, and arrives once however often it is tried', async () => {
  open('en/kontakt')
  answers = [
    () => Promise.reject(new TypeError('offline')),
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    () => new Response('<h1>Welcome to our hotel</h1>'),
    () => Response.json({}, { status: 500 }),
    () => refusal('too_many_attempts', { retryAfter: 60 }, 429),
    () => refusal('foreign_origin', {}, 403),
  ]
  await fillContact()
  const form = within(document.querySelector<HTMLElement>('form[data-post]')!)
  for (const words of [
    'Network error',
    'An error occurred',
    'Network error',
    'An error occurred',
    'Please try again later',
    'An error occurred',
  ]) {
    await press('Send message')
    const told = await form.findByText(new RegExp(words))
    expect(told.closest('[role=alert]')).toBeTruthy()
    expect(field('Message').value).toBe('What do you know about me?')
  }
  await press('Send message')
  await screen.findByText('K-2026-000123')
  expect(sent).toHaveLength(7)
  expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(1)
})

test('other words are another message', async () => {
  open('en/kontakt')
  answers = [() => Promise.reject(new TypeError('offline'))]
  await fillContact()
  await press('Send message')
  await screen.findByText(/Network error/)
  await fill('Message', 'Something else')
  await press('Send message')
  await screen.findByText('K-2026-000123')
  expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(2)
})

test('what the server finds wrong stands beside its field', async () => {
  open('en/kontakt')
  answers = [
    () => refusal('invalid_input', { errors: [{ path: 'email', message: 'email_invalid' }] }),
    () => refusal('invalid_input', { errors: [{ path: 'text', message: 'no_such_words' }] }),
    () => refusal('invalid_input', { errors: [{ path: 'id', message: 'invalid' }] }),
  ]
  await fillContact()
  await press('Send message')
  await expect.poll(() => heard('Email')).toContain('Invalid email address')
  expect(document.activeElement).toBe(field('Email'))
  await press('Send message')
  await expect.poll(() => heard('Message')).toContain('Please check this entry')
  await press('Send message')
  expect(await screen.findByText(/Please check your information/)).toBeTruthy()
})

test('two quick clicks send one message', async () => {
  open('en/kontakt')
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers = [() => promise]
  await fillContact()
  const button = screen.getByRole('button', { name: 'Send message' })
  await userEvent.dblClick(button)
  expect(button.textContent).toBe('Sending …')
  resolve(received())
  await screen.findByText('K-2026-000123')
  expect(sent).toHaveLength(1)
})

async function fillNotice(kind: string) {
  await userEvent.selectOptions(field('What is it about?'), kind)
  await fill('Where is it?', 'https://club.example/room/salon')
  await fill('Why do you think so?', 'A picture of me, without my consent.')
}

test('a notice needs a name, an address and good faith, and meets the contract', async () => {
  open('en/melden')
  await fillNotice('intimate')
  await press('Send report')
  expect(heard('Name')).toContain('Please fill in this field')
  expect(heard('Email')).toContain('Invalid email address')
  expect(heard(/good faith/)).toBe('Please confirm that what you say is correct')
  await fill('Name', 'Mila')
  await fill('Email', 'mila@example.org')
  await userEvent.click(field(/good faith/))
  await press('Send report')
  expect(await screen.findByRole('heading', { name: 'Your report has arrived' })).toBeTruthy()
  expect(sent[0]?.path).toBe('/api/notices')
  expect(sendNotice.body.safeParse(sent[0]?.body).success).toBe(true)
})

test('a report about a minor needs no name', async () => {
  open('en/melden')
  await press('Send report')
  expect(field('Name').required).toBe(true)
  await fillNotice('minor')
  expect(field('Name').required).toBe(false)
  expect(heard('Name')).toBe('May stay empty if it is about a minor.')
  await userEvent.click(field(/good faith/))
  await press('Send report')
  await screen.findByText('K-2026-000123')
  expect(sent[0]?.body).not.toHaveProperty('email')
  expect(sendNotice.body.safeParse(sent[0]?.body).success).toBe(true)
})

test('a link may say where it is', () => {
  open('en/melden', '#url=https%3A%2F%2Fclub.example%2Fmember%2F1')
  expect(field('Where is it?').value).toBe('https://club.example/member/1')
})

test.each([
  ['kontakt', 'Send message'],
  ['melden', 'Send report'],
])('without scripts /%s sends nothing and says where to write', (page, send) => {
  const { html = '' } = written.find(({ name }) => name === `en/${page}.html`) ?? {}
  showPage(html)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: send }).disabled).toBe(true)
  expect(html).toMatch(/<noscript>.*mailto:%OPERATOR_EMAIL%.*<\/noscript>/)
  expect(html).toContain('href="/legal/privacy"')
})
