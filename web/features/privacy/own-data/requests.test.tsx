import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DataRequest } from '#contract/privacy/dataRequests.ts'
import { dataRequest } from '#web/testing/ownData.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const REQUESTS = '/api/mine/requests'
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const section = async (name = 'Requests under the GDPR') =>
  within(await screen.findByRole('region', { name }))

/** The settings of somebody who asked for these things. */
async function openSettings(requests: DataRequest[], language: 'mul' | 'de' = 'mul') {
  const club = { requests, isLineLost: false }
  const tab = await openTab('/settings/records', {
    session: mila,
    language,
    answers: {
      [REQUESTS]: ({ method, body }) => {
        if (method === 'GET') return Response.json({ requests: club.requests })
        const made = dataRequest(body as Partial<DataRequest>)
        if (!club.requests.some(({ id }) => id === made.id)) club.requests.unshift(made)
        if (club.isLineLost) throw new TypeError('offline')
        return Response.json(made)
      },
    },
  })
  return { ...tab, club }
}

test('a request is made in one’s own words, and says until when it is answered', async () => {
  const { server } = await openSettings([])
  const part = await section()
  const opener = part.getByRole('button', { name: 'Make a request' })
  await userEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  const kind = part.getByLabelText('What is it about?')
  expect(document.activeElement).toBe(kind)
  part.getByText(/the birthdate is changed only here/)
  await userEvent.selectOptions(kind, 'Objection (Art. 21)')
  part.getByText(/There is no advertising here/)

  const words = part.getByLabelText('Your request')
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  await part.findByText('Please say what it is about')
  expect(document.activeElement).toBe(words)
  await userEvent.type(words, 'Bitte keine Auswertung meiner Adressen.')
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  const told = await part.findByText(
    'Your request DS-2026-000123 has arrived. We answer by 18 December 2026.',
  )
  expect(told.closest('[role=status]')).toBeTruthy()
  expect(document.activeElement).toBe(opener)
  const line = within(await part.findByRole('listitem'))
  line.getByText('Objection (Art. 21)')
  line.getByText('Open')
  line.getByText('Bitte keine Auswertung meiner Adressen.')
  expect(
    server.requests.filter(({ method, path }) => method === 'POST' && path === REQUESTS),
  ).toEqual([
    {
      path: REQUESTS,
      method: 'POST',
      body: {
        id: expect.any(String),
        kind: 'objection',
        text: 'Bitte keine Auswertung meiner Adressen.',
      },
    },
  ])
})

test('what was typed stays when the form is put away, and no answer makes no second request', async () => {
  const { club } = await openSettings([])
  const part = await section()
  const opener = part.getByRole('button', { name: 'Make a request' })
  await userEvent.click(opener)
  await userEvent.type(part.getByLabelText('Your request'), 'Falsches Jahr.')
  await userEvent.click(part.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(opener)
  await userEvent.click(opener)
  expect(part.getByLabelText<HTMLTextAreaElement>('Your request').value).toBe('Falsches Jahr.')

  club.isLineLost = true
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  expect((await part.findByText(/Network error/)).closest('[role=alert]')).toBeTruthy()
  club.isLineLost = false
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  await part.findByText(/has arrived/)
  expect(club.requests).toHaveLength(1)
})

test('a request that got no answer is the same when its words are found again and sent once more', async () => {
  const { server, club, at, back } = await openSettings([])
  club.isLineLost = true
  let part = await section()
  await userEvent.click(part.getByRole('button', { name: 'Make a request' }))
  await userEvent.type(part.getByLabelText('Your request'), 'Bitte keine Werbung.')
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  await part.findByText(/Network error/)
  fireEvent.click(document.querySelector('a[href="/rooms"]')!)
  await waitFor(() => expect(at()).toBe('/rooms'))
  club.isLineLost = false
  back()
  part = await section()
  await userEvent.click(await part.findByRole('button', { name: 'Send request' }))
  await part.findByText(/has arrived/)
  const sent = server.requests.filter(({ path, method }) => path === REQUESTS && method === 'POST')
  expect(sent).toHaveLength(2)
  expect(club.requests).toHaveLength(1)

  // who says the same again later means it
  await userEvent.click(part.getByRole('button', { name: 'Make a request' }))
  await userEvent.type(part.getByLabelText('Your request'), 'Bitte keine Werbung.')
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(club.requests).toHaveLength(2))
})

test('each request shows what became of it; older ones are shown where they are wanted', async () => {
  await openSettings([
    dataRequest({
      extensionReason: 'Wir brauchen Belege.',
      dueAt: '2027-02-18T22:59:59.000Z',
    }),
    dataRequest({
      id: idOf(2),
      number: 'DS-2026-000002',
      closedAt: '2026-11-20T10:00:00.000Z',
      answer: 'Das Geburtsdatum ist berichtigt.',
    }),
    dataRequest({
      id: idOf(3),
      kind: 'access',
      text: null,
      closedAt: '2026-11-20T10:00:00.000Z',
    }),
    dataRequest({ id: idOf(4), kind: 'erasure', text: 'Der alte Beitrag.' }),
  ])
  const part = await section()
  const lines = await part.findAllByRole('listitem')
  expect(lines).toHaveLength(3)
  const [extended, answered, own] = lines.map((line) => within(line))
  extended!.getByText('Extended')
  extended!.getByText('Wir brauchen Belege.')
  extended!.getByText(/Answer due by 18 February 2027/)
  answered!.getByText('Settled on 20 November 2026')
  answered!.getByText('Das Geburtsdatum ist berichtigt.')
  expect(answered!.queryByText(/Answer due by/)).toBeNull()
  own!.getByText('Settled by yourself, noted as proof.')

  const all = part.getByRole('button', { name: 'Show all 4 requests' })
  await userEvent.click(all)
  expect(part.getAllByRole('listitem')).toHaveLength(4)
  await userEvent.click(part.getByRole('button', { name: 'Show fewer' }))
  expect(part.getAllByRole('listitem')).toHaveLength(3)
})

test('requests that cannot be loaded say so, and too many say when there may be more', async () => {
  const { server } = await openSettings([])
  closeTab()
  const failing = { ...server.answers, [REQUESTS]: () => refusal('unavailable', {}, 503) }
  const tab = await openTab('/settings/records', { session: mila, answers: failing })
  const part = await section()
  const alert = within(await part.findByRole('alert'))
  alert.getByText('Your requests could not be loaded')
  tab.server.answers[REQUESTS] = ({ method }) =>
    method === 'GET'
      ? Response.json({ requests: [] })
      : refusal('too_many_attempts', { retryAfter: 3600 }, 429)
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(part.queryByRole('alert')).toBeNull())
  expect(part.queryByRole('list')).toBeNull()
  await userEvent.click(part.getByRole('button', { name: 'Make a request' }))
  await userEvent.type(part.getByLabelText('Your request'), 'Noch einer.')
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  await part.findByText(/Please wait an hour/)
})

test('in German everything is German', async () => {
  await openSettings([dataRequest()], 'de')
  const part = await section('Anträge nach der DSGVO')
  await part.findByText(/Antwort bis 18\.12\.2026/)
  await userEvent.click(part.getByRole('button', { name: 'Antrag stellen' }))
  part.getByRole('option', { name: 'Einschränkung (Art. 18)' })
})

test('a request outlives a session that ends before it is sent, and is kept no longer than that', async () => {
  const ended = await openSettings([])
  const written = await section()
  await userEvent.click(written.getByRole('button', { name: 'Make a request' }))
  await userEvent.selectOptions(written.getByLabelText('What is it about?'), 'Objection (Art. 21)')
  await userEvent.type(written.getByLabelText('Your request'), 'Falsches Jahr.')
  ended.server.answers[REQUESTS] = () => {
    ended.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  await userEvent.click(written.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(ended.at()).toBe('/login'))
  closeTab()

  const { club } = await openSettings([])
  const part = await section()
  await part.findByDisplayValue('Falsches Jahr.')
  expect(document.activeElement?.closest('form')).toBeFalsy()
  await userEvent.click(part.getByRole('button', { name: 'Send request' }))
  await part.findByText(/has arrived/)
  expect(club.requests).toMatchObject([{ kind: 'objection', text: 'Falsches Jahr.' }])
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Falsches Jahr.')
})
