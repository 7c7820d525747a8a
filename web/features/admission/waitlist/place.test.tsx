import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

afterEach(() => (closeTab(), localStorage.clear()))

const PLACE = '/api/waitlist/own-place'
const lounge = {
  slug: 'lounge',
  name: 'Lounge',
  description: 'Soft chairs',
  icon: 'glass',
  accessLevel: 'free',
  isMember: false,
  isDormant: false,
  memberCount: 3,
  entryRefusal: 'not_admitted',
}
const place = { position: 7, of: 40, since: '2026-11-02T10:00:00.000Z' }
const answer = (more: object = {}) =>
  Response.json({ place, medianDays: null, declined: null, ...more })

const open = (
  ask: () => Response | Promise<Response>,
  more: Partial<Parameters<typeof openTab>[1]> = {},
) =>
  openTab('/rooms', {
    session: { ...mila, isAdmitted: false },
    language: 'en',
    ...more,
    answers: {
      '/api/rooms': () =>
        Response.json({ rooms: [lounge], plan: { isSubscriber: false, used: 0, limit: 3 } }),
      [PLACE]: ask,
    },
  })
const card = () => screen.findByRole('region', { name: 'You are on the waitlist' })

test('a person in the queue reads their honest place, and that a code opens the door at once', async () => {
  await open(() => answer())
  const shown = within(await card())
  expect(await shown.findByText('You are number 7 of 40, since 2 November 2026.')).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Enter invite code' }).getAttribute('href')).toBe(
    '/invite',
  )
  expect(shown.queryByText(/half waited/)).toBe(null)
  const room = (await screen.findByRole('link', { name: 'Lounge' })).closest('article')!
  expect(room.textContent).toContain('Your place on the waitlist is kept.')
  expect(screen.queryByRole('link', { name: 'Invite somebody' })).toBe(null)
})

test('how long it took others is said where enough of them are known', async () => {
  await open(() => answer({ medianDays: 10.5 }))
  expect(await screen.findByText(/half waited 11 days at most/)).toBeTruthy()
  closeTab()
  await open(() => answer({ medianDays: 0.4 }))
  expect(await screen.findByText(/half waited one day at most/)).toBeTruthy()
})

test.each([
  ['2026-08-23T10:00:00.000Z', '23 August 2026', '21 November 2026', true],
  ['2026-08-24T10:00:00.000Z', '24 August 2026', '22 November 2026', false],
])(
  'whom the club declined at %s reads why, and what opens the door',
  async (at, on, day, isDue) => {
    const declined = { reason: 'Wir kennen Sie\nnoch nicht.', at }
    await open(() => answer({ place: null, declined }))
    const name = 'The club has declined your request'
    const shown = await screen.findByRole('region', { name })
    expect(shown.textContent).toContain(`On ${on}, for this reason:`)
    expect(shown.textContent).toContain('Wir kennen Sie\nnoch nicht.')
    expect(shown.textContent).toContain('An invitation still opens the door for you.')
    expect(shown.textContent).toContain(`From ${day} on you can join the waitlist again.`)
    const way = within(shown).queryByRole('link', { name: 'To the waitlist' })
    expect(way?.getAttribute('href')).toBe(isDue ? '/waitlist' : undefined)
    expect(screen.queryByText('You are on the waitlist')).toBe(null)
  },
)

test('a place that cannot be loaded says so, and can be asked for again', async () => {
  let isDown = true
  await open(() => (isDown ? refusal('unavailable', {}, 503) : answer()))
  await screen.findByText(/Your place could not be loaded/)
  isDown = false
  await userEvent.click(within(await card()).getByRole('button', { name: 'Try again' }))
  await screen.findByText(/You are number 7 of 40/)
  // what was pressed is gone
  expect(document.activeElement).toBe(await card())
})

test('in German the place is German', async () => {
  await open(() => answer(), { language: 'de' })
  expect(await screen.findByText('Sie sind Nummer 7 von 40, seit dem 02.11.2026.')).toBeTruthy()
})

test('a person admitted while they look on sees the rooms open', async () => {
  const { server } = await open(() => answer(), { stream: TestStream })
  await card()
  server.session = mila
  server.answers['/api/rooms'] = () =>
    Response.json({
      rooms: [{ ...lounge, entryRefusal: null }],
      plan: { isSubscriber: false, used: 0, limit: 3 },
    })
  TestStream.current.bring({ type: 'ready', rooms: [], tables: [] } as never)
  TestStream.current.bring({ type: 'rooms' })
  await waitFor(() => expect(screen.queryByText('You are on the waitlist')).toBe(null))
  expect(await screen.findByRole('link', { name: 'Invite somebody' })).toBeTruthy()
})
