import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { refusal } from '#web/testing/openTab.tsx'
import { showPage } from '#web/testing/showPage.ts'
import { settle } from '#web/testing/turns.ts'
import { offerConfirmation } from '#web/static/confirm.ts'
import { staticPages } from '#web/static/pages.tsx'
import { renderAll, type WrittenPage } from '#web/static/render.tsx'
import { wireDeclaration } from './declarations.ts'

let written: WrittenPage[] = []
beforeAll(async () => {
  const pages = staticPages.filter(({ path }) => ['/kuendigen', '/widerruf'].includes(path))
  written = await renderAll({ first: '', styles: '', script: '/static.js', fonts: [] }, pages)
}, 60_000)

const NUMBER = 'A-2026-123456'
const RECEIPT = {
  reference: 'KU-2026-654321',
  // a summer's night in Berlin: already the next day there
  receivedAt: '2026-07-31T22:30:15.000Z',
  text: 'Kündigung\nName: Mila Müller & Co\nerklärt über „jetzt kündigen“',
}
type Sent = { path: string; body: Record<string, unknown> }
let sent: Sent[] = []
let refusals: (() => Response | Promise<Response>)[] = []

beforeEach(() => {
  sent = []
  refusals = []
})
afterEach(() => (vi.unstubAllGlobals(), localStorage.clear()))

type Own = { withdrawUntil: string | null; withdrawCents: number | null; status?: string }
const until = '2026-12-04T22:59:59.000Z'

/** Shows a page before a server that knows who is signed in, and their contract. */
function open(name: string, { own, hash = '' }: { own?: Own; hash?: string } = {}) {
  showPage(written.find((one) => one.name === `${name}.html`)?.html ?? '')
  vi.stubGlobal('location', { ...window.location, hash })
  if (own) localStorage.setItem('parlour.session', JSON.stringify({ userId: 'mila' }))
  const known: Record<string, object> = own
    ? {
        '/api/auth/session': { session: { email: 'mila@example.org' } },
        '/api/billing': { subscription: { number: NUMBER, status: 'active', ...own } },
      }
    : {}
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!body) return known[path] ? Response.json(known[path]) : refusal('unexpected', {}, 500)
    sent.push({ path, body: JSON.parse(body as string) as Sent['body'] })
    return refusals.shift()?.() ?? Response.json(RECEIPT)
  })
  wireDeclaration(document.querySelector('form[data-post]')!)
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const fill = async (name: string | RegExp, words: string) => {
  await userEvent.clear(field(name))
  await userEvent.click(field(name))
  await userEvent.paste(words)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const arrived = (name: string) => screen.findByRole('heading', { name })
const isShown = (element: Element) => !element.closest('[hidden]')
const fields = () =>
  [...document.querySelectorAll<HTMLInputElement>('form[data-post] [name]')].map(({ name }) => name)

async function fillGerman(contract = NUMBER) {
  await fill('Ihr Name', 'Mila Müller')
  await fill('Welcher Vertrag?', contract)
  await fill(/^E-Mail für/, 'mila@example.org')
}

test('the forms ask for what the law lists and for nothing else, with its words on their buttons', () => {
  open('de/kuendigen')
  expect(fields()).toEqual(['kind', 'reason', 'name', 'contract', 'endDate', 'email'])
  const now = screen.getByRole('button', { name: 'jetzt kündigen' })
  expect(now.textContent).toBe(legalLabels.cancelNow)
  open('de/widerruf')
  expect(fields()).toEqual(['name', 'contract', 'email'])
  const confirm = document.querySelector('button[data-sending]')
  expect(confirm?.textContent).toBe('Widerruf bestätigen')
})

test('in English the buttons keep their German words, marked, with the English beside them', () => {
  open('en/kuendigen')
  const button = screen.getByRole('button', { name: 'jetzt kündigen' })
  expect(button.querySelector('[lang=de]')?.textContent).toBe('jetzt kündigen')
  expect(button.parentElement?.textContent).toBe('jetzt kündigen(Cancel now)')
  open('de/kuendigen')
  const german = screen.getByRole('button', { name: 'jetzt kündigen' })
  expect(german.parentElement?.textContent).toBe('jetzt kündigen')
})

test('one click cancels, and the receipt says what arrived when, and can be kept', async () => {
  open('de/kuendigen')
  await fillGerman()
  await press('jetzt kündigen')
  const heading = await arrived('Ihre Kündigung ist eingegangen')
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText('KU-2026-654321')).toBeTruthy()
  const time = document.querySelector('time[data-received]')
  expect(time?.textContent).toContain('1. August 2026')
  expect(time?.textContent).toContain('00:30:15')
  expect(screen.getByText(/Mila Müller & Co/).textContent).toBe(RECEIPT.text)
  const download = screen.getByRole<HTMLAnchorElement>('link', { name: 'Beleg herunterladen' })
  expect(download.download).toBe('kuendigung-KU-2026-654321.txt')
  expect(decodeURIComponent(download.href.split(',')[1]!)).toBe(RECEIPT.text)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.path).toBe('/api/cancellations')
  expect(declareCancellation.body.safeParse(sent[0]?.body).success).toBe(true)
  const { id: _, ...said } = sent[0]!.body
  expect(said).toEqual({
    kind: 'ordinary',
    name: 'Mila Müller',
    contract: NUMBER,
    email: 'mila@example.org',
    language: 'de',
  })
})

test('a reason is asked for, and needed, only for a cancellation for good cause', async () => {
  open('de/kuendigen')
  const reason = field('Grund der außerordentlichen Kündigung')
  expect(isShown(reason)).toBe(false)
  await fillGerman()
  await userEvent.selectOptions(field('Art der Kündigung'), 'extraordinary')
  expect(isShown(reason)).toBe(true)
  await press('jetzt kündigen')
  expect(document.activeElement).toBe(reason)
  expect(sent).toEqual([])
  await fill('Grund der außerordentlichen Kündigung', 'Der Club war zwei Wochen zu.')
  await fill('Ende des Vertrags', '2026-12-31')
  await userEvent.selectOptions(field('Art der Kündigung'), 'ordinary')
  await userEvent.selectOptions(field('Art der Kündigung'), 'extraordinary')
  await press('jetzt kündigen')
  await arrived('Ihre Kündigung ist eingegangen')
  expect(sent[0]?.body).toMatchObject({
    kind: 'extraordinary',
    reason: 'Der Club war zwei Wochen zu.',
    endDate: '2026-12-31',
  })
  expect(declareCancellation.body.safeParse(sent[0]?.body).success).toBe(true)
})

test('a reason that is no longer asked for is not sent', async () => {
  open('en/kuendigen')
  await userEvent.selectOptions(field('Kind of cancellation'), 'extraordinary')
  await fill(/^Reason/, 'Never mind')
  await userEvent.selectOptions(field('Kind of cancellation'), 'ordinary')
  await fill('Your name', 'Mila')
  await fill('Which contract?', NUMBER)
  await fill(/^Email for/, 'mila@example.org')
  await press('jetzt kündigen')
  await arrived('Your cancellation has arrived')
  expect(sent[0]?.body).not.toHaveProperty('reason')
})

test('what fails says whether anything was declared, keeps everything, and the button its words', async () => {
  open('de/kuendigen')
  await fillGerman()
  const failing = [
    [/nicht sicher, dass/, () => Promise.reject(new TypeError('offline'))],
    [/noch nichts erklärt/, () => refusal('too_many_attempts', { retryAfter: 60 }, 429)],
    [/nicht sicher, dass/, () => refusal('unavailable', {}, 503)],
  ] as const
  for (const [words, fail] of failing) {
    refusals = [fail]
    await press('jetzt kündigen')
    const form = within(document.querySelector<HTMLElement>('form[data-post]')!)
    expect(await form.findByText(words)).toBeTruthy()
    expect(field('Ihr Name').value).toBe('Mila Müller')
    const button = screen.getByRole('button', { name: 'jetzt kündigen' })
    expect(button.querySelector('[lang=de]')).toBeTruthy()
  }
  await press('jetzt kündigen')
  await arrived('Ihre Kündigung ist eingegangen')
  expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(1)
})

test('a withdrawal is shown once more and then confirmed; nothing is sent before', async () => {
  open('de/widerruf')
  await press('Weiter')
  expect(document.activeElement).toBe(field('Ihr Name'))
  await fillGerman()
  await press('Weiter')
  const heading = screen.getByRole('heading', { name: 'Bitte bestätigen Sie Ihren Widerruf' })
  expect(document.activeElement).toBe(heading)
  expect(isShown(heading)).toBe(true)
  expect(isShown(field('Ihr Name'))).toBe(false)
  expect([...document.querySelectorAll('[data-typed]')].map((one) => one.textContent)).toEqual([
    'Mila Müller',
    NUMBER,
    'mila@example.org',
  ])
  expect(sent).toEqual([])
  await press('Widerruf bestätigen')
  await arrived('Ihr Widerruf ist eingegangen')
  expect(sent.map(({ path }) => path)).toEqual(['/api/withdrawals'])
  expect(declareWithdrawal.body.safeParse(sent[0]?.body).success).toBe(true)
})

test('before confirming everything can be changed, and what the server finds wrong is shown there', async () => {
  open('de/widerruf')
  await fillGerman()
  await press('Weiter')
  await press('Ändern')
  expect(document.activeElement).toBe(field('Ihr Name'))
  await fill('Ihr Name', 'Mila Maier')
  await press('Weiter')
  expect(document.querySelector('[data-typed=name]')?.textContent).toBe('Mila Maier')
  refusals = [
    () => refusal('invalid_input', { errors: [{ path: 'email', message: 'email_invalid' }] }),
  ]
  await press('Widerruf bestätigen')
  await expect.poll(() => document.activeElement).toBe(field(/^E-Mail für/))
  expect(isShown(field(/^E-Mail für/))).toBe(true)
  await press('Weiter')
  refusals = [() => Promise.reject(new TypeError('offline'))]
  await press('Widerruf bestätigen')
  const told = await within(document.querySelector<HTMLElement>('[data-step=check]')!).findByText(
    /nicht sicher, dass/,
  )
  expect(isShown(told)).toBe(true)
  await press('Widerruf bestätigen')
  await arrived('Ihr Widerruf ist eingegangen')
})

const sum = (kind: string) => document.querySelector(`[data-sum=${kind}]`)!
const wordsOf = (element: Element) => element.textContent.replaceAll('\u00a0', ' ')
const shownSums = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sum]')]
    .filter((one) => isShown(one))
    .map(({ dataset }) => dataset['sum'])

test('a stranger reads where the sum is told and how it is computed, and learns nothing else', async () => {
  open('de/widerruf')
  await fillGerman('mila@example.org')
  await press('Weiter')
  expect(shownSums()).toEqual(['stranger'])
  const how = within(sum('stranger') as HTMLElement).getByRole('link')
  const place = document.getElementById(how.getAttribute('href')!.slice(1))
  expect(place?.parentElement?.textContent).toContain('Preis × genutzte Tage')
  // the day of the withdrawal itself is not one of them
  expect(wordsOf(document.body)).toContain('Widerruf nach sechs Tagen: ')
  expect(wordsOf(document.body)).toContain('19,90 € × 6 ÷ 30 = 15,92 €')
})

test('a signed-in member finds the form filled in and the sum before confirming', async () => {
  open('de/widerruf', { own: { withdrawUntil: until, withdrawCents: 1592 } })
  await expect.poll(() => field('Welcher Vertrag?').value).toBe(NUMBER)
  expect(field(/^E-Mail für/).value).toBe('mila@example.org')
  await fill('Ihr Name', 'Mila Müller')
  await press('Weiter')
  await expect.poll(shownSums).toEqual(['member'])
  expect(wordsOf(sum('member'))).toContain('15,92 €')
  expect(sum('member').textContent).toContain('4. Dezember 2026')
  // somebody else's contract is a stranger's business
  await press('Ändern')
  await fill('Welcher Vertrag?', 'A-2026-999999')
  await press('Weiter')
  expect(shownSums()).toEqual(['stranger'])
  await press('Ändern')
  for (const typed of [' MILA@example.org ', ' a – 2026\u2011123456', `Nr. ${NUMBER}`]) {
    await fill('Welcher Vertrag?', typed)
    await press('Weiter')
    await expect.poll(shownSums).toEqual(['member'])
    await press('Ändern')
  }
})

test.each([
  ['logs out in another tab', 'storage'],
  ['logged out before it came back as it was left', 'pageshow'],
])('what is known of a member goes when somebody %s', async (_, heard) => {
  open('de/widerruf', { own: { withdrawUntil: until, withdrawCents: 1592 } })
  await expect.poll(() => field('Welcher Vertrag?').value).toBe(NUMBER)
  await fill('Ihr Name', 'Mila Müller')
  await press('Weiter')
  await expect.poll(shownSums).toEqual(['member'])
  const newValue = JSON.stringify({ userId: null })
  localStorage.removeItem('parlour.session')
  window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.session', newValue: null }))
  expect(field('Welcher Vertrag?').value).toBe(NUMBER)
  localStorage.setItem('parlour.session', newValue)
  window.dispatchEvent(
    heard === 'storage'
      ? new StorageEvent('storage', { key: 'parlour.session', newValue })
      : Object.assign(new Event('pageshow'), { persisted: true }),
  )
  expect(field('Welcher Vertrag?').value).toBe('')
  expect(field(/^E-Mail für/).value).toBe('')
  expect(isShown(field('Ihr Name'))).toBe(true)
  // what they typed is theirs to send
  expect(field('Ihr Name').value).toBe('Mila Müller')
  await fillGerman()
  await press('Weiter')
  expect(shownSums()).toEqual(['stranger'])
})

test('who is too late, or has not paid, is told so, and may declare it all the same', async () => {
  open('en/widerruf', { own: { withdrawUntil: null, withdrawCents: null } })
  await expect.poll(() => field('Which contract?').value).toBe(NUMBER)
  await fill('Your name', 'Mila')
  await press('Continue')
  await expect.poll(shownSums).toEqual(['late'])
  expect(
    within(sum('late') as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/kuendigen')
  await press('Widerruf bestätigen')
  await arrived('Your withdrawal has arrived')

  open('en/widerruf', { own: { withdrawUntil: null, withdrawCents: null, status: 'pending' } })
  await expect.poll(() => field('Which contract?').value).toBe(NUMBER)
  await fill('Your name', 'Mila')
  await press('Continue')
  await expect.poll(shownSums).toEqual(['pending'])
})

test.each(['withdrawn', 'refunded', 'ended'])(
  'whose contract is over already (%s) is not told that the 14 days have passed',
  async (status) => {
    open('de/widerruf', { own: { withdrawUntil: null, withdrawCents: null, status } })
    await fillGerman('mila@example.org')
    await press('Weiter')
    await expect.poll(shownSums).toEqual(['over'])
    expect(wordsOf(sum('over'))).toContain('Dieser Vertrag ist bereits beendet.')
    await press('Widerruf bestätigen')
    await arrived('Ihr Widerruf ist eingegangen')
  },
)

test('what is typed already is not overwritten, and a contract that is over is not offered', async () => {
  open('de/kuendigen', { own: { withdrawUntil: null, withdrawCents: null, status: 'ended' } })
  await fill(/^E-Mail für/, 'other@example.org')
  await settle()
  expect(field(/^E-Mail für/).value).toBe('other@example.org')
  expect(field('Welcher Vertrag?').value).toBe('')
})

test.each(['kuendigen', 'widerruf'])(
  'the link "that was not me" leads to /%s and takes a click',
  async (page) => {
    open(`de/${page}`, { hash: '#dispute=token123' })
    offerConfirmation()
    expect(document.querySelector('form[data-post]')).toBe(null)
    const heading = screen.getByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('Kündigung oder Widerruf zurücknehmen')
    expect(screen.queryByRole('complementary')).toBe(null)
    await press('Das war ich nicht')
    expect(await screen.findByText('Danke, wir haben es festgehalten')).toBeTruthy()
    expect(sent).toEqual([{ path: '/api/declarations/disputes', body: { token: 'token123' } }])
  },
)

test.each([
  ['kuendigen', 'Kündigung', /Hiermit kündige ich/],
  ['widerruf', 'Widerruf', /Hiermit widerrufe ich/],
])(
  'without scripts /%s says how to declare it by mail, ready to be filled in',
  (page, subject, words) => {
    const { html = '' } = written.find(({ name }) => name === `de/${page}.html`) ?? {}
    showPage(html)
    for (const button of document.querySelectorAll<HTMLButtonElement>(
      'form[data-post] [type=submit]',
    ))
      expect(button.disabled).toBe(true)
    const [, address = '', query = ''] = /<noscript>.*?mailto:([^?"]+)\?([^"]+)"/.exec(html) ?? []
    expect(address).toBe('%OPERATOR_EMAIL%')
    const mail = new URLSearchParams(query.replaceAll('&amp;', '&'))
    expect(mail.get('subject')).toBe(subject)
    expect(mail.get('body')).toMatch(words)
  },
)
