import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkInvite, redeemInvite } from '#contract/admission/invitations.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { readSignUpDraft } from '#web/features/admission/sign-up/signUpDraft.ts'
import { done, refusal } from '#web/testing/openTab.tsx'
import { showPage } from '#web/testing/showPage.ts'
import { offerConfirmation } from '#web/static/confirm.ts'
import { staticPages } from '#web/static/pages.tsx'
import { renderAll, type WrittenPage } from '#web/static/render.tsx'
import { wireDoor } from './door.ts'

let written: WrittenPage[] = []
beforeAll(async () => {
  const ours = staticPages.filter(({ path }) => path === '/waitlist' || path === '/invite')
  written = await renderAll({ first: '', styles: '', script: '/static.js', fonts: [] }, ours)
}, 60_000)

type Asked = { method: string; path: string; body: unknown }
type Answers = Record<string, () => Response | Promise<Response>>
let asked: Asked[] = []
let gone: string[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  asked = []
  gone = []
})
afterEach(() => vi.unstubAllGlobals())

const WAITLIST = '/api/waitlist'
const SESSION = '/api/auth/session'
const CHECK = '/api/invites/checks'
const REDEEM = '/api/invites/redemptions'
const CODE = '0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP'
const median = (medianDays: number | null) => () => Response.json({ medianDays })

/** Shows a page as the server writes it, before a server that answers so. */
function open(name: string, answers: Answers = {}, hash = '') {
  showPage(written.find((one) => one.name === `${name}.html`)?.html ?? '')
  const assign = (to: string) => gone.push(to)
  vi.stubGlobal('location', { ...window.location, hash, assign })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    // which the page asks by itself
    if (path !== SESSION)
      asked.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    const answer = answers[`${method} ${path}`] ?? answers[path]
    return answer ? answer() : done()
  })
  offerConfirmation()
  const form = document.querySelector<HTMLFormElement>('form[data-post]')
  if (form) wireDoor(form)
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { name })
const signIn = () =>
  localStorage.setItem('parlour.session', JSON.stringify({ userId: 'u', event: 'signed_in' }))

async function join() {
  await userEvent.type(field('Email'), ' mila@example.org')
  await press('Join Waitlist')
}

test('while the club is open, who would wait reads that they need not', async () => {
  let times = 0
  const club = (admission: string) => () => {
    times += 1
    return Response.json({ club: { admission } })
  }
  open('mul/waitlist', { [SESSION]: club('open') })
  const link = await screen.findByRole('link', { name: 'Sign up now' })
  expect(link.getAttribute('href')).toBe('/signup')
  expect(document.querySelector('header [data-lead]')?.textContent).toContain('The club is open')
  open('mul/waitlist', { [SESSION]: club('invitation') })
  await waitFor(() => expect(times).toBe(2))
  expect(screen.queryByRole('link', { name: 'Sign up now' })).toBeNull()
})

test('a newcomer reads what happens next, how to withdraw, and how long it took others', async () => {
  open('mul/waitlist', { [`GET ${WAITLIST}`]: median(10.5) })
  screen.getByText(/one by one/)
  await join()
  expect(document.activeElement).toBe(await heading('Please look into your inbox'))
  // what asked for the address is answered
  expect(screen.queryByText(/one by one/)).toBeNull()
  const { textContent: words } = document.querySelector('main')!
  expect(words).toContain('Addresses nobody confirms are forgotten after 30 days.')
  expect(words).toContain('You can withdraw your address at any time')
  expect(await screen.findByText(/half waited 11 days at most/)).toBeTruthy()
  expect(screen.getByText(/half waited one day/).hidden).toBe(true)
  const sent = asked.find(({ method }) => method === 'POST')
  expect(sent?.path).toBe(WAITLIST)
  expect(joinWaitlist.body.safeParse(sent?.body).data).toEqual({
    email: 'mila@example.org',
    language: 'mul',
  })
  expect(screen.getByRole('link', { name: 'Enter invite code' }).getAttribute('href')).toBe(
    '/invite',
  )
})

test('where too few are known, nothing is said about how long it takes', async () => {
  open('en/waitlist', { [`GET ${WAITLIST}`]: median(null) })
  await join()
  await heading('Please look into your inbox')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(screen.getByText(/half waited one day/).hidden).toBe(true)
})

test('an address that is there already is told so, and then reads the same', async () => {
  open('mul/waitlist', { [`POST ${WAITLIST}`]: () => refusal('23505', {}, 409) })
  await join()
  await heading('Please look into your inbox')
  expect(screen.getByRole('status').textContent).toBe('Already on the waitlist')
  expect(document.querySelector('form[data-post]')).toBe(null)
})

test.each([
  ['too_many_attempts', 429, 'Too many attempts', 'Please try again later.'],
  ['unavailable', 503, 'Failed to join', 'The club cannot do this right now.'],
  ['suspended', 403, 'Failed to join', 'An error occurred.'],
])(
  'the refusal %s is told under its title, and the address stays',
  async (code, status, ...told) => {
    open('mul/waitlist', { [WAITLIST]: () => refusal(code, {}, status) })
    await join()
    const alert = within(document.querySelector<HTMLElement>('[data-failure]')!)
    for (const words of told) expect(await alert.findByText(new RegExp(words))).toBeTruthy()
    expect(field('Email').value).toBe('mila@example.org')
  },
)

test.each(['', 'mila', `${'m'.repeat(250)}@example.org`])(
  'without a valid address nothing is sent (%s)',
  async (email) => {
    open('en/waitlist')
    await userEvent.click(field('Email'))
    if (email) await userEvent.paste(email)
    await press('Join Waitlist')
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(asked).toEqual([])
  },
)

const TOKEN = 'a'.repeat(43)

test.each([
  ['confirm', 'Confirm my place', '/api/waitlist/confirmations', 'You are on the waitlist'],
  ['leave', 'Leave the waitlist', '/api/waitlist/withdrawals', 'no longer on the waitlist'],
])('the link to %s waits for a click', async (link, button, path, outcome) => {
  open('en/waitlist', {}, `#${link}=${TOKEN}`)
  expect(asked).toEqual([])
  expect(document.querySelector('form[data-post]')).toBe(null)
  await press(button)
  expect(await screen.findByText(new RegExp(outcome))).toBeTruthy()
  expect(asked).toEqual([{ method: 'POST', path, body: { token: TOKEN } }])
})

test.each(['confirm', 'leave'])('a link to %s that is used up says so', async (link) => {
  open(
    'en/waitlist',
    { '/api/waitlist/confirmations': bad, '/api/waitlist/withdrawals': bad },
    `#${link}=${TOKEN}`,
  )
  await userEvent.click(within(screen.getByRole('main')).getByRole('button'))
  expect((await screen.findByRole('alert')).textContent).toContain('invalid or has expired')
})
const bad = () => refusal('invalid_link', {}, 422)

test('a good code leads a visitor to the sign-up and travels along, not in the address', async () => {
  open('mul/invite')
  await userEvent.type(field('Your code'), ` ${CODE.toLowerCase()} `)
  await press('Einlösen')
  await waitFor(() => expect(gone).toEqual(['/signup']))
  expect(readSignUpDraft().inviteCode).toBe(CODE.toLowerCase())
  expect(asked.map(({ path }) => path)).toEqual([CHECK])
  expect(checkInvite.body.safeParse(asked[0]?.body).success).toBe(true)
})

test('a good code lets a signed-in account in at once', async () => {
  signIn()
  open('en/invite', {}, `#code=${CODE}`)
  expect(field('Your code').value).toBe(CODE)
  await press('Redeem')
  await waitFor(() => expect(gone).toEqual(['/rooms']))
  expect(asked.map(({ path }) => path)).toEqual([REDEEM])
  expect(redeemInvite.body.safeParse(asked[0]?.body).success).toBe(true)
  expect(readSignUpDraft().inviteCode).toBe(null)
})

test('whose session is over goes on as a visitor', async () => {
  signIn()
  open('en/invite', { [REDEEM]: () => refusal('not_signed_in', {}, 401) }, `#code=${CODE}`)
  await press('Redeem')
  await waitFor(() => expect(gone).toEqual(['/signup']))
  expect(asked.map(({ path }) => path)).toEqual([REDEEM, CHECK])
})

test('every bad code reads the same for everybody', async () => {
  const words = 'This code does not open the door. It may be mistyped, used up or expired.'
  const answers = [
    () => refusal('invalid_invite', {}, 422),
    () => refusal('invalid_input', { errors: [{ path: 'code', message: 'code_invalid' }] }),
  ]
  for (const isMember of [false, true])
    for (const answer of answers) {
      localStorage.clear()
      if (isMember) signIn()
      open('mul/invite', { [CHECK]: answer, [REDEEM]: answer })
      await userEvent.type(field('Your code'), 'ABCDE')
      await press('Einlösen')
      expect(await screen.findByText(words)).toBeTruthy()
      expect(document.activeElement).toBe(field('Your code'))
      expect(field('Your code').getAttribute('aria-invalid')).toBe('true')
      expect(gone).toEqual([])
    }
})

test('too many wrong codes, and a club that does not answer, are told', async () => {
  const answers = [
    () => refusal('too_many_attempts', { retryAfter: 60 }, 429),
    () => Promise.reject(new TypeError('offline')),
  ]
  open('en/invite', { [CHECK]: () => answers.shift()!() }, `#code=${CODE}`)
  await press('Redeem')
  expect(await screen.findByText('Too many attempts')).toBeTruthy()
  await press('Redeem')
  expect(await screen.findByText(/Network error/)).toBeTruthy()
})

test('an empty field is not sent', async () => {
  open('en/invite')
  await press('Redeem')
  expect(screen.getByText('Please fill in this field')).toBeTruthy()
  expect(asked).toEqual([])
})

test('waiting and redeeming lead to each other, and without scripts to where one may write', () => {
  for (const [page, to] of [
    ['mul/waitlist', '/invite'],
    ['mul/invite', '/waitlist'],
  ] as const) {
    const { html = '' } = written.find(({ name }) => name === `${page}.html`) ?? {}
    showPage(html)
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(to)
    expect(html).toMatch(/<noscript>.*href="\/kontakt".*<\/noscript>/)
    expect(main.getAllByRole<HTMLButtonElement>('button')[0]?.disabled).toBe(true)
  }
})
