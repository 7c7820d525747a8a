import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnswerOf } from '#contract/endpoint.ts'
import type {
  DeclarationLine,
  getMoneyFigures,
  RefundLine,
  SubscriptionLine,
} from '#contract/billing/backOffice.ts'
import { fill } from '#web/testing/fill.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { parseCents } from './euros.ts'

afterEach(() => (closeTab(), vi.restoreAllMocks()))

const MONEY = '/api/admin/money'
const PROVE = '/api/auth/proof'
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const orderOf = (number: number) => `A-2026-10000${number}`
const admin = { ...mila, isAdmin: true }

const subscription = (number: number, more: Partial<SubscriptionLine> = {}): SubscriptionLine => ({
  id: idOf(number),
  number: orderOf(number),
  username: `Guest${number}`,
  status: 'active',
  cents: 1990,
  orderedAt: '2026-11-02T18:05:00.000Z',
  periodEnd: '2026-12-02T18:05:00.000Z',
  failures: 0,
  ...more,
})
const refund = (number: number, more: Partial<RefundLine> = {}): RefundLine => ({
  id: idOf(number),
  number: orderOf(number),
  username: null,
  cents: 1592,
  reason: 'withdrawal',
  status: 'open',
  requestedAt: '2026-11-10T10:00:00.000Z',
  dueAt: '2026-11-24T10:00:00.000Z',
  doneAt: null,
  ...more,
})
const declaration = (number: number, more: Partial<DeclarationLine> = {}): DeclarationLine => ({
  id: idOf(number),
  reference: `KU-2026-20000${number}`,
  kind: 'cancellation',
  receivedAt: '2026-11-20T18:05:00.000Z',
  name: 'Mia Müller',
  contract: `mia${number}@example.org`,
  email: 'mia@example.org',
  isExtraordinary: false,
  reason: null,
  endDate: null,
  state: 'waiting',
  number: null,
  settlement: null,
  ...more,
})
type Figures = AnswerOf<typeof getMoneyFigures>
const quiet: Figures = {
  months: [],
  active: 0,
  failing: 0,
  openRefunds: 0,
  comparedAt: null,
  drift: [],
}

type Sent = { method: string; path: string; body: unknown }
type Desk = {
  subscriptions: SubscriptionLine[]
  refunds: RefundLine[]
  declarations: DeclarationLine[]
  figures: Figures
  refuse: Record<string, () => Response | Promise<Response>>
  needsProof: boolean
  sent: Sent[]
}

/** The desk before a server that keeps the books. Pages hold two lines. */
async function openDesk(
  start: Partial<Desk> = {},
  { path = '/admin/money', language = 'mul' as 'mul' | 'en' } = {},
) {
  const desk: Desk = {
    subscriptions: [],
    refunds: [],
    declarations: [],
    figures: quiet,
    refuse: {},
    needsProof: false,
    sent: [],
    ...start,
  }
  const page = <T extends { id: string }>(all: T[], after: string | null) => {
    const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0
    return { lines: all.slice(from, from + 2), hasMore: all.length > from + 2 }
  }
  const lists: Record<string, (query: URLSearchParams) => object> = {
    subscriptions: (query) => {
      const wanted = query.get('search') ?? ''
      const filter = query.get('filter')
      const found = desk.subscriptions.filter(
        ({ status, number, username }) =>
          `${number} ${username}`.includes(wanted) &&
          (filter === 'failing' ? status === 'past_due' : filter === 'all' || status === filter),
      )
      return page(found, query.get('after'))
    },
    refunds: (query) =>
      page(
        desk.refunds.filter(({ status }) => query.get('filter') === 'all' || status !== 'done'),
        query.get('after'),
      ),
    declarations: (query) => {
      const waiting = desk.declarations.filter(({ state }) => state === 'waiting')
      const shown = query.get('filter') === 'all' ? desk.declarations : waiting
      return { ...page(shown, query.get('after')), waiting: waiting.length }
    },
    figures: () => desk.figures,
  }
  const serve = ({ method, path, body }: Sent) => {
    const url = new URL(path, 'http://club')
    const [name = ''] = url.pathname.slice(MONEY.length + 1).split('/')
    const refused = desk.refuse[`${method} ${url.pathname}`]
    if (method === 'GET' && name !== 'ledger')
      return refused?.() ?? Response.json(lists[name]!(url.searchParams))
    if (path === PROVE) {
      if ((body as { password: string }).password !== 'right')
        return refusal('invalid_credentials', {}, 401)
      desk.needsProof = false
      return done()
    }
    if (desk.needsProof) return refusal('proof_needed', {}, 403)
    desk.sent.push({ method, path, body })
    if (refused) return refused()
    if (name === 'ledger') return new Response('number;cents\r\n')
    const [, , id] = path.slice('/api/admin/'.length).split('/')
    const settle = (one: DeclarationLine): DeclarationLine =>
      one.id === id ? { ...one, state: 'settled' } : one
    if (name === 'declarations') desk.declarations = desk.declarations.map(settle)
    return done()
  }
  const after = [undefined, ...Array.from({ length: 9 }, (_, number) => idOf(number))]
  const words = [undefined, 'Guest2', 'nobody']
  const asked = (list: string, filters: string[], searches: (string | undefined)[] = [undefined]) =>
    filters.flatMap((filter) =>
      after.flatMap((last) =>
        searches.map((search) => {
          const pairs = Object.entries({ filter, after: last, search }).filter(([, one]) => one)
          return `${MONEY}/${list}?${new URLSearchParams(pairs as [string, string][])}`
        }),
      ),
    )
  const acts = after.flatMap((id) => [
    `${MONEY}/subscriptions/${id}/refunds`,
    `${MONEY}/refunds/${id}/tries`,
    `${MONEY}/declarations/${id}/settlement`,
  ])
  const paths = [
    PROVE,
    `${MONEY}/figures`,
    `${MONEY}/ledger/2026-11`,
    ...asked('subscriptions', ['all', 'active', 'ending', 'failing'], words),
    ...asked('refunds', ['open', 'all']),
    ...asked('declarations', ['waiting', 'all']),
    ...acts,
  ]
  const answers = Object.fromEntries(paths.map((one) => [one, serve]))
  const tab = await openTab(path, { session: admin, language, answers })
  return { desk, tab }
}

const press = async (name: string | RegExp, where?: HTMLElement) =>
  userEvent.click(await (where ? within(where) : screen).findByRole('button', { name }))
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
const dialog = (name: string) => screen.findByRole('dialog', { name })

test('every contract is shown with its member, its state and what is paid, in German in the mixture', async () => {
  await openDesk({
    subscriptions: [
      subscription(1),
      subscription(2, { username: null, status: 'pending', periodEnd: null, failures: 2 }),
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Zahlungen' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
  const [first, second] = await rows('Abonnements')
  expect(first?.textContent).toContain(orderOf(1))
  expect(first?.textContent).toContain('Guest1')
  expect(first?.textContent).toContain('Laufend')
  expect(first?.textContent?.replaceAll('\u00a0', ' ')).toContain('19,90 €')
  expect(first?.textContent).toContain('02.12.2026')
  expect(second?.textContent).toContain('Konto gelöscht')
  expect(second?.textContent).toContain('2 Fehlversuche')
  // nothing was paid, so nothing goes back
  expect(within(second!).queryByRole('button')).toBe(null)
})

test('they are found by name or number, filtered, and followed page by page, each with an address', async () => {
  const { tab } = await openDesk({
    subscriptions: [subscription(1), subscription(2), subscription(3, { status: 'ended' })],
  })
  expect(await rows('Abonnements')).toHaveLength(2)
  await press('Weitere laden')
  await waitFor(async () => expect(await rows('Abonnements')).toHaveLength(3))
  await userEvent.type(screen.getByRole('searchbox'), 'Guest2{Enter}')
  await waitFor(async () => expect(await rows('Abonnements')).toHaveLength(1))
  expect(tab.location().search).toBe('?search=Guest2')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  screen.getByText('1 Treffer')
  await press('Suche leeren')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await press('Laufend')
  await waitFor(async () => expect(await rows('Abonnements')).toHaveLength(2))
  expect(tab.location().search).toBe('?filter=active')
  await press('Auslaufend')
  expect(await screen.findByText('Nichts gefunden')).toBeTruthy()
})

test('the parts are links, the current one is marked, and what waits is counted', async () => {
  const { tab } = await openDesk({
    subscriptions: [subscription(1, { status: 'past_due' }), subscription(2)],
    figures: { ...quiet, failing: 1, openRefunds: 2 },
    declarations: [declaration(1)],
  })
  const parts = await screen.findByRole('navigation', { name: 'Bereiche dieser Seite' })
  await waitFor(() =>
    expect(
      within(parts)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Abonnements',
      'Fehlgeschlagene Zahlungen, 1',
      'Erstattungen, 2',
      'Erklärungen, 1',
      'Summen',
    ]),
  )
  await userEvent.click(within(parts).getByRole('link', { name: /^Fehlgeschlagene/ }))
  expect(await rows('Fehlgeschlagene Zahlungen')).toHaveLength(1)
  expect(tab.location().search).toBe('?part=failing')
  const current = within(parts).getByRole('link', { current: 'page' })
  expect(current.textContent).toContain('Fehlgeschlagene')
})

test('a refund by hand asks for amount, reason and password, and the focus comes back', async () => {
  const { desk } = await openDesk({ subscriptions: [subscription(1)], needsProof: true })
  await press(`Erstatten, ${orderOf(1)}`)
  const asking = await dialog(`Erstattung zu ${orderOf(1)}`)
  await press('Erstatten', asking)
  expect(within(asking).getByText(/Bitte geben Sie einen Betrag ein/)).toBeTruthy()
  expect(within(asking).getByText('Bitte geben Sie einen Grund an')).toBeTruthy()
  await userEvent.type(within(asking).getByLabelText('Betrag in Euro'), '5,50')
  await fill(within(asking).getByLabelText('Grund'), 'Kulanz')
  await press('Erstatten', asking)
  const proof = await dialog('Bitte bestätigen Sie, dass Sie es sind')
  await userEvent.type(within(proof).getByLabelText('Passwort'), 'wrong')
  await press('Bestätigen', proof)
  expect(await within(proof).findByText('Dieses Passwort ist nicht richtig.')).toBeTruthy()
  expect(desk.sent).toEqual([])
  await userEvent.clear(within(proof).getByLabelText('Passwort'))
  await userEvent.type(within(proof).getByLabelText('Passwort'), 'right')
  await press('Bestätigen', proof)
  expect(await screen.findByText(`Die Erstattung zu ${orderOf(1)} ist unterwegs.`)).toBeTruthy()
  expect(desk.sent).toEqual([
    {
      method: 'POST',
      path: `${MONEY}/subscriptions/${idOf(1)}/refunds`,
      body: { id: expect.any(String), cents: 550, note: 'Kulanz' },
    },
  ])
  const button = await screen.findByRole('button', { name: `Erstatten, ${orderOf(1)}` })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('too high an amount is told beside it; what is tried again is the same refund', async () => {
  const { desk } = await openDesk({ subscriptions: [subscription(1)] }, { language: 'en' })
  const path = `POST ${MONEY}/subscriptions/${idOf(1)}/refunds`
  await press(`Refund, ${orderOf(1)}`)
  const asking = await dialog(`Refund for ${orderOf(1)}`)
  await userEvent.type(within(asking).getByLabelText('Amount in euros'), '99')
  await fill(within(asking).getByLabelText('Reason'), 'Goodwill')
  desk.refuse[path] = () => refusal('refund_too_high', {}, 422)
  await press('Pay back', asking)
  expect(await within(asking).findByText(/more than is left/)).toBeTruthy()
  desk.refuse[path] = () => refusal('unavailable', {}, 503)
  await press('Pay back', asking)
  await waitFor(() => expect(within(asking).getAllByRole('alert').at(-1)?.textContent).toBeTruthy())
  expect(within(asking).getByLabelText<HTMLInputElement>('Amount in euros').value).toBe('99')
  desk.refuse = {}
  await press('Pay back', asking)
  await waitFor(() => expect(desk.sent).toHaveLength(3))
  expect(new Set(desk.sent.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
})

test('a refund nobody heard of is the same one when its window is opened again', async () => {
  const { desk } = await openDesk({ subscriptions: [subscription(1)] }, { language: 'en' })
  const path = `POST ${MONEY}/subscriptions/${idOf(1)}/refunds`
  desk.refuse[path] = () => new Response('gone', { status: 502 })
  await press(`Refund, ${orderOf(1)}`)
  const asking = await dialog(`Refund for ${orderOf(1)}`)
  await userEvent.type(within(asking).getByLabelText('Amount in euros'), '5')
  await fill(within(asking).getByLabelText('Reason'), 'Goodwil')
  await press('Pay back', asking)
  await waitFor(() => expect(within(asking).getAllByRole('alert').at(-1)?.textContent).toBeTruthy())
  await press('Cancel', asking)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  desk.refuse = {}
  await press(`Refund, ${orderOf(1)}`)
  const again = await dialog(`Refund for ${orderOf(1)}`)
  const amount = within(again).getByLabelText<HTMLInputElement>('Amount in euros')
  expect(amount.value).toBe('5')
  await userEvent.type(amount, ',00')
  await userEvent.type(within(again).getByLabelText('Reason'), 'l')
  await press('Pay back', again)
  await screen.findByText(`The refund for ${orderOf(1)} is on its way.`)
  const [first, second] = desk.sent.map(({ body }) => body as { id: string; cents: number })
  expect(second).toEqual({ ...first, note: 'Goodwill' })

  // one that has arrived is done with
  await press(`Refund, ${orderOf(1)}`)
  const next = await dialog(`Refund for ${orderOf(1)}`)
  expect(within(next).getByLabelText<HTMLInputElement>('Amount in euros').value).toBe('')
  await userEvent.type(within(next).getByLabelText('Amount in euros'), '5')
  await fill(within(next).getByLabelText('Reason'), 'Once more')
  await press('Pay back', next)
  await waitFor(() => expect(desk.sent).toHaveLength(3))
  expect((desk.sent[2]!.body as { id: string }).id).not.toBe(first!.id)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refund nobody heard of is the same one after a reload, and one that arrived is done with', async () => {
  const start = () => openDesk({ subscriptions: [subscription(1)] }, { language: 'en' })
  const path = `POST ${MONEY}/subscriptions/${idOf(1)}/refunds`
  const amountIn = (where: HTMLElement) =>
    within(where).getByLabelText<HTMLInputElement>('Amount in euros')
  const begin = async () => {
    await press(`Refund, ${orderOf(1)}`)
    return dialog(`Refund for ${orderOf(1)}`)
  }
  const lost = await start()
  lost.desk.refuse[path] = () => {
    lost.tab.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  const asking = await begin()
  await userEvent.type(amountIn(asking), '5')
  await fill(within(asking).getByLabelText('Reason'), 'Goodwill')
  await press('Pay back', asking)
  await waitFor(() => expect(lost.tab.at()).toBe('/login'))
  closeTab()

  const { desk } = await start()
  const again = await begin()
  expect(amountIn(again).value).toBe('5')
  await userEvent.type(amountIn(again), '{Enter}')
  await screen.findByText(`The refund for ${orderOf(1)} is on its way.`)
  expect(desk.sent.map(({ body }) => body)).toEqual([lost.desk.sent[0]!.body])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Goodwill')
  expect(amountIn(await begin()).value).toBe('')
})

test('the window of a refund stays until it is known what became of it', async () => {
  const { desk } = await openDesk({ subscriptions: [subscription(1)] }, { language: 'en' })
  const late = Promise.withResolvers<Response>()
  desk.refuse[`POST ${MONEY}/subscriptions/${idOf(1)}/refunds`] = () => late.promise
  await press(`Refund, ${orderOf(1)}`)
  const asking = await dialog(`Refund for ${orderOf(1)}`)
  await userEvent.type(within(asking).getByLabelText('Amount in euros'), '5')
  await fill(within(asking).getByLabelText('Reason'), 'Goodwill')
  await press('Pay back', asking)
  await press('Cancel', asking)
  late.resolve(refusal('unavailable', {}, 503))
  await waitFor(() => expect(within(asking).getAllByRole('alert').at(-1)?.textContent).toBeTruthy())
  await press('Cancel', asking)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an extraordinary cancellation may be ended at once, an ordinary one may not', async () => {
  const { desk } = await openDesk(
    {
      declarations: [
        declaration(1, { isExtraordinary: true, reason: 'Belästigung', number: orderOf(1) }),
        declaration(2),
      ],
    },
    { path: '/admin/money?part=declarations' },
  )
  const [first, second] = [await declared(1), await declared(2)]
  await press(/erledigen/, second)
  expect(within(second).queryByRole('checkbox')).toBeNull()
  await press(/erledigen/, first)
  within(first).getByText('Bis hierher gilt sie als ordentliche Kündigung.')
  const atOnce = within(first).getByRole<HTMLInputElement>('checkbox', { name: /sofort beenden/ })
  expect(atOnce.checked).toBe(false)
  await userEvent.click(atOnce)
  await fill(within(first).getByLabelText('Was sich ergeben hat'), 'Belegt.')
  await press('Erledigen', first)
  await screen.findByText('KU-2026-200001 ist erledigt.')
  expect(desk.sent.at(-1)?.body).toEqual({
    number: orderOf(1),
    note: 'Belegt.',
    endsAtOnce: true,
  })
})

test('amounts are read as people write them', () => {
  const read = ['19,90', '19.9', '19', ' 0,05 € ', '0', '-1', '1,999', 'x', '']
  expect(read.map(parseCents)).toEqual([1990, 1990, 1900, 5, null, null, null, null, null])
  expect(['١٩٫٩٠', '१९,९०', '１９．９０ €', '€19.90'].map(parseCents)).toEqual([
    1990, 1990, 1990, 1990,
  ])
})

test('refunds show why and until when; one that failed is tried again', async () => {
  const { desk } = await openDesk(
    {
      refunds: [
        refund(1, { status: 'failed', dueAt: '2026-11-20T10:00:00.000Z' }),
        refund(2, { status: 'done', username: 'Ben', doneAt: '2026-11-12T10:00:00.000Z' }),
      ],
    },
    { path: '/admin/money?part=refunds' },
  )
  const [failed] = await rows('Erstattungen')
  expect(failed?.textContent).toContain('Widerruf')
  expect(failed?.textContent).toContain('Überfällig')
  await press(`Noch einmal, Erstattung zu ${orderOf(1)}`)
  expect(await screen.findByText(/wird noch einmal versucht/)).toBeTruthy()
  expect(desk.sent.map(({ path }) => path)).toEqual([`${MONEY}/refunds/${idOf(1)}/tries`])
  desk.refuse[`POST ${MONEY}/refunds/${idOf(1)}/tries`] = () => refusal('already_decided', {}, 409)
  await press(`Noch einmal, Erstattung zu ${orderOf(1)}`)
  expect(await screen.findByText(/hat inzwischen jemand anderes erledigt/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Erstattungen' }))
  await press('Alle')
  await waitFor(async () => expect(await rows('Erstattungen')).toHaveLength(2))
})

const declared = (number: number) =>
  screen.findByRole('article', { name: `KU-2026-20000${number}` })

test('a declaration that waits is put to its contract with a note, and the focus goes on', async () => {
  const reason = 'Der Club war zwei Wochen zu.'
  const { desk } = await openDesk(
    { declarations: [declaration(1, { isExtraordinary: true, reason }), declaration(2)] },
    { path: '/admin/money?part=declarations' },
  )
  const first = await declared(1)
  expect(first.textContent).toContain('Kündigung aus wichtigem Grund')
  expect(first.textContent).toContain(reason)
  expect(first.textContent).toContain('mia1@example.org')
  await press(/erledigen/, first)
  const number = within(first).getByLabelText('Bestellnummer')
  expect(document.activeElement).toBe(number)
  await press('Erledigen', first)
  expect(within(first).getByText('Bitte schreiben Sie, was sich ergeben hat')).toBeTruthy()
  await fill(number, orderOf(1))
  await fill(within(first).getByLabelText('Was sich ergeben hat'), 'Am Telefon geklärt')
  await press('Erledigen', first)
  await waitFor(async () => expect(document.activeElement).toBe(await declared(2)))
  expect(screen.getByText('KU-2026-200001 ist erledigt.').getAttribute('role')).toBe('status')
  expect(desk.sent).toEqual([
    {
      method: 'POST',
      path: `${MONEY}/declarations/${idOf(1)}/settlement`,
      body: { number: orderOf(1), note: 'Am Telefon geklärt' },
    },
  ])
})

test('it may belong to no contract; Escape keeps what is typed; a wrong number is told beside it', async () => {
  const { desk } = await openDesk(
    { declarations: [declaration(1)] },
    { path: '/admin/money?part=declarations', language: 'en' },
  )
  const first = await declared(1)
  await press(/^Settle KU/, first)
  await userEvent.type(within(first).getByLabelText('Order number'), 'A-1')
  await fill(within(first).getByLabelText('What was found out'), 'No such member')
  await userEvent.keyboard('{Escape}')
  const opener = await within(first).findByRole('button', { name: /^Settle KU/ })
  await waitFor(() => expect(document.activeElement).toBe(opener))
  await userEvent.keyboard('{Enter}')
  const path = `POST ${MONEY}/declarations/${idOf(1)}/settlement`
  desk.refuse[path] = () => refusal('nothing_to_cancel', {}, 409)
  await press('Settle', first)
  expect(await within(first).findByText(/no such contract/)).toBeTruthy()
  desk.refuse = {}
  await userEvent.clear(within(first).getByLabelText('Order number'))
  await press('Settle', first)
  expect(await screen.findByText('No declaration waits for a person')).toBeTruthy()
  expect(desk.sent.at(-1)?.body).toEqual({ note: 'No such member' })
})

test('what somebody else settled is told, and all of them can be looked through', async () => {
  const settlement = { note: 'Doppelt', by: 'Nora', at: '2026-11-21T10:00:00.000Z' }
  const { desk } = await openDesk(
    { declarations: [declaration(1), declaration(2, { state: 'settled', settlement })] },
    { path: '/admin/money?part=declarations' },
  )
  const first = await declared(1)
  await press(/erledigen/, first)
  await userEvent.type(within(first).getByLabelText('Was sich ergeben hat'), 'x')
  desk.refuse[`POST ${MONEY}/declarations/${idOf(1)}/settlement`] = () =>
    refusal('already_decided', {}, 409)
  await press('Erledigen', first)
  expect(await screen.findByText(/hat inzwischen jemand anderes erledigt/)).toBeTruthy()
  within(first).getByDisplayValue('x')
  await press('Alle')
  const second = await declared(2)
  expect(second.textContent).toContain('Erledigt von Nora')
  expect(second.textContent).toContain('Doppelt')
  expect(within(second).queryByRole('button')).toBe(null)
})

const november = {
  month: '2026-11',
  started: 3,
  ended: 1,
  payments: 4,
  grossCents: 7960,
  vatCents: 1271,
  refundedCents: 1592,
}

test('the figures show each month and what the comparison found', async () => {
  await openDesk(
    {
      figures: {
        ...quiet,
        active: 1234,
        months: [november],
        comparedAt: '2026-11-21T03:00:00.000Z',
        drift: [
          {
            number: orderOf(1),
            found: 'a payment was missing',
            isRepaired: true,
            at: '2026-11-21T03:00:00.000Z',
          },
          {
            number: orderOf(2),
            found: 'unknown there',
            isRepaired: false,
            at: '2026-11-21T03:00:00.000Z',
          },
        ],
      },
    },
    { path: '/admin/money?part=figures' },
  )
  expect((await screen.findByText('Laufende Abonnements')).parentElement?.textContent).toContain(
    '1.234',
  )
  const [month] = await rows('Nach Monaten')
  const words = month?.textContent?.replaceAll('\u00a0', ' ')
  for (const one of ['November 2026', '79,60 €', '12,71 €', '15,92 €']) expect(words).toContain(one)
  const [repaired, open] = await rows('Unterschiede zum Zahlungsanbieter')
  expect(repaired?.textContent).toContain('Behoben')
  expect(open?.textContent).toContain('Braucht einen Menschen')
})

test('a month is exported after the password, and a refusal is told', async () => {
  const { desk } = await openDesk(
    { figures: { ...quiet, months: [november] }, needsProof: true },
    { path: '/admin/money?part=figures' },
  )
  const made = vi.fn<(blob: Blob) => string>(() => 'blob:ledger')
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => {} })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await press('Buchungen von November 2026 als CSV')
  const proof = await dialog('Bitte bestätigen Sie, dass Sie es sind')
  await userEvent.type(within(proof).getByLabelText('Passwort'), 'right')
  await press('Bestätigen', proof)
  await waitFor(() => expect(saved).toEqual(['ledger-2026-11.csv']))
  expect(await made.mock.calls[0]![0].text()).toContain('number;cents')
  desk.refuse[`GET ${MONEY}/ledger/2026-11`] = () => refusal('unavailable', {}, 503)
  await press('Buchungen von November 2026 als CSV')
  expect((await screen.findByRole('alert')).textContent).toBeTruthy()
})

test('what does not load says so and comes at the second try', async () => {
  const { desk } = await openDesk({
    refuse: { [`GET ${MONEY}/subscriptions`]: () => refusal('unavailable', {}, 503) },
  })
  expect(await screen.findByText('Das konnte nicht geladen werden')).toBeTruthy()
  desk.refuse = {}
  await press('Noch einmal versuchen')
  expect(await screen.findByText('Es gibt noch keine Abonnements')).toBeTruthy()
})

test('a note on a declaration outlives the session, in this tab, until it is sent', async () => {
  const path = `${MONEY}/declarations/${idOf(1)}/settlement`
  const open = () =>
    openDesk({ declarations: [declaration(1)] }, { path: '/admin/money?part=declarations' })
  const ended = await open()
  ended.desk.refuse[`POST ${path}`] = () => {
    ended.tab.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  const first = await declared(1)
  await press(/erledigen/, first)
  await fill(within(first).getByLabelText('Was sich ergeben hat'), 'Kein Vertrag')
  await press('Erledigen', first)
  await waitFor(() => expect(ended.tab.at()).toBe('/login'))
  closeTab()

  const { desk } = await open()
  const again = await declared(1)
  within(again).getByDisplayValue('Kein Vertrag')
  await press('Erledigen', again)
  await screen.findByText('KU-2026-200001 ist erledigt.')
  expect(desk.sent).toEqual([{ method: 'POST', path, body: { note: 'Kein Vertrag' } }])
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Kein Vertrag'))
})

test.each(['by a look', 'by a refusal'])(
  'a note on a declaration that a colleague settled stays above the list, heard of %s',
  async (way) => {
    const { desk } = await openDesk(
      { declarations: [declaration(1), declaration(2)] },
      { path: '/admin/money?part=declarations' },
    )
    const first = await declared(1)
    await press(/erledigen/, first)
    await userEvent.type(within(first).getByLabelText('Was sich ergeben hat'), 'Kein Vertrag')
    desk.declarations = [declaration(1, { state: 'settled' }), declaration(2)]
    desk.refuse[`POST ${MONEY}/declarations/${idOf(1)}/settlement`] = () =>
      refusal('already_decided', {}, 409)
    if (way === 'by a look') act(() => void window.dispatchEvent(new Event('visibilitychange')))
    else await press('Erledigen', first)
    const name = 'Was Sie zu KU-2026-200001 geschrieben hatten'
    const own = await screen.findByRole('region', { name })
    within(own).getByText('Kein Vertrag')
    await waitFor(() => expect(document.activeElement).toBe(own))
    screen.getByText(/KU-2026-200001 geschrieben hatten, lässt sich hier nicht mehr absenden/)
    await press('Alle')
    await declared(1)
    await press('Verwerfen', screen.getByRole('region', { name }))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Kein Vertrag')
  },
)
