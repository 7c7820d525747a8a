import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { billing, pending, price, subscription } from '#web/testing/billing.ts'
import { closeTab, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const intent = {
  intentId: '018f0000-0000-7000-8000-0000000000c1',
  expiresAt: '2026-11-21T12:30:00.000Z',
  price,
  termsVersion: documentVersions.terms,
  provider: 'paypal',
}
const ORDERS = '/api/billing/orders'
const INTENTS = '/api/billing/intents'
const BUTTON = 'Zahlungspflichtig bestellen'

async function openUpgrade(
  answers: Server['answers'] = {},
  { money = billing(), ...more }: { money?: object; language?: 'mul' | 'de' | 'en' } = {},
) {
  const left: string[] = []
  const tab = await openTab('/upgrade', {
    session: mila,
    language: 'en',
    ...more,
    answers: {
      '/api/billing': () => Response.json(money),
      [INTENTS]: () => Response.json(intent),
      [ORDERS]: () => Response.json(pending()),
      [`${ORDERS}/${pending().id}`]: () => Response.json(pending()),
      ...answers,
    },
  })
  vi.stubGlobal('location', { ...window.location, assign: (to: string) => left.push(to) })
  const sent = () => tab.server.requests.filter(({ path }) => path === ORDERS)
  return { ...tab, left, sent }
}

const button = () => screen.findByRole('button', { name: BUTTON })
const tick = () => screen.getByRole('checkbox')

test('right above the button stands all that is ordered, and nothing is chosen beforehand', async () => {
  const { server } = await openUpgrade()
  await button()
  const summary = within(screen.getByRole('region', { name: 'Your order at a glance' }))
  const facts = summary
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling!.textContent])
  expect(Object.fromEntries(facts)).toMatchObject({
    Plan: 'Premium of Parlour, monthly subscription',
    'What you get': expect.stringContaining('all Premium rooms'),
    'Total price': '€19.90 a month Including 19% VAT (€3.18). There are no further costs.',
    'First term': 'One month from the first payment',
    Renewal: expect.stringContaining('indefinite time'),
    Cancellation: 'At any time to the end of the paid month, without a notice period',
    // privacy policy, section 6: said before the first payment
    Payment: expect.stringMatching(/^By PayPal.*PayPal may pass data to the USA/),
    Withdrawal: expect.stringContaining('14 days'),
    Terms: expect.stringContaining(`version ${documentVersions.terms}`),
  })
  const links = summary.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/legal/terms#en-withdrawal', '/legal/terms', '/settings'])
  expect((tick() as HTMLInputElement).checked).toBe(false)
  expect(summary.getByText(/Optional\. Premium opens right after payment without this tick/))
  // facts, tick, button: nothing in between
  const order = await button()
  const field = order.previousElementSibling!
  expect(field.contains(tick())).toBe(true)
  expect(field.previousElementSibling!.tagName).toBe('DL')
  expect([server.times(INTENTS), server.times(ORDERS)]).toEqual([1, 0])
})

test('a club that charges no VAT names none', async () => {
  const untaxed = { ...price, vatPercent: 0, vatCents: 0 }
  const answers = { [INTENTS]: () => Response.json({ ...intent, price: untaxed }) }
  await openUpgrade(answers, { money: billing({ price: untaxed }) })
  await screen.findByText(/^No VAT is charged \(§ 19 UStG\)/)
  screen.getByText('€19.90 a month', { selector: 'p' })
  expect(screen.queryByText(/including/i)).toBeNull()
})

test('the button says what the law prescribes, in German whatever is spoken', async () => {
  for (const language of ['mul', 'de', 'en'] as const) {
    await openUpgrade({}, { language })
    const order = await button()
    expect([order.textContent, order.lang]).toEqual([BUTTON, 'de'])
    const meaning = screen.queryByText('Order with obligation to pay')
    expect(meaning !== null).toBe(language !== 'de')
    closeTab()
  }
})

test('in the mixture the order is German, and in German everything is', async () => {
  await openUpgrade({}, { language: 'mul' })
  await screen.findByText(/^Inklusive 19\s% Mehrwertsteuer \(3,18\s€\)/)
  expect(document.documentElement.lang).toBe('de')
  screen.getByRole('link', { name: 'Zurück, ohne zu bestellen' })
  closeTab()
  await openUpgrade({}, { language: 'de' })
  await screen.findByText(/Innerhalb von 14 Tagen nach Vertragsschluss/)
})

test('ordering leads to the provider, once, and back goes to the order', async () => {
  const { left, sent, at } = await openUpgrade()
  const order = await button()
  await userEvent.dblClick(order)
  await waitFor(() => expect(left).toEqual(['http://localhost:4010/approve/1']))
  expect(sent()).toMatchObject([
    { method: 'POST', body: { intentId: intent.intentId, startsEarly: false, language: 'en' } },
  ])
  await waitFor(() => expect(at()).toBe(`/upgrade/${pending().id}`))
})

test('a member who left before the answer came stays where they went, and finds the order waiting', async () => {
  const late = Promise.withResolvers<Response>()
  let own: object | null = null
  const { left, at, server } = await openUpgrade({
    '/api/billing': () => Response.json(billing({ subscription: own as never })),
    [ORDERS]: () => late.promise,
  })
  await userEvent.click(await button())
  await userEvent.click(screen.getByRole('link', { name: 'Back without ordering' }))
  await waitFor(() => expect(at()).toBe('/settings'))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  own = pending()
  const asked = server.times('/api/billing')
  late.resolve(Response.json(pending()))
  await waitFor(() => expect(server.times('/api/billing')).toBeGreaterThan(asked))
  await screen.findByRole('link', { name: 'To the order' })
  expect([at(), left]).toEqual(['/settings', []])
})

test('an order the club tells of before its answer comes leads to the provider all the same', async () => {
  const late = Promise.withResolvers<Response>()
  let own: object | null = null
  const { left, client } = await openUpgrade({
    '/api/billing': () => Response.json(billing({ subscription: own as never })),
    [ORDERS]: () => late.promise,
  })
  await userEvent.click(await button())
  own = pending()
  await act(() => client.refetchQueries({ queryKey: ['/api/billing'] }))
  await screen.findByRole('heading', { name: 'An order waits for your approval' })
  late.resolve(Response.json(pending()))
  await waitFor(() => expect(left).toEqual(['http://localhost:4010/approve/1']))
})

test('the wish for an early start is sent only when it was ticked', async () => {
  const { sent } = await openUpgrade()
  await button()
  await userEvent.click(tick())
  await userEvent.click(await button())
  await waitFor(() => expect(sent()).toMatchObject([{ body: { startsEarly: true } }]))
})

test('with payments off the page says so, and offers no button', async () => {
  const { server } = await openUpgrade({}, { money: billing({ provider: null }) })
  await screen.findByText('Payments are not switched on')
  screen.getByText(/you are charged nothing/)
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
  expect(server.times(INTENTS)).toBe(0)
})

test('a summary that is too old is made anew and has to be read again', async () => {
  let minted = 0
  const { sent, left } = await openUpgrade({
    [INTENTS]: () => {
      minted += 1
      return Response.json({ ...intent, intentId: `${intent.intentId.slice(0, -1)}${minted}` })
    },
    [ORDERS]: () => (minted === 1 ? refusal('intent_expired', {}, 422) : Response.json(pending())),
  })
  await userEvent.click(await button())
  await screen.findByText(/The summary was too old and is new now/)
  expect(left).toEqual([])
  await userEvent.click(await button())
  await waitFor(() => expect(left).toHaveLength(1))
  const ids = sent().map(({ body }) => (body as { intentId: string }).intentId.at(-1))
  expect(ids).toEqual(['1', '2'])
})

test('with the provider down nothing is charged, and trying again makes no second order', async () => {
  const { left } = await openUpgrade({
    [ORDERS]: () => refusal('provider_unavailable', {}, 503),
  })
  await userEvent.click(await button())
  const failure = await screen.findByText('The order is not complete yet')
  const alert = failure.closest('[role=alert]')!
  await expect
    .poll(() => alert.textContent)
    .toContain('The payment provider cannot be reached right now')
  expect(alert.textContent).toContain('Nothing was charged.')
  expect(left).toEqual([])
})

test('an order that is refused was none', async () => {
  await openUpgrade({ [ORDERS]: () => refusal('too_many_attempts', { retryAfter: 60 }, 429) })
  await userEvent.click(await button())
  await screen.findByText('The order did not go through')
  screen.getByText('Nothing was ordered and nothing was charged.')
})

test('an order nobody answers may be sent again, and is the same order', async () => {
  let isDown = true
  const { sent, left } = await openUpgrade({
    [ORDERS]: () => (isDown ? Promise.reject(new TypeError('offline')) : Response.json(pending())),
  })
  await userEvent.click(await button())
  await screen.findByText(/the same summary never makes more than one order/)
  isDown = false
  await userEvent.click(await button())
  await waitFor(() => expect(left).toHaveLength(1))
  expect(new Set(sent().map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test.each([
  ['active', subscription(), 'You have Premium', 'To the subscription', '/settings'],
  [
    'cancelled',
    subscription({
      status: 'cancelled',
      cancelledAt: '2026-11-20T10:00:00.000Z',
      endsAt: '2026-12-17T23:00:00.000Z',
    }),
    'Your Premium runs until 17 December 2026',
    'To the subscription',
    '/settings',
  ],
  [
    'waiting for approval',
    pending(),
    'An order waits for your approval',
    'To the order',
    `/upgrade/${pending().id}`,
  ],
] as const)('a member with one that is %s orders no other', async (_, own, title, words, to) => {
  const { server } = await openUpgrade({}, { money: billing({ subscription: own }) })
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(to)
  expect(server.times(INTENTS)).toBe(0)
})

test('after the end of one there may be another', async () => {
  const ended = subscription({ status: 'ended' })
  await openUpgrade({}, { money: billing({ subscription: ended }) })
  await button()
})

test('what cannot be loaded can be tried again', async () => {
  let isDown = true
  await openUpgrade({
    '/api/billing': () =>
      isDown ? refusal('unavailable', {}, 503) : Response.json(billing({ provider: null })),
  })
  await screen.findByText('Your subscription could not be loaded')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Payments are not switched on')
})

test('a summary that is refused says why', async () => {
  await openUpgrade({ [INTENTS]: () => refusal('not_admitted', {}, 403) })
  await screen.findByText(/Rooms open once you are admitted/)
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
})
