import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Invoice, Subscription } from '#contract/billing/billing.ts'
import { ASKING_MS, billing, pending, price, subscription } from '#web/testing/billing.ts'
import { closeTab, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

type Opening = {
  own?: Subscription | null
  invoices?: Invoice[]
  answers?: Server['answers']
  language?: 'mul' | 'de' | 'en'
}

/** The card of a member with this contract, which may change afterwards. */
async function openCard({ own = null, invoices = [], answers = {}, language = 'en' }: Opening) {
  const club = { own }
  const tab = await openTab('/settings/contract', {
    session: mila,
    language,
    stream: TestStream,
    answers: {
      '/api/billing': () => Response.json(billing({ subscription: club.own, invoices })),
      '/api/consents': () => Response.json({ consents: [] }),
      ...answers,
    },
  })
  const name = language === 'de' ? 'Abonnement' : 'Subscription'
  const card = within(await screen.findByRole('region', { name }))
  await waitFor(() => expect(card.queryByLabelText(/Loading|Wird geladen/)).toBeNull())
  return { ...tab, card, club }
}

type Part = ReturnType<typeof openCard> extends Promise<{ card: infer Card }> ? Card : never
const facts = (card: Part) =>
  Object.fromEntries(
    card
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  )
const press = (card: Part, name: string) => userEvent.click(card.getByRole('button', { name }))

test('the Free Plan shows its three rooms, the way to Premium and the cancellation notice', async () => {
  const { card } = await openCard({})
  card.getByText('Free Plan')
  card.getByText('Access to 3 rooms')
  card.getByText(/You can cancel at any time/)
  card.getByRole('button', { name: 'Cancel subscription' })
  expect(card.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/upgrade')
})

test.each([
  ['en', /Month by month, cancel whenever you want\.$/],
  ['de', /Monat für Monat, jederzeit kündbar\.$/],
] as const)('in %s the way to Premium leads to a page in it', async (language, lead) => {
  const { card, at } = await openCard({ language })
  await userEvent.click(card.getByRole('link', { name: 'Upgrade' }))
  await screen.findByText(lead)
  expect([at(), document.documentElement.lang]).toEqual(['/upgrade', language])
})

test('on the Free Plan the question of cancelling speaks of no billing period', async () => {
  const { card } = await openCard({})
  await press(card, 'Cancel subscription')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel subscription?' }))
  dialog.getByText(/No paid subscription is running, and nothing will be charged/)
  expect(dialog.queryByText(/billing period/)).toBeNull()
})

test('where no VAT is charged none is named', async () => {
  const untaxed = { ...price, vatPercent: 0, vatCents: 0 }
  const newPrice = {
    price: { ...untaxed, id: '018f0000-0000-7000-8000-0000000000a2', cents: 2490 },
    from: '2027-02-18T10:01:00.000Z',
    approveUrl: null,
  }
  const { card } = await openCard({ own: subscription({ price: untaxed, newPrice }) })
  card.getByText('€19.90 a month')
  card.getByText(/^Today you pay €19.90 a month; from 18 February 2027 it would be €24.90\. This/)
  expect(card.queryByText(/VAT/)).toBeNull()
})

test('a member who agreed to a new price sees it as the next charge before it is the price', async () => {
  const { card } = await openCard({ own: subscription({ nextChargeCents: 2490 }) })
  card.getByText('€19.90 a month, including VAT')
  expect(facts(card)).toMatchObject({ 'Next charge': '€24.90 on 18 December 2026' })
})

test('a subscriber sees what is charged next, when, and for which contract', async () => {
  const { card } = await openCard({ own: subscription() })
  card.getByText('Premium')
  card.getByText('€19.90 a month, including VAT')
  card.getByText('Active')
  expect(facts(card)).toEqual({
    'Next charge': '€19.90 on 18 December 2026',
    'Paid until': '18 December 2026',
    'Order number': 'A-2026-123456',
    'Ordered on': '18 November 2026',
  })
  expect(card.queryByRole('link', { name: 'Upgrade' })).toBeNull()
})

test('who did not agree to a new price is not told that they cancelled', async () => {
  const own = subscription({
    status: 'cancelled',
    nextChargeAt: null,
    endsAt: '2027-01-01T23:00:00.000Z',
  })
  const { card } = await openCard({ own })
  card.getByText(
    'The new price was not confirmed. Everything stays open until 1 January 2027; after that you are on the Free Plan. Nothing more will be charged.',
  )
  expect(card.queryByText(/cancelled/i)).toBeNull()
  card.getByText('Ending')
})

test('days of a contract are days of Berlin, and a period ends with its last', async () => {
  const own = subscription({
    status: 'cancelled',
    nextChargeAt: null,
    cancelledAt: '2026-11-30T23:30:00.000Z',
    endsAt: '2026-12-17T23:00:00.000Z',
  })
  const { card } = await openCard({ own, language: 'de' })
  card.getByText(/Sie haben am 01\.12\.2026 gekündigt\. Bis zum 17\.12\.2026 bleibt alles offen/)
})

test('cancelling asks, and tells in both languages only what the server has done', async () => {
  const cancelled = subscription({
    status: 'cancelled',
    nextChargeAt: null,
    cancelledAt: '2026-11-21T12:00:00.000Z',
    endsAt: '2026-12-18T10:01:00.000Z',
  })
  let answer: (response: Response) => void = () => {}
  const { card, club } = await openCard({
    own: subscription(),
    language: 'mul',
    answers: {
      '/api/billing/cancellations': () => new Promise<Response>((resolve) => (answer = resolve)),
    },
  })
  await press(card, 'Cancel subscription')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel subscription?' }))
  dialog.getByText(/Your access continues until the end of the billing period/)
  await press(dialog, 'Cancel subscription')
  expect(screen.queryByText(/Abonnement gekündigt/)).toBeNull()
  club.own = cancelled
  answer(Response.json(cancelled))
  const title = await screen.findByText('Subscription cancelled', { exact: false })
  expect(title.textContent).toBe('Abonnement gekündigt / Subscription cancelled')
  const until = 'bis zum 18.12.2026 bestehen. Es wird nichts mehr abgebucht.'
  expect(title.parentElement!.textContent).toContain(until)
  expect(title.parentElement!.textContent).toContain('Your access continues until 18.12.2026.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await card.findByText('Cancelled')
  expect(facts(card)).toMatchObject({ 'Next charge': 'None', 'Open until': '18 December 2026' })
  expect(card.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
})

test('a cancellation that fails says so, and changes nothing', async () => {
  const { card } = await openCard({
    own: subscription(),
    answers: { '/api/billing/cancellations': () => refusal('unavailable', {}, 503) },
  })
  await press(card, 'Cancel subscription')
  await press(within(await screen.findByRole('dialog')), 'Cancel subscription')
  await screen.findAllByText('Cancellation failed')
  card.getByText('Active')
})

test('the ways that need no log-in are named as the law names them', async () => {
  const { card } = await openCard({ own: subscription({ withdrawCents: 1724 }) })
  const cancelHere = card.getByRole('link', { name: 'Verträge hier kündigen' })
  expect([cancelHere.getAttribute('href'), cancelHere.lang]).toEqual(['/kuendigen', 'de'])
  const withdrawHere = card.getByRole('link', { name: 'Vertrag widerrufen' })
  expect([withdrawHere.getAttribute('href'), withdrawHere.lang]).toEqual(['/widerruf', 'de'])
  card.getByText(/Until 2 December 2026 you can withdraw .* you would get €17\.24 back/)
})

test('after the time to withdraw nobody is told that they could', async () => {
  const { card } = await openCard({
    own: subscription({ withdrawUntil: null, withdrawCents: null }),
  })
  card.getByRole('link', { name: 'Verträge hier kündigen' })
  expect(card.queryByRole('link', { name: 'Vertrag widerrufen' })).toBeNull()
})

test('a charge that failed says what to do and when it ends', async () => {
  const { card } = await openCard({
    own: subscription({ status: 'past_due', endsAt: '2027-01-01T10:01:00.000Z' }),
  })
  card.getByText('The last charge failed')
  card.getByText(/If that does not work, Premium ends on 1 January 2027\./)
  card.getByRole('button', { name: 'Cancel subscription' })
})

test('a new price needs a yes of its own', async () => {
  const newPrice = { ...price, id: '018f0000-0000-7000-8000-0000000000a2', cents: 2490 }
  const { card, club, server } = await openCard({
    own: subscription({
      newPrice: { price: newPrice, from: '2027-02-18T10:01:00.000Z', approveUrl: null },
    }),
    answers: {
      '/api/billing/price-consents': () => {
        club.own = subscription()
        return Response.json(club.own)
      },
    },
  })
  card.getByText('New price from 18 February 2027')
  card.getByText(/Today you pay €19\.90 .* it would be €24\.90.* Without your consent/)
  await press(card, 'Agree to €24.90 a month')
  const said = await card.findByText('You have agreed to the new price.')
  await waitFor(() => expect(card.queryByText('New price from 18 February 2027')).toBeNull())
  // what was pressed is gone
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'))
  expect(document.activeElement?.contains(said)).toBe(true)
  expect(server.requests).toContainEqual({
    path: '/api/billing/price-consents',
    method: 'POST',
    body: { priceId: newPrice.id },
  })
})

test('a yes to a new price waits for as long as the club may be asking the provider', async () => {
  const newPrice = { ...price, id: '018f0000-0000-7000-8000-0000000000a2', cents: 2490 }
  const { card, server } = await openCard({
    own: subscription({
      newPrice: { price: newPrice, from: '2027-02-18T10:01:00.000Z', approveUrl: null },
    }),
    answers: { '/api/billing/price-consents': () => Response.json(subscription()) },
  })
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limit.mockRestore())
  await press(card, 'Agree to €24.90 a month')
  await waitFor(() => expect(server.times('/api/billing/price-consents')).toBe(1))
  expect(Math.max(...limit.mock.calls.flat())).toBeGreaterThan(ASKING_MS)
})

test('where the provider asks as well, the yes leads there', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  const newPrice = {
    price: { ...price, id: '018f0000-0000-7000-8000-0000000000a2', cents: 2490 },
    from: '2027-02-18T10:01:00.000Z',
    approveUrl: 'http://localhost:4010/approve/2',
  }
  const own = subscription({ newPrice, nextChargeAt: null })
  const { card } = await openCard({
    own,
    answers: { '/api/billing/price-consents': () => Response.json(own) },
  })
  card.getByText(/You agreed to €24\.90 a month.*asks you as well.*ends on 18 February 2027/)
  await press(card, 'Agree at the payment provider')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(newPrice.approveUrl))
  expect(card.queryByText('You have agreed to the new price.')).toBeNull()
  vi.unstubAllGlobals()
})

test.each([
  ['unpaid', /ended on 1 January 2027 because the payment did not go through/],
  ['reversed', /ended on 1 January 2027 because the payment was charged back/],
] as const)('a contract that is over because it was %s says why', async (endedBecause, words) => {
  const over = { status: 'ended', nextChargeAt: null, endsAt: '2027-01-01T10:01:00.000Z' } as const
  const { card } = await openCard({ own: subscription({ ...over, endedBecause }) })
  card.getByText('Free Plan')
  card.getByText(words)
})

test('one that was cancelled and is over needs no explanation', async () => {
  const { card } = await openCard({
    own: subscription({ status: 'ended', nextChargeAt: null, endedBecause: 'cancelled' }),
  })
  card.getByText('Free Plan')
  expect(card.queryByText(/ended on/)).toBeNull()
})

test('every invoice can be looked at and kept', async () => {
  const id = '018f0000-0000-7000-8000-0000000000d1'
  const one = { id, issuedAt: '2026-11-18T10:02:00.000Z', cents: 1990 }
  const { card } = await openCard({
    own: subscription({ status: 'ended' }),
    invoices: [
      { ...one, kind: 'invoice', number: 'R-2026-000001' },
      { ...one, id: id.replace('d1', 'd2'), kind: 'credit_note', number: 'R-2026-000002' },
    ],
  })
  const list = within(card.getByRole('list', { name: 'Invoices' }))
  const pdf = list.getByRole('link', {
    name: 'PDF Invoice R-2026-000001, 18 November 2026, €19.90',
  })
  expect(pdf.getAttribute('href')).toBe(`/api/billing/invoices/${id}/pdf`)
  const view = list.getByRole('link', { name: /^View Corrected invoice R-2026-000002/ })
  expect(view.getAttribute('href')).toMatch(/d2\/html$/)
})

test.each([
  ['withdrawn', /You have withdrawn from contract A-2026-123456\. The refund is on its way/],
  ['refunded', /The money has been paid back/],
] as const)(
  'after a contract was %s the Free Plan says what became of the money',
  async (status, words) => {
    const own = subscription({ status, withdrawUntil: null, withdrawCents: null })
    const { card } = await openCard({ own })
    card.getByText('Free Plan')
    card.getByText(words)
    card.getByRole('link', { name: 'Upgrade' })
  },
)

test('an order that waits is shown with the way back to it', async () => {
  const own = pending({ withdrawUntil: '2026-12-02T22:59:59.999Z', withdrawCents: 0 })
  const { card } = await openCard({ own })
  expect(card.queryByRole('link', { name: 'Vertrag widerrufen' })).toBeNull()
  card.getByText('Free Plan')
  expect(card.getByRole('link', { name: 'To the order' }).getAttribute('href')).toBe(
    `/upgrade/${pending().id}`,
  )
})

test('what was paid elsewhere shows on the open screen', async () => {
  const { card, club } = await openCard({})
  card.getByText('Free Plan')
  club.own = subscription()
  TestStream.current.bring({ type: 'rooms' })
  await card.findByText('Active')
})

test('while nobody knows what runs, nothing is claimed', async () => {
  let isDown = true
  const { card } = await openCard({
    answers: {
      '/api/billing': () =>
        isDown
          ? refusal('unavailable', {}, 503)
          : Response.json(billing({ subscription: subscription() })),
    },
  })
  await card.findByText('Your subscription could not be loaded')
  expect(card.queryByText('Free Plan')).toBeNull()
  isDown = false
  await press(card, 'Try again')
  await card.findByText('Active')
})
