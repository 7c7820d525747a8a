import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const VIEWS = '/api/mine/document-views'
const LOOKS = '/api/mine/looks'
const MAILS = '/api/mine/mails'

async function openCard(name: string, answers: Server['answers'], language: 'mul' | 'de' = 'mul') {
  const tab = await openTab('/settings/records', { session: mila, answers, language })
  return { ...tab, card: within(await screen.findByRole('region', { name })) }
}

test('who looked at documents is told by time and purpose, and never by name', async () => {
  const { card, server } = await openCard('Who viewed my documents', {
    [VIEWS]: () =>
      Response.json({
        views: [
          { at: '2026-11-20T10:00:00.000Z', side: 'selfie', purpose: 'review' },
          { at: '2026-11-20T09:59:00.000Z', side: 'front', purpose: 'review' },
        ],
      }),
  })
  card.getByText(/We do not say which of us it was/)
  expect(server.times(VIEWS)).toBe(0)
  const opener = card.getByRole('button', { name: 'Show views' })
  await userEvent.click(opener)
  const list = within(await card.findByRole('list', { name: 'Who viewed my documents' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^20 November 2026, .*Selfie, Identity review$/),
    expect.stringMatching(/^20 November 2026, .*Front, Identity review$/),
  ])
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(card.getByRole('button', { name: 'Hide views' }))
  expect(card.queryByRole('list')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('who read reported words of a table is told by time, capacity and case, and never by name', async () => {
  const { card, server } = await openCard('Who looked', {
    [LOOKS]: () =>
      Response.json({
        looks: [
          {
            at: '2026-11-20T10:00:00.000Z',
            capacity: 'admin',
            caseNumber: 'C-2026-000002',
            isAbout: true,
          },
          {
            at: '2026-11-20T09:59:00.000Z',
            capacity: 'moderator',
            caseNumber: 'C-2026-000001',
            isAbout: false,
          },
        ],
      }),
  })
  card.getByText(/We do not say who it was or who reported/)
  expect(server.times(LOOKS)).toBe(0)
  await userEvent.click(card.getByRole('button', { name: 'Show when they were read' }))
  const list = within(await card.findByRole('list', { name: 'Who looked' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^20 November 2026, .*Admin, case C-2026-000002, your words$/),
    expect.stringMatching(/^20 November 2026, .*Moderator, case C-2026-000001, your report$/),
  ])
})

test('before anything stands there it says no more than that', async () => {
  const { card } = await openCard(
    'Wer hineingesehen hat',
    { [LOOKS]: () => Response.json({ looks: [] }) },
    'de',
  )
  await userEvent.click(card.getByRole('button', { name: 'Zeigen, wann gelesen wurde' }))
  await card.findByText('Hier steht noch nichts.')
})

test('nobody looked: it says so', async () => {
  const { card } = await openCard('Who viewed my documents', {
    [VIEWS]: () => Response.json({ views: [] }),
  })
  await userEvent.click(card.getByRole('button', { name: 'Show views' }))
  await card.findByText('Nobody has opened a document of yours so far.')
})

test('mails are listed by time and subject, ten at first, and the focus stays when more come', async () => {
  const mails = Array.from({ length: 23 }, (_, at) => ({
    sentAt: new Date(Date.UTC(2026, 10, 20, 23 - at)).toISOString(),
    subject: `Neuigkeit ${at}`,
  }))
  const { card } = await openCard('Emails we sent you', { [MAILS]: () => Response.json({ mails }) })
  card.getByText(/Time and subject of the last 90 days/)
  await userEvent.click(card.getByRole('button', { name: 'Show emails' }))
  await card.findByText('Neuigkeit 0')
  expect(card.getAllByRole('listitem')).toHaveLength(10)
  await userEvent.click(card.getByRole('button', { name: 'Show 10 more' }))
  expect(card.getAllByRole('listitem')).toHaveLength(20)
  await userEvent.click(card.getByRole('button', { name: 'Show 3 more' }))
  expect(card.getAllByRole('listitem')).toHaveLength(23)
  expect(document.activeElement).toBe(card.getByRole('list'))
})

test('what does not come says so, and can be tried again', async () => {
  let settle: (answer: Response) => void = () => {}
  const { card, server } = await openCard(
    'E-Mails an mich',
    {
      [MAILS]: () => new Promise<Response>((resolve) => (settle = resolve)),
    },
    'de',
  )
  await userEvent.click(card.getByRole('button', { name: 'E-Mails zeigen' }))
  const waiting = card.getByRole('group', { name: 'Lädt …' })
  expect(waiting.ariaBusy ?? waiting.getAttribute('aria-busy')).toBe('true')
  settle(refusal('unavailable', {}, 503))
  const alert = within(await card.findByRole('alert'))
  alert.getByText('Die E-Mails konnten nicht geladen werden')
  server.answers[MAILS] = () => Response.json({ mails: [] })
  await userEvent.click(alert.getByRole('button', { name: 'Noch einmal versuchen' }))
  await card.findByText('In dieser Zeit haben wir Ihnen nichts geschickt.')
  // and not at the head of the page, far above
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'E-Mails an mich' }))
  await waitFor(() => expect(card.queryByRole('alert')).toBeNull())
})
