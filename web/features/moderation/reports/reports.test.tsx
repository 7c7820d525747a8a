import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appeal, report } from '#web/testing/cases.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const LIST = '/api/reports'
const ONE = `${LIST}/R-2026-123456`
const decided = {
  state: 'decided',
  decidedAt: '2026-11-21T11:00:00.000Z',
  outcome: 'no_breach',
  mayAppeal: true,
  appealUntil: '2027-05-21T21:59:59.000Z',
} as const

test.each([
  ['suspended', { suspension: { until: '2099-12-24T18:00:00.000Z', reason: 'Rude messages' } }],
  ['not agreeing to new terms', { termsDue: '9.0.0' }],
])('a member who is %s reads what became of their reports, and may object', async (_, change) => {
  const reported = report({ number: 'R-2026-123456', ...decided })
  const { at } = await openTab('/settings/records', {
    session: { ...mila, ...change },
    answers: {
      [LIST]: () => Response.json({ reports: [reported], next: null, limitedUntil: null }),
      [ONE]: () => Response.json(reported),
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Your reports' }))
  await userEvent.click(await screen.findByRole('link', { name: /R-2026-123456/ }))
  expect(await screen.findByRole('button', { name: /^(Object|Send objection)/ })).toBeTruthy()
  expect(at()).toBe('/reports/R-2026-123456')
})

test('the settings lead to one’s reports, each with how it stands, page after page', async () => {
  const { server, at } = await openTab('/settings/records', {
    session: mila,
    answers: {
      [LIST]: () =>
        Response.json({
          reports: [
            report(),
            report({ number: 'R-2026-123457', ...decided, outcome: 'acted', reason: 'threat' }),
          ],
          next: 'R-2026-123457',
          limitedUntil: null,
        }),
      [`${LIST}?before=R-2026-123457`]: () =>
        Response.json({
          reports: [report({ number: 'R-2026-123458', ...decided, appeal: appeal() })],
          next: null,
          limitedUntil: null,
        }),
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Your reports' }))
  await screen.findByRole('heading', { level: 1, name: 'Your reports' })
  expect(at()).toBe('/reports')
  const line = async (number: string) =>
    within(await screen.findByRole('article', { name: number }))
  ;(await line('R-2026-123456')).getByText('Being looked at')
  const second = await line('R-2026-123457')
  second.getByText('We acted')
  second.getByText('A threat or violence')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  ;(await line('R-2026-123458')).getByText('Objection being looked at')
  expect(server.requests.filter(({ path }) => path.startsWith(LIST))).toHaveLength(2)
})

test('more that does not come says why, keeps what is there, and can be asked for again', async () => {
  const page = { reports: [report()], next: 'R-2026-123456', limitedUntil: null }
  const rest = `${LIST}?before=R-2026-123456`
  const { server } = await openTab('/reports', {
    session: mila,
    answers: {
      [LIST]: () => Response.json(page),
      [rest]: () => refusal('unavailable', {}, 503),
    },
  })
  const more = await screen.findByRole('button', { name: 'Load more' })
  await userEvent.click(more)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/The club cannot do this right now/)
  screen.getByRole('article', { name: 'R-2026-123456' })
  server.answers[rest] = () =>
    Response.json({ ...page, reports: [report({ number: 'R-2026-123457' })], next: null })
  await userEvent.click(more)
  await screen.findByRole('article', { name: 'R-2026-123457' })
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBe(null)
})

test('nobody reported anything, or may for a while; what does not come can be tried again', async () => {
  const { server } = await openTab('/reports', {
    session: mila,
    answers: { [LIST]: () => refusal('unavailable', {}, 503) },
  })
  await screen.findByText('Your reports could not be loaded')
  server.answers[LIST] = () =>
    Response.json({ reports: [], next: null, limitedUntil: '2026-12-01T18:00:00.000Z' })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('You have not reported anything')
  screen.getByText(/You cannot report until 1 December 2026/)
  expect(screen.getByRole('link', { name: /how to object/ }).getAttribute('href')).toBe(
    '/statements',
  )
})

test('a case page says what was reported and by when it is decided, and nothing of the other', async () => {
  await openTab('/reports/R-2026-123456', {
    session: mila,
    answers: { [ONE]: () => Response.json(report({ details: 'Schon wieder.' })) },
  })
  await screen.findByRole('heading', { level: 1, name: 'Report R-2026-123456' })
  await screen.findByText('Du bist hässlich.')
  screen.getByText('Schon wieder.')
  screen.getByText(/our decision by email, by 24 November 2026/)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('“no breach” is told in plain words and can be objected to, once', async () => {
  let stands = report(decided)
  const { server } = await openTab('/reports/R-2026-123456', {
    session: mila,
    answers: {
      [ONE]: () => Response.json(stands),
      [`${ONE}/appeals`]: ({ body }) => {
        stands = report({ ...decided, mayAppeal: false, appeal: appeal(body as { text: string }) })
        return Response.json(stands.appeal)
      },
    },
  })
  await screen.findByText(/found nothing that breaks the law/)
  screen.getByText(/You can object until 21 May 2027/)
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  await screen.findByText('Please fill in this field')
  const words = screen.getByLabelText('Your objection')
  expect(document.activeElement).toBe(words)
  await userEvent.type(words, 'Das war eine Drohung.')
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  await screen.findByText('Your objection has arrived.')
  screen.getByText(/answer by 5 December 2026/)
  screen.getByText('Das war eine Drohung.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(server.times(`${ONE}/appeals`)).toBe(1)
})

test('the answer to an objection stands with it, and a number of somebody else’s shows nothing', async () => {
  const { server } = await openTab('/reports/R-2026-123456', {
    session: mila,
    answers: {
      [ONE]: () =>
        Response.json(
          report({
            ...decided,
            mayAppeal: false,
            appeal: appeal({
              decidedAt: '2026-11-25T10:00:00.000Z',
              isGranted: false,
              answer: 'Wir bleiben dabei.',
            }),
          }),
        ),
    },
  })
  await screen.findByText('Objection not upheld')
  screen.getByText('Wir bleiben dabei.')
  closeTab()
  server.answers[ONE] = () => refusal('PGRST116', {}, 404)
  await openTab('/reports/R-2026-123456', { session: mila, answers: server.answers })
  await waitFor(() => screen.getByText('There is no report of yours under this number'))
})
