import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { ContactLine } from '#contract/contact.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(closeTab)

const LIST = '/api/admin/contact'
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const admin = { ...mila, isAdmin: true }

const line = (number: number, more: Partial<ContactLine> = {}): ContactLine => ({
  id: idOf(number),
  reference: `K-2026-00000${number}`,
  topic: 'privacy',
  name: 'Mia',
  email: `mia${number}@example.org`,
  text: `Guten Abend,\nmeine Frage ${number}`,
  receivedAt: '2026-11-20T18:05:00.000Z',
  answer: null,
  ...more,
})

/** The queue as a server would keep it. */
async function openQueue(
  lines: ContactLine[],
  { language = 'mul' as 'mul' | 'en', path = '/admin/kontakt', refuse = '' } = {},
) {
  const queue = { lines, refuse, answered: [] as unknown[], refuseAnswer: '' }
  const page = (isOpen: boolean) => {
    if (queue.refuse) return refusal(queue.refuse, {}, 503)
    const open = queue.lines.filter(({ answer }) => !answer)
    const messages = isOpen ? open : queue.lines
    return Response.json({ messages, next: null, open: open.length })
  }
  const answers: NonNullable<Parameters<typeof openTab>[1]>['answers'] = {
    [`${LIST}?filter=open`]: () => page(true),
    [`${LIST}?filter=all`]: () => page(false),
  }
  for (const { id } of lines)
    answers[`${LIST}/${id}/answer`] = ({ body }) => {
      if (queue.refuseAnswer) return refusal(queue.refuseAnswer, {}, 409)
      queue.answered.push(body)
      const { text } = body as { text: string }
      const answer = { text, by: 'Mila', at: '2026-11-21T12:00:00.000Z' }
      queue.lines = queue.lines.map((one) => (one.id === id ? { ...one, answer } : one))
      return done()
    }
  const tab = await openTab(path, { session: admin, language, answers })
  /** What a colleague does at their desk. */
  const answerElsewhere = (number: number) => {
    const answer = { text: 'Schon erledigt.', by: 'Nora', at: '2026-11-21T12:00:00.000Z' }
    const isIt = ({ id }: ContactLine) => id === idOf(number)
    queue.lines = queue.lines.map((one) => (isIt(one) ? { ...one, answer } : one))
  }
  return { queue, tab, answerElsewhere }
}

const message = (number: number) => screen.findByRole('article', { name: `K-2026-00000${number}` })
const press = (name: string, where: HTMLElement) =>
  userEvent.click(within(where).getByRole('button', { name }))

test('what waits is shown with who wrote it, when and about what, in German in the mixture', async () => {
  await openQueue([line(1), line(2, { name: null, topic: 'accessibility' })])
  const first = await message(1)
  expect(screen.getByRole('heading', { level: 1, name: 'Nachrichten' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
  expect(first.textContent).toContain('Mia, mia1@example.org')
  expect(first.textContent).toContain('Datenschutz')
  expect(first.textContent).toContain('meine Frage 1')
  expect((await message(2)).textContent).toContain('Von: mia2@example.org')
  const open = screen.getByRole('button', { name: /^Offen/, pressed: true })
  expect(open.textContent).toBe('Offen, 2')
})

test('an answer is mailed, the message leaves the queue, and the focus goes on', async () => {
  const { queue } = await openQueue([line(1), line(2)])
  const first = await message(1)
  await press('Antworten', first)
  const field = within(first).getByLabelText('Ihre Antwort auf K-2026-000001')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'Gern.')
  await press('Antwort senden', first)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')))
  expect(document.activeElement?.getAttribute('data-message')).toBe(idOf(2))
  expect(queue.answered).toEqual([{ text: 'Gern.' }])
  expect(screen.getByText('Die Antwort ist unterwegs.').getAttribute('role')).toBe('status')
})

test('answering the next message meanwhile is not interrupted', async () => {
  const { queue, tab } = await openQueue([line(1), line(2), line(3)])
  const path = `${LIST}/${idOf(1)}/answer`
  const [store, sent] = [tab.server.answers[path]!, Promise.withResolvers<void>()]
  tab.server.answers[path] = async (request) => (await sent.promise, store(request))
  const first = await message(1)
  await press('Antworten', first)
  await userEvent.keyboard('Gern.')
  await press('Antwort senden', first)
  const third = await message(3)
  await press('Antworten', third)
  await userEvent.keyboard('Und zu ')
  sent.resolve()
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  await userEvent.keyboard('Ihrer Frage')
  expect(within(third).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Und zu Ihrer Frage')
  expect(queue.answered).toEqual([{ text: 'Gern.' }])
})

test('where answered messages are shown, too, the focus stays with the one just answered', async () => {
  await openQueue([line(1), line(2)], { path: '/admin/kontakt?filter=all' })
  const first = await message(1)
  await press('Antworten', first)
  await userEvent.keyboard('Gern.{Control>}{Enter}{/Control}')
  await within(first).findByText('Gern.', { selector: 'p' })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('by keyboard: control and enter send, escape closes and keeps what is typed', async () => {
  const { queue } = await openQueue([line(1)], { language: 'en' })
  const first = await message(1)
  await press('Answer', first)
  await userEvent.keyboard('Half an')
  await userEvent.keyboard('{Escape}')
  await waitFor(() =>
    expect(document.activeElement).toBe(within(first).getByRole('button', { name: 'Answer' })),
  )
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' answer{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Nobody is waiting for an answer')).toBeTruthy()
  expect(queue.answered).toEqual([{ text: 'Half an answer' }])
})

test('an empty answer is not sent', async () => {
  const { queue } = await openQueue([line(1)])
  const first = await message(1)
  await press('Antworten', first)
  await press('Antwort senden', first)
  expect(await within(first).findByText('Bitte schreiben Sie eine Antwort')).toBeTruthy()
  expect(queue.answered).toEqual([])
})

test('what fails keeps the answer; what somebody else answered is told', async () => {
  const { queue } = await openQueue([line(1)])
  const first = await message(1)
  await press('Antworten', first)
  const field = within(first).getByLabelText<HTMLTextAreaElement>(/Ihre Antwort/)
  await userEvent.type(field, 'Gern.')
  queue.refuseAnswer = 'unavailable'
  await press('Antwort senden', first)
  expect(await within(first).findByText(/noch einmal|try again/i)).toBeTruthy()
  expect(field.value).toBe('Gern.')
  queue.refuseAnswer = 'already_decided'
  await press('Antwort senden', first)
  expect(await screen.findByText('Inzwischen hat jemand anderes geantwortet.')).toBeTruthy()
})

test('all of them are shown with their answers', async () => {
  const answer = { text: 'Gern geschehen.', by: 'Nora', at: '2026-11-21T10:00:00.000Z' }
  const { tab } = await openQueue([line(1), line(2, { answer })])
  await message(1)
  await userEvent.click(screen.getByRole('button', { name: 'Alle' }))
  const second = await message(2)
  expect(second.textContent).toContain('Beantwortet von Nora')
  expect(second.textContent).toContain('Gern geschehen.')
  expect(within(second).queryByRole('button')).toBe(null)
  expect(tab.location().search).toBe('?filter=all')
})

test('nothing to do, and nothing loaded, say so', async () => {
  await openQueue([])
  expect(await screen.findByText('Niemand wartet auf eine Antwort')).toBeTruthy()
  closeTab()
  const { queue } = await openQueue([line(1)], { refuse: 'unavailable' })
  expect(await screen.findByText('Die Nachrichten konnten nicht geladen werden')).toBeTruthy()
  queue.refuse = ''
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }))
  expect(await message(1)).toBeTruthy()
})

test('an answer outlives the session, in this tab, until it is sent', async () => {
  const ended = await openQueue([line(1)])
  ended.tab.server.answers[`${LIST}/${idOf(1)}/answer`] = () => {
    ended.tab.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  const first = await message(1)
  await press('Antworten', first)
  await userEvent.keyboard('Wir sehen nach.')
  await press('Antwort senden', first)
  await waitFor(() => expect(ended.tab.at()).toBe('/login'))
  expect(JSON.stringify({ ...localStorage })).not.toContain('Wir sehen nach.')
  closeTab()

  const { queue } = await openQueue([line(1)])
  const again = await message(1)
  within(again).getByDisplayValue('Wir sehen nach.')
  expect(again.contains(document.activeElement)).toBe(false)
  await press('Antwort senden', again)
  await screen.findByText('Niemand wartet auf eine Antwort')
  expect(queue.answered).toEqual([{ text: 'Wir sehen nach.' }])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Wir sehen nach.')
})

test('what was sent is not kept anew by leaving the form while the list is asked for', async () => {
  const { tab } = await openQueue([line(1)])
  const path = `${LIST}?filter=open`
  const [list, asked] = [tab.server.answers[path]!, Promise.withResolvers<void>()]
  const first = await message(1)
  await press('Antworten', first)
  tab.server.answers[path] = async (request) => (await asked.promise, list(request))
  await userEvent.keyboard('Gern.{Control>}{Enter}{/Control}')
  await screen.findByText('Die Antwort ist unterwegs.')
  await userEvent.click(document.body)
  asked.resolve()
  await screen.findByText('Niemand wartet auf eine Antwort')
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Gern.'))
})

const lookAgain = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
const told = (words: string) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('status')
        .map((one) => one.textContent)
        .join(''),
    ).toBe(words),
  )
const WROTE = 'Was Sie zu K-2026-000001 geschrieben hatten'

test('what was being written to a message that a colleague answered is shown above the list', async () => {
  const { answerElsewhere } = await openQueue([line(1), line(2)])
  const first = await message(1)
  await press('Antworten', first)
  await userEvent.keyboard('Liebe Mia, gern')
  answerElsewhere(1)
  lookAgain()
  const own = await screen.findByRole('region', { name: WROTE })
  within(own).getByText('Liebe Mia, gern')
  expect(first.isConnected).toBe(false)
  await told(
    'Was Sie zu K-2026-000001 geschrieben hatten, lässt sich hier nicht mehr absenden. Es steht über der Liste.',
  )
  expect(document.activeElement).toBe(own)
  expect(own.compareDocumentPosition(await message(2))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

  await press('Verwerfen', own)
  expect(screen.queryByRole('region', { name: WROTE })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Nachrichten' }))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Liebe Mia')
})

test('a colleague who was quicker is told, and the words stay, also over a reload', async () => {
  const { queue, answerElsewhere } = await openQueue([line(1), line(2)], { language: 'en' })
  const first = await message(1)
  await press('Answer', first)
  await userEvent.keyboard('With pleasure.')
  answerElsewhere(1)
  queue.refuseAnswer = 'already_decided'
  await press('Send answer', first)
  const name = 'What you had written about K-2026-000001'
  const own = await screen.findByRole('region', { name })
  within(own).getByText('With pleasure.')
  await waitFor(() => expect(document.activeElement).toBe(own))
  screen.getByText('Somebody has answered in the meantime.')
  closeTab()

  const again = await openQueue([line(2)], { language: 'en' })
  within(await screen.findByRole('region', { name: 'What you had written' })).getByText(
    'With pleasure.',
  )
  await told('')
  expect(again.queue.answered).toEqual([])
})

test('where answered messages are shown, too, the words stand above theirs; nobody who writes elsewhere is led away', async () => {
  const { answerElsewhere } = await openQueue([line(1), line(2)], {
    path: '/admin/kontakt?filter=all',
  })
  await press('Antworten', await message(1))
  await userEvent.keyboard('Liebe Mia')
  const second = await message(2)
  await press('Antworten', second)
  await userEvent.keyboard('Guten ')
  answerElsewhere(1)
  lookAgain()
  within(await screen.findByRole('region', { name: WROTE })).getByText('Liebe Mia')
  within(await message(1)).getByText('Schon erledigt.')
  await userEvent.keyboard('Tag')
  expect(within(second).getByRole('textbox')).toHaveProperty('value', 'Guten Tag')
  await userEvent.click(screen.getByRole('button', { name: /^Offen/ }))
  await screen.findByRole('region', { name: WROTE })
})

test('an answer that arrived is not called lost by a list that knows of it first', async () => {
  const { tab, answerElsewhere } = await openQueue([line(1), line(2)])
  const late = Promise.withResolvers<Response>()
  tab.server.answers[`${LIST}/${idOf(1)}/answer`] = () => late.promise
  const first = await message(1)
  await press('Antworten', first)
  await userEvent.keyboard('Gern.')
  await press('Antwort senden', first)
  answerElsewhere(1)
  lookAgain()
  await waitFor(() => expect(first.isConnected).toBe(false))
  expect(screen.queryByText('Gern.')).toBeNull()
  await told('')
  await act(async () => late.resolve(done()))
  await screen.findByText('Die Antwort ist unterwegs.')
  expect(screen.queryByText('Gern.')).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Gern.')
})

test('an answer that did not arrive stays readable although its line went while it was sent', async () => {
  const { tab, answerElsewhere } = await openQueue([line(1), line(2)])
  const late = Promise.withResolvers<Response>()
  tab.server.answers[`${LIST}/${idOf(1)}/answer`] = () => late.promise
  const first = await message(1)
  await press('Antworten', first)
  await userEvent.keyboard('Gern.')
  await press('Antwort senden', first)
  answerElsewhere(1)
  lookAgain()
  await waitFor(() => expect(first.isConnected).toBe(false))
  await act(async () => late.reject(new TypeError('the line is cut')))
  await screen.findByText('Gern.')
})

test('words to a message that only went to a later page are back once that is loaded', async () => {
  const { tab } = await openQueue([line(1), line(2)])
  await press('Antworten', await message(2))
  await userEvent.keyboard('Liebe Mia')
  const page = (messages: ContactLine[], next: string | null) => () =>
    Response.json({ messages, next, open: 3 })
  tab.server.answers[`${LIST}?filter=open`] = page([line(3), line(1)], 'x')
  tab.server.answers[`${LIST}?filter=open&after=x`] = page([line(2)], null)
  lookAgain()
  await screen.findByText('Liebe Mia')
  await userEvent.click(screen.getByRole('button', { name: 'Weitere laden' }))
  within(await message(2)).getByDisplayValue('Liebe Mia')
  expect(screen.queryByRole('region', { name: /Was Sie/ })).toBeNull()
})
