import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { roomIcons } from '#contract/rooms/roomAdmin.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { applyLanguage } from '#web/text/i18n.ts'

afterEach(() => (closeTab(), localStorage.clear(), vi.unstubAllEnvs()))

const admin = { ...mila, isAdmin: true, isModerator: true }
const at = '2026-11-20T12:00:00.000Z'
const ben = { id: '018f0000-0000-7000-8000-00000000000b', username: 'Ben' }
const anna = { id: '018f0000-0000-7000-8000-00000000000a', username: 'Anna' }
const open = (path: string, answers: Parameters<typeof openTab>[1] & object) =>
  openTab(path, { session: admin, language: 'en', ...answers })

test('the start page says what waits, since when, and what waits too long', async () => {
  await open('/admin', {
    answers: {
      '/api/house/start': () =>
        Response.json({
          waits: [
            { kind: 'messages', count: 2, oldest: at, due: null, overdue: 0 },
            {
              kind: 'requests',
              count: 1,
              oldest: '2026-11-21T10:40:00.000Z',
              due: '2026-12-21T13:00:00.000Z',
              overdue: 0,
            },
            { kind: 'verifications', count: 3, oldest: at, due: at, overdue: 1 },
            { kind: 'roles', count: 0, oldest: null, due: null, overdue: 0 },
          ],
          needsSecondAdmin: true,
        }),
    },
  })
  const table = within(await screen.findByRole('table', { name: 'To do today' }))
  // the most urgent first
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Verifications',
    'Data requests',
    'Messages',
  ])
  const link = table.getByRole('link', { name: 'Verifications' })
  expect(link.getAttribute('href')).toBe('/admin/verifications?filter=queue')
  table.getByText('1 of them has waited too long.')
  expect(table.getAllByText('24 h ago')).toHaveLength(2)
  table.getByText('in 30 days')
  const rest = screen.getByText(/^Nothing else waits:/)
  expect(within(rest).getByRole('link').textContent).toBe('Roles waiting to be confirmed')
  screen.getByText('There is only one admin')
})

test.each([
  ['/admin/members', 'search', { members: [], admins: 2 }],
  ['/admin/audit', 'actor', { entries: [], actions: [] }],
])(
  'a search in %s leaves the focus in the field and says what was found',
  async (path, name, none) => {
    const answer = () => Response.json({ ...none, hasMore: false })
    const api = `/api${path}`
    const { location } = await open(path, {
      answers: {
        '/api/admin/roles': () => Response.json({ changes: [] }),
        [api]: answer,
        [`${api}?${name}=ben`]: answer,
      },
    })
    const field = await screen.findByRole('searchbox')
    await userEvent.type(field, 'ben{Enter}')
    await waitFor(() =>
      expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(
        'Nothing found',
      ),
    )
    expect(location().search).toBe(`?${name}=ben`)
    expect(document.activeElement).toBe(field)
  },
)

const change = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  member: ben,
  role: 'moderator',
  isGrant: true,
  requestedBy: anna,
  requestedAt: at,
  expiresAt: '2026-11-27T12:00:00.000Z',
  mayConfirm: true,
  mayDrop: true,
}

test('a change of roles is confirmed by those who may, and says why not to those who may not', async () => {
  const waiting = [change, { ...change, id: ben.id, role: 'admin', mayConfirm: false }]
  const { server } = await open('/admin/members', {
    answers: {
      '/api/admin/roles': () => Response.json({ changes: waiting }),
      '/api/admin/members': () => Response.json({ members: [], next: null, admins: 2 }),
      [`/api/admin/roles/${change.id}/confirmation`]: () => (waiting.shift(), done()),
    },
  })
  await screen.findByText('Another admin confirms this.')
  const buttons = screen.getAllByRole('button', { name: 'Confirm' })
  expect(buttons).toHaveLength(1)
  await userEvent.click(buttons[0]!)
  await screen.findByText('Ben: confirmed.')
  expect(server.times(`/api/admin/roles/${change.id}/confirmation`)).toBe(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull())
  const part = screen.getByRole('region', { name: 'Waiting for a second admin' })
  expect(document.activeElement).toBe(part)
})

/** What the house knows of Ben. */
const file = (changes: unknown[] = [], more: object = {}) =>
  Response.json({
    ...ben,
    since: at,
    standing: 'member',
    roles: [],
    verificationStatus: 'none',
    rooms: 1,
    statements: 0,
    changes,
    ...more,
  })

test('a suspended member is offered no role, and the page says why', async () => {
  const suspended = { standing: 'suspended', roles: ['moderator'] }
  await open(`/admin/members?member=${ben.id}`, {
    answers: { [`/api/admin/members/${ben.id}`]: () => file([], suspended) },
  })
  await screen.findByText('Nobody is given a role while they are suspended.')
  const roles = within(screen.getByRole('region', { name: 'Roles' })).getAllByRole('button')
  expect(roles.map((one) => one.textContent)).toEqual(['Take back the role of moderator'])
})

test('a case about somebody is opened from their file, and one’s own is refused in its place', async () => {
  const caseId = '018f0000-0000-7000-8000-0000000000e1'
  const tab = await open(`/admin/members?member=${ben.id}`, {
    answers: {
      [`/api/admin/members/${ben.id}`]: () => file(),
      '/api/desk/cases': () => refusal('own_case', {}, 403),
    },
  })
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Open a case' }))
  await press()
  await screen.findByText('You cannot do this about yourself, or about what you reported.')
  expect(tab.at()).toBe('/admin/members')
  tab.server.answers['/api/desk/cases'] = () => Response.json({ caseId })
  await press()
  await waitFor(() => expect(tab.at()).toBe(`/admin/reports/${caseId}`))
  const bodies = tab.server.requests.filter(({ path }) => path === '/api/desk/cases')
  expect(bodies.map(({ body }) => body)).toEqual(
    Array(2).fill({ target: { kind: 'profile', id: ben.id } }),
  )
})

test('a change dropped in somebody’s file leaves the focus with those that wait', async () => {
  const waiting = [change]
  await open(`/admin/members?member=${ben.id}`, {
    answers: {
      [`/api/admin/members/${ben.id}`]: () => file(waiting),
      [`/api/admin/roles/${change.id}`]: () => (waiting.shift(), done()),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Drop' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Drop' })).toBeNull())
  const list = screen.getByRole('list', { name: 'Waiting for a second admin' })
  await waitFor(() => expect(document.activeElement).toBe(list))
})

test('a club with one admin reads that it needs a second', async () => {
  await open('/admin/members', {
    answers: {
      '/api/admin/roles': () => Response.json({ changes: [] }),
      '/api/admin/members': () => Response.json({ members: [], next: null, admins: 1 }),
    },
  })
  await screen.findByText('This club needs a second admin')
})

const room = {
  slug: 'salon',
  name: 'Salon',
  description: 'Talk.',
  icon: 'armchair',
  accessLevel: 'free',
  slowSeconds: 0,
  isActive: true,
  memberCount: 4,
}

/** Three rooms that can be put in another order. */
async function openRooms() {
  const rooms = ['bar', 'hall', 'salon'].map((slug) => ({ ...room, slug, name: slug }))
  const sent: unknown[] = []
  const tab = await open('/admin/rooms', {
    answers: {
      '/api/admin/rooms': () => Response.json({ rooms }),
      '/api/admin/rooms/salon/moves': ({ body }) => {
        sent.push(body)
        const { direction, places } = body as { direction: 'up' | 'down'; places: number }
        const from = rooms.findIndex(({ slug }) => slug === 'salon')
        const [moved] = rooms.splice(from, 1)
        rooms.splice(from + (direction === 'up' ? -places : places), 0, moved!)
        return Response.json({ rooms })
      },
    },
  })
  const table = await screen.findByRole('table', { name: 'All rooms in their order' })
  const order = () =>
    within(table)
      .getAllByRole('button', { name: /^Move / })
      .map((button) => button.getAttribute('aria-label')!.slice(5))
  return { ...tab, sent, order }
}

test('a room is moved by Alt and an arrow key, says where it stands, and keeps the focus', async () => {
  const { sent, order, at } = await openRooms()
  const handle = screen.getByRole('button', { name: 'Move salon' })
  handle.focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await screen.findByText('salon now stands at place 2 of 3.')
  expect(order()).toEqual(['bar', 'salon', 'hall'])
  await waitFor(() => expect(document.activeElement).toBe(handle))
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await screen.findByText('salon now stands at place 1 of 3.')
  // there is none above, and the frame does not go elsewhere
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await screen.findByText('salon now stands at place 2 of 3.')
  expect(sent).toEqual([
    { direction: 'up', places: 1, from: 2 },
    { direction: 'up', places: 1, from: 1 },
    { direction: 'down', places: 1, from: 0 },
  ])
  expect(at()).toBe('/admin/rooms')
})

test('what was said of a room is said in the language that is chosen next', async () => {
  await openRooms()
  screen.getByRole('button', { name: 'Move salon' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await screen.findByText('salon now stands at place 2 of 3.')
  await act(() => applyLanguage('de'))
  await screen.findByText('salon steht jetzt an Stelle 2 von 3.')
  expect(screen.queryByText('salon now stands at place 2 of 3.')).toBeNull()
})

test('a room that is dragged goes as far as it is dragged, in one act', async () => {
  const { sent, order } = await openRooms()
  const handle = screen.getByRole('button', { name: 'Move salon' })
  handle.setPointerCapture = () => {}
  for (const [index, row] of [...handle.closest('tbody')!.children].entries())
    row.getBoundingClientRect = () => new DOMRect(0, index * 50, 600, 50)
  const drag = (y: number) => {
    fireEvent.pointerDown(handle, { button: 0, clientY: 125 })
    fireEvent.pointerMove(handle, { clientY: y })
  }
  // it comes back to where it was
  drag(110)
  fireEvent.pointerUp(handle)
  drag(20)
  fireEvent.pointerCancel(handle)
  expect(sent).toEqual([])
  drag(20)
  fireEvent.pointerUp(handle)
  await screen.findByText('salon now stands at place 1 of 3.')
  expect(sent).toEqual([{ direction: 'up', places: 2, from: 2 }])
  expect(order()).toEqual(['salon', 'bar', 'hall'])
})

test('what can be done with a room stands behind one button, which has the focus again', async () => {
  const { server } = await openRooms()
  const more = screen.getByRole('button', { name: 'More about bar' })
  await userEvent.click(more)
  const menu = within(await screen.findByRole('dialog', { name: 'bar' }))
  expect(menu.getByRole('button', { name: 'Up' })).toHaveProperty('disabled', true)
  server.answers['/api/admin/rooms/bar/state'] = () => Response.json(room)
  await userEvent.click(menu.getByRole('button', { name: 'Close the room' }))
  await screen.findByText('bar is closed.')
  expect(server.requests.find(({ path }) => path.endsWith('/bar/state'))?.body).toEqual({
    isActive: false,
  })
  await waitFor(() => expect(document.activeElement).toBe(more))

  await userEvent.click(more)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog', { name: 'bar' }))
  expect((await form.findByLabelText<HTMLInputElement>('Name')).value).toBe('bar')

  // what is not changed here may have been changed by another admin
  server.answers['/api/admin/rooms/bar'] = () => Promise.reject(new Error('no line'))
  await userEvent.type(form.getByLabelText('Description'), ' And wine.')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findAllByRole('alert')
  const sent = () => server.requests.filter(({ path }) => path.endsWith('/rooms/bar'))
  expect(sent().map(({ body }) => body)).toEqual([{ description: 'Talk. And wine.' }])

  // it may have been saved without an answer: what it was before is said as well
  server.answers['/api/admin/rooms/bar'] = () => Response.json(room)
  await userEvent.type(form.getByLabelText('Description'), '{Backspace>10/}')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Salon is saved.')
  expect(sent().at(-1)?.body).toMatchObject({ name: 'bar', description: 'Talk.' })
})

test('what is changed of a room while it is being saved stays in its window', async () => {
  const { server } = await openRooms()
  const late = Promise.withResolvers<Response>()
  server.answers['/api/admin/rooms/bar'] = () => late.promise
  await userEvent.click(screen.getByRole('button', { name: 'More about bar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog', { name: 'bar' }))
  const description = await form.findByLabelText<HTMLInputElement>('Description')
  await userEvent.type(description, ' And wine.')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.type(description, ' And cake.')
  late.resolve(Response.json(room))
  await screen.findByText('Salon is saved.')
  expect(description.isConnected).toBe(true)
  expect(description.value).toBe('Talk. And wine. And cake.')
})

test('a room’s form says what is wrong where it is wrong, and keeps what was typed', async () => {
  const { server } = await open('/admin/rooms', {
    answers: {
      '/api/admin/rooms': ({ method }) =>
        method === 'POST' ? refusal('23505', {}, 409) : Response.json({ rooms: [room] }),
    },
  })
  const form = within(await screen.findByRole('region', { name: 'New room' }))
  await userEvent.type(form.getByLabelText('Address'), 'Big Room')
  await userEvent.clear(form.getByLabelText('Slow mode, seconds'))
  await userEvent.type(form.getByLabelText('Slow mode, seconds'), '601')
  await userEvent.click(form.getByRole('button', { name: 'Create room' }))
  form.getByText('Small letters, digits and hyphens only, please')
  form.getByText('A whole number from 0 to 600, please')
  expect(server.requests.some(({ method }) => method === 'POST')).toBe(false)

  await userEvent.clear(form.getByLabelText('Address'))
  await userEvent.type(form.getByLabelText('Address'), 'salon')
  await userEvent.type(form.getByLabelText('Name'), 'Salon')
  await userEvent.type(form.getByLabelText('Description'), 'Talk.')
  await userEvent.clear(form.getByLabelText('Slow mode, seconds'))
  await userEvent.type(form.getByLabelText('Slow mode, seconds'), '30')
  await userEvent.click(form.getByRole('button', { name: 'Create room' }))
  await form.findByText('Another room has this address')
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Salon')
})

test('a room’s icon is picked from drawings by their names, by keyboard as well, and sent', async () => {
  const { server } = await open('/admin/rooms', {
    answers: {
      '/api/admin/rooms': ({ method }) =>
        method === 'POST' ? Response.json(room) : Response.json({ rooms: [] }),
    },
  })
  const form = within(await screen.findByRole('region', { name: 'New room' }))
  const icons = within(form.getByRole('group', { name: 'Icon' }))
  const radios = icons.getAllByRole<HTMLInputElement>('radio')
  expect(radios).toHaveLength(roomIcons.length)
  const names = radios.map((radio) => radio.closest('label')!.textContent)
  expect(new Set(names).size).toBe(roomIcons.length)
  for (const radio of radios) expect(radio.closest('label')!.querySelector('svg')).toBeTruthy()
  expect(icons.getByRole<HTMLInputElement>('radio', { name: 'Door' }).checked).toBe(true)

  await userEvent.type(form.getByLabelText('Address'), 'salon')
  await userEvent.type(form.getByLabelText('Name'), 'Salon')
  await userEvent.type(form.getByLabelText('Description'), 'Talk.')
  await userEvent.tab()
  expect(document.activeElement).toBe(icons.getByRole('radio', { name: 'Door' }))
  await userEvent.keyboard('{ArrowDown}')
  expect(icons.getByRole<HTMLInputElement>('radio', { name: 'Glass' }).checked).toBe(true)
  await userEvent.selectOptions(form.getByLabelText('For whom'), 'Premium')
  await userEvent.click(form.getByRole('button', { name: 'Create room' }))
  await screen.findByText(/Salon is created/)
  const sent = server.requests.find(({ method }) => method === 'POST')!
  expect(sent.body).toMatchObject({ icon: 'glass', accessLevel: 'paid' })
  // the form stands ready for the next room, and what was pressed has the focus still
  for (const label of ['Address', 'Name', 'Description'])
    expect(form.getByLabelText<HTMLInputElement>(label).value).toBe('')
  expect(icons.getByRole<HTMLInputElement>('radio', { name: 'Door' }).checked).toBe(true)
  expect(form.getByLabelText<HTMLSelectElement>('For whom').value).toBe('free')
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Create room' }))
})

const line = {
  id: '018f0000-0000-7000-8000-0000000000d1',
  question: { de: 'Was liest du?', en: 'What do you read?' },
  isRetired: false,
  askedOn: null,
  chosenFor: [] as string[],
}
const listed = (questions: object[]) => Response.json({ day: '2026-11-21', today: null, questions })

test('a day given to a question, or its save, leaves what is being written of it in its window', async () => {
  const path = '/api/admin/icebreakers'
  const late = Promise.withResolvers<void>()
  const now = { ...line }
  const saved: object[] = []
  await open('/admin/icebreakers', {
    answers: {
      [path]: () => listed([now]),
      '/api/admin/icebreakers/days/2026-11-21': () => {
        now.chosenFor = ['2026-11-21']
        return Response.json(now)
      },
      [`${path}/${line.id}`]: async ({ body }) => {
        saved.push(body as object)
        if (saved.length === 1) await late.promise
        now.question = { ...now.question, ...(body as Partial<typeof line.question>) }
        return Response.json(now)
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More about this question' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit, or give it a day' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }))
  const english = await dialog.findByLabelText<HTMLInputElement>('In English')
  await userEvent.type(english, ' Tonight?')
  await userEvent.click(dialog.getByRole('button', { name: 'For this day' }))
  await dialog.findByText('This is the question for 21 November 2026.')
  await screen.findByText('On 21 November 2026')
  expect(english.value).toBe('What do you read? Tonight?')

  // as does the answer to a save, of what was written since
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.type(english, ' Now?')
  late.resolve()
  await dialog.findByText('The question is saved.')
  expect(english.value).toBe('What do you read? Tonight? Now?')
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Save' }).dataset['pending']).toBeUndefined(),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved.map((one) => (one as { en: string }).en)).toEqual([
    'What do you read? Tonight?',
    'What do you read? Tonight? Now?',
  ])
})

test('a question that a colleague changes or puts away stays in its window, and so do the words', async () => {
  const path = '/api/admin/icebreakers'
  const saved: unknown[] = []
  const { server } = await open('/admin/icebreakers', {
    answers: {
      [path]: () => listed([line]),
      [`${path}/${line.id}`]: ({ body }) => (saved.push(body), Response.json(line)),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More about this question' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit, or give it a day' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }))
  const english = await dialog.findByLabelText<HTMLInputElement>('In English')
  await userEvent.type(english, ' Tonight?')
  const question = { ...line.question, de: 'Was lest ihr?' }
  const asked = server.times(path)
  server.answers[path] = () => listed([{ ...line, question, isRetired: true }])
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.times(path)).toBe(asked + 1))
  await screen.findByText('Was lest ihr?')
  expect(english.value).toBe('What do you read? Tonight?')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).toEqual([{ en: 'What do you read? Tonight?' }])
  await screen.findByText('No question here')
})

test('the last question put away leaves the focus with the list, however late the answer', async () => {
  const path = '/api/admin/icebreakers'
  const late = Promise.withResolvers<Response>()
  const { server } = await open('/admin/icebreakers', {
    answers: {
      [path]: () => listed([line]),
      [`${path}/${line.id}/retirement`]: () => Response.json({ ...line, isRetired: true }),
    },
  })
  const more = await screen.findByRole('button', { name: 'More about this question' })
  await userEvent.click(more)
  server.answers[path] = () => late.promise
  await userEvent.click(await screen.findByRole('button', { name: 'Retire' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(more))
  late.resolve(listed([{ ...line, isRetired: true }]))
  await screen.findByText('No question here')
  const list = screen.getByRole('region', { name: 'Questions' })
  await waitFor(() => expect(document.activeElement).toBe(list))
})

test('of a question only the language that was changed is sent', async () => {
  const question = { de: 'Was liest du?', en: 'What do you read?' }
  const id = '018f0000-0000-7000-8000-0000000000d1'
  const line = { id, question, isRetired: false, askedOn: null, chosenFor: [] }
  const path = '/api/admin/icebreakers'
  const { server } = await open('/admin/icebreakers', {
    answers: {
      [path]: () => Response.json({ day: '2026-11-21', today: null, questions: [line] }),
      [`${path}/${line.id}`]: () => Response.json(line),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More about this question' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit, or give it a day' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit' }))
  const german = form.getByLabelText('In German')
  await userEvent.clear(german)
  await userEvent.type(german, 'Was liest du gern?')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const sent = () => server.requests.find(({ method }) => method === 'PUT')
  await waitFor(() => expect(sent()?.body).toEqual({ de: 'Was liest du gern?' }))
})

test('a question whose save got no answer is saved as it stands, also where that is as it was before', async () => {
  const path = '/api/admin/icebreakers'
  let stored = line.question
  let isLost = true
  await open('/admin/icebreakers', {
    answers: {
      [path]: () => listed([line]),
      [`${path}/${line.id}`]: ({ body }) => {
        stored = { ...stored, ...(body as Partial<typeof stored>) }
        if (isLost) throw new TypeError('the line was cut')
        return Response.json({ ...line, question: stored })
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More about this question' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit, or give it a day' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit' }))
  const german = form.getByLabelText('In German')
  const save = () => userEvent.click(form.getByRole('button', { name: 'Save' }))
  await userEvent.type(german, ' Und?')
  await save()
  await form.findAllByRole('alert')
  await waitFor(() =>
    expect(form.getByRole('button', { name: 'Save' }).dataset['pending']).toBeUndefined(),
  )
  expect(stored.de).toBe('Was liest du? Und?')
  isLost = false
  await userEvent.clear(german)
  await userEvent.type(german, line.question.de)
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stored).toEqual(line.question)
})

test('a question that was refused sends only what was changed the next time, too', async () => {
  const path = '/api/admin/icebreakers'
  const { server } = await open('/admin/icebreakers', {
    answers: {
      [path]: () => listed([line]),
      [`${path}/${line.id}`]: () => refusal('unavailable', {}, 503),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More about this question' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit, or give it a day' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit' }))
  const save = () => userEvent.click(form.getByRole('button', { name: 'Save' }))
  const sent = () =>
    server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body as object)
  await userEvent.type(form.getByLabelText('In German'), ' Und?')
  await save()
  await form.findAllByRole('alert')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(Object.keys)).toEqual([['de'], ['de']])
})

test('that a club setting is saved is said of the last choice, and not while it is on its way', async () => {
  const answers: ((answer: Response) => void)[] = []
  await open('/admin/settings', {
    answers: {
      '/api/admin/settings': ({ method }) =>
        method === 'GET'
          ? Response.json({ isDiscreet: false, mayBeDiscreet: true })
          : new Promise((resolve) => answers.push(resolve)),
    },
  })
  const box = await screen.findByRole('checkbox', { name: /^Do not tell strangers/ })
  const save = async (isDiscreet: boolean) => {
    await waitFor(() => expect(answers).toHaveLength(1))
    answers.pop()!(Response.json({ isDiscreet, mayBeDiscreet: true }))
  }
  await userEvent.click(box)
  await save(true)
  await screen.findByText('Saved.')
  await userEvent.click(box)
  expect(screen.queryByText('Saved.')).toBeNull()
  // changed once more, the answer to the one before says nothing of it
  await userEvent.click(box)
  await save(false)
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(screen.queryByText('Saved.')).toBeNull()
  answers.pop()!(refusal('unavailable', {}, 503))
  await screen.findByText(/The club cannot do this right now/)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('the log says in words what was done, and keeps the code beside them', async () => {
  const entry = { id: 7, at, actor: anna, subject: ben, details: [] }
  const actions = ['restriction_imposed', 'audit_viewed', 'of_a_time_gone_by']
  const { server } = await open('/admin/audit', {
    answers: {
      '/api/admin/audit': () =>
        Response.json({
          entries: [
            { ...entry, action: 'restriction_imposed' },
            { ...entry, id: 6, action: 'of_a_time_gone_by' },
          ],
          hasMore: false,
          actions,
        }),
      '/api/admin/audit?action=restriction_imposed': () =>
        Response.json({ entries: [], hasMore: false, actions }),
    },
  })
  const list = await screen.findByRole('list', { name: 'Entries' })
  const [first, second] = within(list).getAllByRole('listitem')
  within(first!).getByText('Restriction imposed')
  within(first!).getByText('restriction_imposed')
  expect(second!.textContent).toContain('of_a_time_gone_by')
  const filter = screen.getByLabelText<HTMLSelectElement>('What was done')
  expect([...filter.options].map(({ text }) => text)).toEqual([
    'Everything',
    'Log viewed',
    'of_a_time_gone_by',
    'Restriction imposed',
  ])
  await userEvent.selectOptions(filter, 'Restriction imposed')
  await waitFor(() => expect(server.requests.at(-1)!.path).toContain('action=restriction_imposed'))
  await screen.findByText('No entry')
  // the one they chose from is still there, and has the focus
  expect(document.activeElement).toBe(filter)
  expect(filter.value).toBe('restriction_imposed')
})

test('small numbers of people are not told, and a week begins on its day, wherever one sits', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const week = {
    week: '2026-11-16',
    newcomers: null,
    admitted: 12,
    firstPost: 0,
    returning: 1_500,
    posts: null,
    reports: 2.5,
  }
  await open('/admin/health', {
    answers: { '/api/admin/health': () => Response.json({ weeks: [week] }) },
  })
  const header = await screen.findByRole('rowheader')
  expect(header.lastChild?.textContent).toBe('16 November 2026')
  const row = header.closest('tr')!
  const told = within(row)
    .getAllByRole('cell')
    .map(({ lastChild }) => lastChild?.textContent)
  expect(told).toEqual(['<5', '12', '0', '1,500', '<5', '2.5'])
})

test('a page of the house that does not come says so, and can be asked for again', async () => {
  const { server } = await open('/admin/icebreakers', {
    answers: { '/api/admin/icebreakers': () => refusal('unavailable', {}, 503) },
  })
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('This could not be loaded')
  server.answers['/api/admin/icebreakers'] = () =>
    Response.json({ day: '2026-11-21', today: null, questions: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  // the button goes as soon as it is pressed, and would lead back to the head of the page
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await screen.findByText('Nothing is asked today.')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('loading the last of a list moves the focus to the first line that came', async () => {
  const entries = [9, 8, 7, 6].map((id) => ({
    id,
    at,
    actor: anna,
    subject: ben,
    action: `act_${id}`,
    details: [],
  }))
  const page = (from: number, hasMore: boolean) =>
    Response.json({ entries: entries.slice(from, from + 2), hasMore, actions: [] })
  await open('/admin/audit', {
    answers: {
      '/api/admin/audit': () => page(0, true),
      '/api/admin/audit?before=8': () => page(2, false),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findAllByText('act_6')
  const came = within(screen.getByRole('list', { name: 'Entries' })).getAllByRole('listitem')
  expect(came).toHaveLength(4)
  expect(document.activeElement).toBe(came[2])
})
