import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppealLine } from '#contract/moderation/appeals.ts'
import type { ListedCase } from '#contract/moderation/cases.ts'
import { appealLine, caseFile, caseLine, deskId } from '#web/testing/cases.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear(), void (TestStream.all = [])))
afterEach(closeTab)

const moderator = { ...mila, isModerator: true }
const CASES = '/api/desk/cases'
const APPEALS = '/api/desk/appeals'
const found = async (name: string) => within(await screen.findByRole('article', { name }))
const told = (words: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(words),
  )

type Kept = { cases: ListedCase[]; appeals: AppealLine[]; needsSecondAdmin: boolean }

/** The desk, before a club that holds these. */
async function openDesk(kept: Partial<Kept>, path = '/admin/reports') {
  const club: Kept = { cases: [], appeals: [], needsSecondAdmin: false, ...kept }
  const cases = (state: string) => () => {
    const open = club.cases.filter((one) => one.state === 'open')
    return Response.json({
      cases: club.cases.filter((one) => one.state === state),
      next: null,
      open: open.length,
      overdue: open.filter(({ isOverdue }) => isOverdue).length,
      appeals: club.appeals.filter(({ decidedAt }) => !decidedAt).length,
      needsSecondAdmin: club.needsSecondAdmin,
    })
  }
  const appeals = (isDecided: boolean) => () =>
    Response.json({
      appeals: club.appeals.filter(({ decidedAt }) => (decidedAt !== null) === isDecided),
      next: null,
      open: 0,
      needsSecondAdmin: club.needsSecondAdmin,
    })
  const tab = await openTab(path, {
    session: moderator,
    stream: TestStream,
    answers: {
      [`${CASES}?state=open`]: cases('open'),
      [`${CASES}?state=decided`]: cases('decided'),
      [`${APPEALS}?state=open`]: appeals(false),
      [`${APPEALS}?state=decided`]: appeals(true),
    },
  })
  return { ...tab, club }
}

test('what waits says how urgent it is, how long there is still, whom it is about and how often', async () => {
  await openDesk({
    cases: [
      caseLine({
        id: deskId(1),
        number: 'C-2026-000001',
        urgency: 'hour',
        reasons: ['minor'],
        dueAt: '2026-11-21T11:18:00.000Z',
        isOverdue: true,
        reports: 100,
        isTrusted: true,
        awaitsSecond: true,
      }),
      caseLine({ username: null, targets: [], reasons: ['rights', 'other'] }),
    ],
  })
  const first = await found('C-2026-000001: Ben')
  first.getByText('Binnen einer Stunde')
  first.getByText('überfällig: 42 Minuten')
  // what was said, before anything about it
  first.getByText('Niemand will dich hier.')
  expect(first.getByText('Wintergarten').parentElement!.textContent).toBe(
    'Minderjährig · 100 Meldungen · Beitrag · Wintergarten · 2 Stunden alt',
  )
  first.getByText('Vertrauenswürdiger Hinweisgeber')
  first.getByText('Wartet auf zweite Bestätigung')
  const second = await found('C-2026-123456')
  second.getByText('noch 2 Tage')
  second.getByText(/^Eigenes Bild, Name oder Rechte, Anderes · 1 Meldung/)
  second.getByText(/Mitglied nicht bekannt/)
  expect(first.getByRole('link').getAttribute('href')).toBe(`/admin/reports/${deskId(1)}`)
  await told('1 Fall ist überfällig')
  screen.getByRole('button', { name: /^Offen\W+2$/, pressed: true })
})

test('another report appears by itself, and what was decided has its own list', async () => {
  const { club } = await openDesk({ cases: [] })
  await screen.findByText('Kein Fall wartet')
  club.cases = [
    caseLine(),
    caseLine({
      id: deskId(2),
      state: 'decided',
      decision: 'remove',
      decidedAt: '2026-11-20T10:00:00.000Z',
      username: 'Ida',
    }),
  ]
  act(() => TestStream.current.bring({ type: 'reports' }))
  await found('C-2026-123456: Ben')
  await userEvent.click(screen.getByRole('button', { name: 'Entschieden' }))
  const line = await found('C-2026-123456: Ida')
  line.getByText('Entfernen')
  line.getByText('20.11.2026')
})

test('at a desk the others stand beside the case, in their order, and the one that is read is marked', async () => {
  const cases = [
    caseLine({ urgency: 'hour' }),
    caseLine({ id: deskId(2), number: 'C-2026-000002', username: 'Ida', words: null, room: null }),
    caseLine({
      id: deskId(3),
      number: 'C-2026-000003',
      state: 'decided',
      decision: 'warn',
      decidedAt: '2026-11-20T10:00:00.000Z',
    }),
  ]
  const list = (state: string) => () =>
    Response.json({
      cases: cases.filter((one) => one.state === state),
      next: null,
      open: 2,
      overdue: 0,
      appeals: 0,
      needsSecondAdmin: false,
    })
  const file = (id: number, number: string) => Response.json(caseFile({ id: deskId(id), number }))
  const { location } = await openTab(`/admin/reports/${deskId(701)}`, {
    session: moderator,
    stream: TestStream,
    isWide: true,
    answers: {
      [`${CASES}?state=open`]: list('open'),
      [`${CASES}?state=decided`]: list('decided'),
      [`${CASES}/${deskId(701)}`]: () => file(701, 'C-2026-123456'),
      [`${CASES}/${deskId(2)}`]: () => file(2, 'C-2026-000002'),
      [`${CASES}/${deskId(3)}`]: () => file(3, 'C-2026-000003'),
    },
  })
  const beside = within(await screen.findByRole('navigation', { name: 'Fälle' }))
  const current = () =>
    beside
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(({ textContent }) => textContent)
  const [first, second] = await beside.findAllByRole('listitem')
  within(first!).getByText('Niemand will dich hier.')
  expect(within(first!).getByText('Wintergarten').parentElement!.textContent).toBe(
    'Belästigung · Wintergarten · 2 Stunden alt',
  )
  within(second!).getByText('Nur im Fall zu lesen')
  expect(current()).toEqual(['Ben · C-2026-123456'])
  await userEvent.click(beside.getByRole('link', { name: 'Ida · C-2026-000002' }))
  await screen.findByRole('heading', { level: 1, name: 'Fall C-2026-000002' })
  expect(current()).toEqual(['Ida · C-2026-000002'])
  // the list stays where it was scrolled to
  expect(beside.getAllByRole('listitem')[0]).toBe(first)

  await userEvent.click(beside.getByRole('link', { name: 'Zurück zu den Meldungen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Entschieden' }))
  await userEvent.click((await found('C-2026-000003: Ben')).getByRole('link'))
  const decided = within(await screen.findByRole('navigation', { name: 'Fälle' }))
  expect(await decided.findAllByRole('listitem')).toHaveLength(1)
  expect(location().search).toBe('?show=decided')
  const back = decided.getByRole('link', { name: 'Zurück zu den Meldungen' })
  expect(back.getAttribute('href')).toBe('/admin/reports?show=decided')
})

test('what does not come can be tried again', async () => {
  const tab = await openDesk({ cases: [caseLine()] })
  closeTab()
  const LIST = `${CASES}?state=open`
  const fails = { ...tab.server.answers, [LIST]: () => refusal('unavailable', {}, 503) }
  const { server } = await openTab('/admin/reports', { session: moderator, answers: fails })
  await screen.findByText('Die Liste konnte nicht geladen werden')
  server.answers[LIST] = tab.server.answers[LIST]!
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }))
  await found('C-2026-123456: Ben')
})

test('an objection is answered with reasons, by somebody else than who decided first', async () => {
  const { server, club } = await openDesk(
    {
      appeals: [
        appealLine(),
        appealLine({
          id: deskId(602),
          against: 'report',
          number: 'R-2026-000002',
          refusal: 'same_decider',
          decision: { ...appealLine().decision, liftedAt: '2026-11-21T09:00:00.000Z' },
        }),
      ],
    },
    '/admin/reports?show=appeals',
  )
  server.answers[`${APPEALS}/${deskId(601)}/decision`] = ({ body }) => {
    const { isGranted, answer } = body as { isGranted: boolean; answer: string }
    const settled = appealLine({
      decidedAt: '2026-11-21T12:00:00.000Z',
      answeredBy: 'Mila',
      isGranted,
      answer,
    })
    club.appeals = [settled]
    return Response.json(settled)
  }
  const own = await found('Widerspruch zur Meldung R-2026-000002')
  own.getByText(/Den Widerspruch beantwortet jemand anderes/)
  expect(own.queryByRole('button')).toBeNull()
  own.getByText(/aufgehoben 21\.11\.2026/)
  const other = await found('Widerspruch gegen S-2026-123456')
  expect(other.queryByText(/aufgehoben/)).toBeNull()
  other.getByText('Das war ein Zitat.')
  other.getByText('Sperre')
  other.getByText(/Entschieden von Jo/)
  other.getByText('noch 13 Tage')
  await userEvent.click(other.getByRole('button', { name: 'Stattgeben: S-2026-123456' }))
  await other.findByText('Bitte füllen Sie das aus')
  await userEvent.type(other.getByLabelText('Antwort zu S-2026-123456'), 'Stimmt, ein Zitat.')
  await userEvent.click(other.getByRole('button', { name: 'Stattgeben: S-2026-123456' }))
  await told('Dem Widerspruch zu S-2026-123456 ist stattgegeben.')
  await screen.findByText('Kein Widerspruch wartet')
  expect(server.requests.findLast(({ path }) => path.endsWith('/decision'))?.body).toEqual({
    isGranted: true,
    answer: 'Stimmt, ein Zitat.',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Beantwortete zeigen' }))
  const settled = await found('Widerspruch gegen S-2026-123456')
  settled.getByText('Stattgegeben')
  settled.getByText('Stimmt, ein Zitat.')
})

test('of two who answer at once the second is told, and reads what they had written until it is put away', async () => {
  const { server, club } = await openDesk(
    { appeals: [appealLine()] },
    '/admin/reports?show=appeals',
  )
  server.answers[`${APPEALS}/${deskId(601)}/decision`] = () => {
    const at = '2026-11-21T12:00:00.000Z'
    const answered = { decidedAt: at, answeredBy: 'Jo', isGranted: true, answer: 'Stimmt.' }
    club.appeals = [appealLine(answered)]
    return refusal('already_decided', {}, 409)
  }
  const line = await found('Widerspruch gegen S-2026-123456')
  await userEvent.type(line.getByRole('textbox'), 'Nein.')
  await userEvent.click(line.getByRole('button', { name: 'Ablehnen: S-2026-123456' }))
  await told('Zu S-2026-123456 hat inzwischen jemand geantwortet.')
  const name = 'Was Sie zu S-2026-123456 geschrieben hatten'
  const region = await screen.findByRole('region', { name })
  await waitFor(() => expect(document.activeElement).toBe(region))
  await userEvent.click(screen.getByRole('button', { name: 'Beantwortete zeigen' }))
  await found('Widerspruch gegen S-2026-123456')
  const own = within(screen.getByRole('region', { name }))
  own.getByText('Nein.')
  await userEvent.click(own.getByRole('button', { name: 'Verwerfen' }))
  expect(screen.queryByText('Nein.')).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Nein.')
})

test('an answer to an objection that a colleague answered stays above the list', async () => {
  const { club } = await openDesk({ appeals: [appealLine()] }, '/admin/reports?show=appeals')
  const line = await found('Widerspruch gegen S-2026-123456')
  await userEvent.type(line.getByRole('textbox'), 'Nein.')
  club.appeals = []
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const name = 'Was Sie zu S-2026-123456 geschrieben hatten'
  const own = await screen.findByRole('region', { name })
  within(own).getByText('Nein.')
  await waitFor(() => expect(document.activeElement).toBe(own))
})

test('an answer outlives a session that ends, in this tab, until it is sent', async () => {
  const kept = { appeals: [appealLine()] }
  const ended = await openDesk(kept, '/admin/reports?show=appeals')
  const answering = `${APPEALS}/${deskId(601)}/decision`
  ended.server.answers[answering] = () => {
    ended.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  const refuse = async () => {
    const line = await found('Widerspruch gegen S-2026-123456')
    await userEvent.click(line.getByRole('button', { name: 'Ablehnen: S-2026-123456' }))
    return line
  }
  const written = await found('Widerspruch gegen S-2026-123456')
  await userEvent.type(written.getByRole('textbox'), 'Es war kein Zitat.')
  await refuse()
  await waitFor(() => expect(ended.at()).toBe('/login'))
  expect(JSON.stringify({ ...localStorage })).not.toContain('Es war kein Zitat.')
  closeTab()

  const { server, club } = await openDesk(kept, '/admin/reports?show=appeals')
  server.answers[answering] = () => {
    club.appeals = []
    return Response.json(appealLine())
  }
  await refuse()
  await told('Der Widerspruch zu S-2026-123456 ist abgelehnt.')
  expect(server.requests.findLast(({ path }) => path.endsWith('/decision'))?.body).toEqual({
    isGranted: false,
    answer: 'Es war kein Zitat.',
  })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Es war kein Zitat.')
})

test('a year is read in figures and taken along as CSV', async () => {
  const figures = (year: number) => ({
    year,
    reports: 1234,
    notices: 5,
    fromTrusted: 1,
    byReason: [
      { key: 'harassment', count: 3 },
      { key: 'later', count: 1 },
    ],
    cases: { opened: 9, decided: 8, overdue: 1 },
    medianMinutes: 95,
    decisions: [{ key: 'remove', count: 2 }],
    statements: [],
    appeals: { made: 2, granted: 1, refused: 1, open: 0 },
    appealMedianMinutes: null,
    handovers: 1,
    monthlyRecipients: 321,
  })
  const saved: unknown[] = []
  const { server } = await openTab('/admin/reports/figures', {
    session: { ...moderator, isAdmin: true },
    answers: {
      '/api/desk/figures?year=2026': () => Response.json(figures(2026)),
      '/api/desk/figures?year=2025': () => Response.json({ ...figures(2025), reports: 7 }),
      '/api/admin/flaggers': ({ body }) => {
        if (body) saved.push(body)
        return Response.json(body ?? { domains: ['jugendschutz.net'] })
      },
    },
  })
  const value = async (name: string) => (await screen.findByText(name)).nextElementSibling
  expect((await value('Meldungen von Mitgliedern'))?.textContent).toBe('1.234')
  expect((await value('Bis zur Entscheidung (Median)'))?.textContent).toBe('95 Minuten')
  expect((await value('Belästigung'))?.textContent).toBe('3')
  expect((await value('later'))?.textContent).toBe('1')
  expect(screen.getByRole('link', { name: '2026 als CSV' }).getAttribute('href')).toBe(
    '/api/desk/figures.csv?year=2026',
  )
  await userEvent.selectOptions(screen.getByLabelText('Jahr'), '2025')
  await waitFor(async () =>
    expect((await value('Meldungen von Mitgliedern'))?.textContent).toBe('7'),
  )
  const domains = await screen.findByLabelText<HTMLTextAreaElement>('Domains')
  expect(domains.value).toBe('jugendschutz.net')
  await userEvent.type(domains, '\nBKA.de, hateaid.org')
  const save = screen.getByRole('button', { name: 'Speichern' })
  await userEvent.click(save)
  await told('Gespeichert.')
  const three = ['jugendschutz.net', 'bka.de', 'hateaid.org']
  expect(saved).toEqual([{ domains: three, before: ['jugendschutz.net'] }])

  // what is typed while it is saved is not said to be
  const late = Promise.withResolvers<Response>()
  server.answers['/api/admin/flaggers'] = () => late.promise
  await userEvent.type(domains, ', ecosia.org')
  await userEvent.click(save)
  await userEvent.type(domains, ', kjm.de')
  late.resolve(Response.json({ domains: ['ecosia.org'] }))
  await waitFor(() => expect(save.dataset.pending).toBeUndefined())
  expect(screen.queryByText('Gespeichert.')).toBeNull()
  expect(domains.value).toContain('kjm.de')
})
