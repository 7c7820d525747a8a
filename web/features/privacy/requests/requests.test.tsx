import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestLine } from '#contract/privacy/dataRequests.ts'
import { requestLine } from '#web/testing/ownData.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const admin = { ...mila, isAdmin: true }
const LIST = '/api/admin/requests'
const OPEN = `${LIST}?state=open`
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const told = async (words: string | RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(words),
  )
const request = async (number: string) =>
  within(await screen.findByRole('article', { name: number }))

/** The desk, before these requests; an act needs a proof first. */
async function openDesk(lines: RequestLine[], path = '/admin/requests') {
  const club = { lines, isProved: false }
  const open = () => club.lines.filter(({ closedAt }) => !closedAt)
  const change = (id: string, more: Partial<RequestLine>) => {
    if (!club.isProved) return refusal('proof_needed', {}, 403)
    club.lines = club.lines.map((line) => (line.id === id ? { ...line, ...more } : line))
    return Response.json(club.lines.find((line) => line.id === id))
  }
  const acts = Object.fromEntries(
    lines.flatMap(({ id }) => [
      [
        `${LIST}/${id}/answer`,
        ({ body }: { body: unknown }) =>
          change(id, {
            closedAt: '2026-11-21T12:00:00.000Z',
            isUrgent: false,
            answer: (body as { answer: string }).answer,
          }),
      ],
      [
        `${LIST}/${id}/extension`,
        ({ body }: { body: unknown }) =>
          change(id, {
            dueAt: '2027-02-18T22:59:59.000Z',
            extensionReason: (body as { reason: string }).reason,
          }),
      ],
      [
        `${LIST}/${id}/restriction`,
        ({ body }: { body: unknown }) => change(id, body as { isRestricted: boolean }),
      ],
    ]),
  )
  const tab = await openTab(path, {
    session: admin,
    answers: {
      [OPEN]: () => Response.json({ requests: open(), next: null }),
      [`${LIST}?state=closed`]: () =>
        Response.json({ requests: club.lines.filter(({ closedAt }) => closedAt), next: null }),
      '/api/auth/proof': () => {
        club.isProved = true
        return Response.json({ until: '2026-11-21T12:10:00.000Z' })
      },
      ...acts,
    },
  })
  return { ...tab, club }
}

const prove = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: /bestätigen Sie/ }))
  await userEvent.type(await dialog.findByLabelText('Passwort'), 'correct horse{Enter}')
}

test('each open request says whose it is, what they want, and how long there is still', async () => {
  await openDesk([
    requestLine({ dueAt: '2026-11-30T22:59:59.000Z', isUrgent: true }),
    requestLine({ id: idOf(2), number: 'DS-2026-000002', dueAt: '2026-11-21T22:59:59.000Z' }),
    requestLine({
      id: idOf(3),
      number: 'DS-2026-000003',
      dueAt: '2026-11-20T22:59:59.000Z',
      username: null,
      userId: null,
      isRestricted: true,
    }),
  ])
  const first = await request('DS-2026-000123')
  first.getByText('Dringend')
  first.getByText('Ben')
  first.getByText('Berichtigung (Art. 16)')
  first.getByText('Ich bin 1990 geboren, nicht 1991.')
  first.getByText('Antwort bis 30.11.2026, noch 9 Tage')
  ;(await request('DS-2026-000002')).getByText('Antwort bis heute, 21.11.2026')
  const third = await request('DS-2026-000003')
  third.getByText('Antwort war bis 20.11.2026 fällig, seit 1 Tag überschritten')
  third.getByText('Konto gelöscht')
  third.getByText('Eingeschränkt')
  expect(third.queryByRole('button', { name: /einschränken/ })).toBeNull()
})

test('an answer is proved, closes the request, and leads on to the next', async () => {
  const { server, club } = await openDesk([
    requestLine(),
    requestLine({ id: idOf(2), number: 'DS-2026-000002' }),
  ])
  const first = await request('DS-2026-000123')
  await userEvent.click(first.getByRole('button', { name: 'Beantworten: DS-2026-000123' }))
  const words = first.getByLabelText('Antwort auf DS-2026-000123')
  expect(document.activeElement).toBe(words)
  await userEvent.click(first.getByRole('button', { name: 'Antworten und abschließen' }))
  await first.findByText('Bitte füllen Sie das aus')
  const birthdate = first.getByLabelText(/Berichtigtes Geburtsdatum/)
  await userEvent.type(words, 'Ist berichtigt.')
  await userEvent.type(birthdate, '31.02.1990')
  await userEvent.click(first.getByRole('button', { name: 'Antworten und abschließen' }))
  await first.findByText('Ungültiges Datum')
  expect(document.activeElement).toBe(birthdate)
  // in the form of sign-up, however it is typed
  await userEvent.clear(birthdate)
  await userEvent.type(birthdate, '1.4.1990')
  expect(birthdate).toHaveProperty('value', '01.04.1990')
  await userEvent.click(first.getByRole('button', { name: 'Antworten und abschließen' }))
  await prove()
  await told('DS-2026-000123 ist beantwortet.')
  expect(server.requests.findLast(({ path }) => path.endsWith('/answer'))?.body).toEqual({
    answer: 'Ist berichtigt.',
    birthdate: '1990-04-01',
  })
  await waitFor(() => expect(screen.queryByRole('article', { name: 'DS-2026-000123' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'DS-2026-000002' }))

  await userEvent.click(screen.getByRole('button', { name: 'Erledigt' }))
  const closed = await request('DS-2026-000123')
  closed.getByText('Ist berichtigt.')
  closed.getByText('erledigt am 21.11.2026')
  expect(closed.queryByRole('button', { name: /Beantworten/ })).toBeNull()
  expect(club.lines).toHaveLength(2)
})

test('a birthdate below eighteen can be corrected, one of tomorrow or of two centuries ago cannot', async () => {
  const { server } = await openDesk([requestLine()])
  const line = await request('DS-2026-000123')
  await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
  await userEvent.keyboard('Ist berichtigt.')
  const birthdate = line.getByLabelText<HTMLInputElement>('Berichtigtes Geburtsdatum')
  expect(birthdate.autocomplete).toBe('off')
  const send = () =>
    userEvent.click(line.getByRole('button', { name: 'Antworten und abschließen' }))
  // by the club's clock
  for (const wrong of ['22.11.2026', '01.01.1820', '1.1.']) {
    await userEvent.clear(birthdate)
    await userEvent.type(birthdate, wrong)
    await send()
    await line.findByText('Ungültiges Datum')
  }
  await userEvent.clear(birthdate)
  await userEvent.click(birthdate)
  await userEvent.paste('2020-02-01')
  await send()
  await prove()
  await told('DS-2026-000123 ist beantwortet.')
  expect(server.requests.findLast(({ path }) => path.endsWith('/answer'))?.body).toEqual({
    answer: 'Ist berichtigt.',
    birthdate: '2020-02-01',
  })
})

test('more time is taken once, with a reason; Escape puts the form away and keeps the words', async () => {
  await openDesk([requestLine({ kind: 'objection' })])
  const line = await request('DS-2026-000123')
  const opener = () => line.getByRole('button', { name: 'Frist verlängern: DS-2026-000123' })
  await userEvent.click(opener())
  await userEvent.keyboard('Wir prüfen noch.')
  expect(line.queryByLabelText(/Geburtsdatum/)).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener()))
  await userEvent.click(opener())
  const reason = line.getByLabelText<HTMLTextAreaElement>('Warum DS-2026-000123 länger dauert')
  expect(reason.value).toBe('Wir prüfen noch.')
  await userEvent.click(line.getByRole('button', { name: 'Um zwei Monate verlängern' }))
  await prove()
  await told('Die Frist von DS-2026-000123 ist verlängert.')
  const longer = await request('DS-2026-000123')
  longer.getByText(/Antwort bis 18\.02\.2027/)
  longer.getByText('Wir prüfen noch.')
  expect(longer.queryByRole('button', { name: /Frist verlängern/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'DS-2026-000123' }))
})

test('more time is offered until the time that was given is over', async () => {
  await openDesk([
    requestLine({ dueAt: '2026-11-20T22:59:59.000Z', isUrgent: true }),
    requestLine({ id: idOf(2), number: 'DS-2026-000002', dueAt: '2026-11-21T22:59:59.000Z' }),
  ])
  const extend = { name: /^Frist verlängern/ }
  const late = await request('DS-2026-000123')
  late.getByRole('button', { name: /^Beantworten/ })
  expect(late.queryByRole('button', extend)).toBeNull()
  ;(await request('DS-2026-000002')).getByRole('button', extend)
})

test('processing is restricted after one more look, and that is lifted the same way', async () => {
  await openDesk([requestLine({ kind: 'restriction' })])
  const line = await request('DS-2026-000123')
  await userEvent.click(
    line.getByRole('button', { name: 'Verarbeitung einschränken: DS-2026-000123' }),
  )
  const asking = within(await screen.findByRole('dialog', { name: 'Verarbeitung einschränken?' }))
  asking.getByText(/Art\. 18 DSGVO/)
  await userEvent.click(asking.getByRole('button', { name: 'Einschränken' }))
  await prove()
  await told('Zu DS-2026-000123 ist die Verarbeitung eingeschränkt.')
  line.getByText('Eingeschränkt')
  await userEvent.click(line.getByRole('button', { name: /Einschränkung aufheben/ }))
  const lifting = within(await screen.findByRole('dialog', { name: 'Einschränkung aufheben?' }))
  await userEvent.click(lifting.getByRole('button', { name: 'Aufheben' }))
  await told('Zu DS-2026-000123 ist die Einschränkung aufgehoben.')
})

test('an answer that was begun is still there after more time was taken and processing restricted', async () => {
  const { club } = await openDesk([requestLine({ kind: 'objection' })])
  club.isProved = true
  const line = await request('DS-2026-000123')
  const press = (name: RegExp) => userEvent.click(line.getByRole('button', { name }))
  const isStillThere = async () => {
    await press(/^Beantworten/)
    expect(line.getByLabelText(/^Antwort auf/)).toHaveProperty('value', 'Wir haben geprüft.')
    await userEvent.keyboard('{Escape}')
  }
  await press(/^Beantworten/)
  await userEvent.keyboard('Wir haben geprüft.{Escape}')
  await press(/^Verarbeitung einschränken/)
  const asking = within(await screen.findByRole('dialog'))
  await userEvent.click(asking.getByRole('button', { name: 'Einschränken' }))
  await told('Zu DS-2026-000123 ist die Verarbeitung eingeschränkt.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await isStillThere()

  await press(/^Frist verlängern/)
  await userEvent.keyboard('Es braucht Zeit.')
  await press(/^Um zwei Monate verlängern/)
  await told('Die Frist von DS-2026-000123 ist verlängert.')
  await isStillThere()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Es braucht Zeit.')
})

test('nobody decides on their own request, and what another decided meanwhile is told', async () => {
  const { server, club } = await openDesk([
    requestLine({ userId: mila.userId, username: 'Mila' }),
    requestLine({ id: idOf(2), number: 'DS-2026-000002' }),
  ])
  const own = await request('DS-2026-000123')
  own.getByText('Über eigene Anträge entscheidet jemand anderes.')
  expect(own.queryByRole('button')).toBeNull()

  server.answers[`${LIST}/${idOf(2)}/answer`] = () => {
    club.lines = club.lines.slice(0, 1)
    return refusal('already_decided', {}, 409)
  }
  const other = await request('DS-2026-000002')
  await userEvent.click(other.getByRole('button', { name: /^Beantworten/ }))
  await userEvent.keyboard('Zu spät.')
  await userEvent.click(other.getByRole('button', { name: 'Antworten und abschließen' }))
  await told('DS-2026-000002 ist inzwischen entschieden.')
  const words = await screen.findByRole('region', {
    name: 'Was Sie zu DS-2026-000002 geschrieben hatten',
  })
  within(words).getByText('Zu spät.')
  await waitFor(() => expect(document.activeElement).toBe(words))
})

test('nothing open, nothing loaded, and what does not come', async () => {
  const { server } = await openDesk([])
  await screen.findByText('Kein Antrag wartet auf Antwort')
  await userEvent.click(screen.getByRole('button', { name: 'Erledigt' }))
  await screen.findByText('Noch ist keiner erledigt')
  closeTab()

  const failing = { ...server.answers, [OPEN]: () => refusal('unavailable', {}, 503) }
  const tab = await openTab('/admin/requests', { session: admin, answers: failing })
  await screen.findByText('Die Anträge konnten nicht geladen werden')
  tab.server.answers[OPEN] = () => Response.json({ requests: [requestLine()], next: 'x' })
  tab.server.answers[`${OPEN}&before=x`] = () =>
    Response.json({
      requests: [requestLine({ id: idOf(2), number: 'DS-2026-000002' })],
      next: null,
    })
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }))
  await request('DS-2026-000123')
  await userEvent.click(screen.getByRole('button', { name: 'Weitere laden' }))
  await request('DS-2026-000002')
})

test.each([
  ['Beantworten', 'Antwort auf', 'Antworten und abschließen', 'answer', 'beantwortet'],
  ['Frist verlängern', 'Warum', 'Um zwei Monate verlängern', 'extension', 'verlängert'],
])(
  'words to %s outlive the session, in this tab, until they are sent',
  async (opener, label, send, path, outcome) => {
    const ended = await openDesk([requestLine()])
    ended.club.isProved = true
    ended.server.answers[`${LIST}/${requestLine().id}/${path}`] = () => {
      ended.server.session = null
      return refusal('not_signed_in', {}, 401)
    }
    const first = await request('DS-2026-000123')
    await userEvent.click(first.getByRole('button', { name: new RegExp(`^${opener}`) }))
    await userEvent.type(first.getByLabelText(new RegExp(`^${label}`)), 'Ich frage nach.')
    await userEvent.click(first.getByRole('button', { name: send }))
    await waitFor(() => expect(ended.at()).toBe('/login'))
    closeTab()

    const { server, club } = await openDesk([requestLine()])
    club.isProved = true
    const again = await request('DS-2026-000123')
    again.getByDisplayValue('Ich frage nach.')
    await userEvent.click(again.getByRole('button', { name: send }))
    await waitFor(() =>
      expect(screen.getAllByRole('status').some((one) => one.textContent?.includes(outcome))).toBe(
        true,
      ),
    )
    expect(JSON.stringify(server.requests)).toContain('Ich frage nach.')
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Ich frage nach.')
  },
)

test('a birthdate somebody typed outlives the form that is put away, and is nowhere on the device', async () => {
  await openDesk([requestLine()])
  const line = await request('DS-2026-000123')
  const open = () => userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
  await open()
  await userEvent.type(line.getByLabelText(/^Antwort auf/), 'Berichtigt.')
  await userEvent.type(line.getByLabelText(/Berichtigtes Geburtsdatum/), '1.4.1990')
  await userEvent.keyboard('{Escape}')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).toContain('Berichtigt.')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('1990')
  await open()
  line.getByDisplayValue('Berichtigt.')
  expect(line.getByLabelText(/Berichtigtes Geburtsdatum/)).toHaveProperty('value', '01.04.1990')
})

const lookAgain = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
const wroteTo = (number: string) =>
  screen.findByRole('region', { name: `Was Sie zu ${number} geschrieben hatten` })

test('what a colleague settles takes no words along, and shows no birthdate', async () => {
  const { club } = await openDesk([
    requestLine(),
    requestLine({ id: idOf(2), number: 'DS-2026-000002' }),
  ])
  const line = await request('DS-2026-000123')
  await userEvent.click(line.getByRole('button', { name: /^Frist verlängern/ }))
  await userEvent.keyboard('Wir prüfen.{Escape}')
  await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
  await userEvent.type(line.getByLabelText(/^Antwort auf/), 'Ist berichtigt.')
  await userEvent.type(line.getByLabelText(/Berichtigtes Geburtsdatum/), '1.4.1990')
  const closedAt = '2026-11-21T12:00:00.000Z'
  const [first, ...rest] = club.lines
  club.lines = [{ ...first!, closedAt, answer: 'Erledigt.' }, ...rest]
  lookAgain()
  const own = await wroteTo('DS-2026-000123')
  within(own).getByText('Ist berichtigt.')
  within(own).getByText('Wir prüfen.')
  expect(document.activeElement).toBe(own)
  expect(document.body.textContent).not.toMatch(/0?1\.0?4\.1990|1990-04-01/)
  await told(
    'Was Sie zu DS-2026-000123 geschrieben hatten, lässt sich hier nicht mehr absenden. Es steht über der Liste.',
  )
  await userEvent.click(within(own).getByRole('button', { name: 'Verwerfen' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Anträge' }))
  expect(screen.queryByRole('region', { name: /Was Sie/ })).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ist berichtigt.')
})

test.each(['by a look', 'by a refusal'])(
  'when a colleague takes more time, the begun answer stays where it is, heard of %s',
  async (way) => {
    const { server, club } = await openDesk([requestLine()])
    club.isProved = true
    const line = await request('DS-2026-000123')
    await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
    await userEvent.keyboard('Wir haben geprüft.{Escape}')
    await userEvent.click(line.getByRole('button', { name: /^Frist verlängern/ }))
    await userEvent.keyboard('Es braucht Zeit.')
    club.lines = [{ ...club.lines[0]!, extensionReason: 'Viel zu tun.' }]
    server.answers[`${LIST}/${requestLine().id}/extension`] = () =>
      refusal('already_decided', {}, 409)
    if (way === 'by a look') lookAgain()
    else await userEvent.click(line.getByRole('button', { name: /^Um zwei Monate/ }))
    within(await wroteTo('DS-2026-000123')).getByText('Es braucht Zeit.')
    await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
    expect(line.getByLabelText(/^Antwort auf/)).toHaveProperty('value', 'Wir haben geprüft.')
  },
)

test('a reason that came too late to take more time can be read, and the answer goes on', async () => {
  const { server, club } = await openDesk([requestLine({ dueAt: '2026-11-21T22:59:59.000Z' })])
  club.isProved = true
  const line = await request('DS-2026-000123')
  await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
  await userEvent.keyboard('Wir haben geprüft.{Escape}')
  await userEvent.click(line.getByRole('button', { name: /^Frist verlängern/ }))
  await userEvent.keyboard('Es braucht Zeit.')
  server.answers[`${LIST}/${requestLine().id}/extension`] = () => {
    club.lines = [{ ...club.lines[0]!, dueAt: '2026-11-20T22:59:59.000Z' }]
    return refusal('already_decided', {}, 409)
  }
  await userEvent.click(line.getByRole('button', { name: /^Um zwei Monate/ }))
  within(await wroteTo('DS-2026-000123')).getByText('Es braucht Zeit.')
  await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
  expect(line.getByLabelText(/^Antwort auf/)).toHaveProperty('value', 'Wir haben geprüft.')
})

test('a request that goes while only a birthdate is typed is told, and the date is shown nowhere', async () => {
  const { club } = await openDesk([requestLine({ text: null })])
  const line = await request('DS-2026-000123')
  await userEvent.click(line.getByRole('button', { name: /^Beantworten/ }))
  await userEvent.type(line.getByLabelText(/Berichtigtes Geburtsdatum/), '1.4.1990')
  club.lines = []
  lookAgain()
  await told('Zu DS-2026-000123 hat sich inzwischen etwas geändert.')
  expect(screen.queryByRole('region', { name: /Was Sie/ })).toBeNull()
  expect(document.body.textContent).not.toContain('1990')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Anträge' }))
})
