import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { KnownPerson } from '#contract/posts/people.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const idOf = (at: number) => `018f0000-0000-7000-8000-00000000001${at}`
const person = (at: number, username: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  id: idOf(at),
  username,
  city: 'Kiel',
  isVerified: false,
  portrait: null,
  last: {
    kind: 'reply',
    isOwn: false,
    at: '2026-11-20T18:05:00.000Z',
    post: { room: 'lounge', roomName: 'Lounge', number: 7, text: 'a chair by the fire' },
  },
  isMutual: false,
  isWaveOwed: false,
  ...more,
})
const priya = person(1, 'Priya', { isWaveOwed: true })
const ben = person(2, 'Ben')
const pages = (people: KnownPerson[]) => () => Response.json({ people, next: null })

const openPeople = (answers: NonNullable<Parameters<typeof openTab>[1]>['answers']) =>
  openTab('/people', { session: mila, language: 'en', ...(answers && { answers }) })
const names = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('people are found by two letters, and by whom one owes an answer', async () => {
  const { location } = await openPeople({
    '/api/people?filter=all': pages([priya, ben]),
    '/api/people?starts=pr&filter=all': pages([priya]),
    '/api/people?starts=p&filter=all': pages([priya]),
    '/api/people?filter=owed': pages([ben]),
  })
  const line = await screen.findByRole('article', { name: 'Ben' })
  expect(line.textContent).toContain('replied to you: a chair by the fire')
  expect(within(line).getByRole('link').getAttribute('href')).toBe(`/member/${ben.id}`)
  expect(names()).toEqual(['Priya', 'Ben'])
  const field = screen.getByRole('searchbox', { name: 'Name' })
  await userEvent.type(field, 'pr')
  await waitFor(() => expect(names()).toEqual(['Priya']))
  expect(document.activeElement).toBe(field)
  expect(location().search).toBe('?starts=pr')
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: 'Waiting for you' }))
  await waitFor(() => expect(names()).toEqual(['Ben']))
})

test('nobody fits, and all are one press away; nobody yet, and the rooms are', async () => {
  await openPeople({
    '/api/people?filter=all': pages([ben]),
    '/api/people?starts=x&filter=all': pages([]),
  })
  await screen.findByRole('article', { name: 'Ben' })
  const field = screen.getByRole('searchbox', { name: 'Name' })
  await userEvent.type(field, 'x')
  await screen.findByText('Nobody fits that')
  await userEvent.click(screen.getByRole('button', { name: 'Look at all' }))
  await screen.findByRole('article', { name: 'Ben' })
  expect(document.activeElement).toBe(field)
  closeTab()
  await openPeople({ '/api/people?filter=all': pages([]) })
  await screen.findByText('Nobody yet')
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('link', { name: 'To the rooms' })
      .every((link) => link.getAttribute('href') === '/rooms'),
  ).toBe(true)
})

test('a hello is answered where it is owed, said, undone, and said no to nowhere else', async () => {
  const waved = { id: idOf(9), room: 'lounge', roomName: 'Lounge', number: 4 }
  const wave = `/api/members/${priya.id}/waves`
  const { server } = await openPeople({
    '/api/people?filter=all': pages([priya, ben]),
    [wave]: () => Response.json({ post: waved, undoableUntil: '2026-11-21T12:00:10.000Z' }),
    [`/api/posts/${waved.id}/waves`]: done,
  })
  const line = within(await screen.findByRole('article', { name: 'Priya' }))
  expect(screen.getAllByRole('button', { name: /^Wave back/ })).toHaveLength(1)
  await userEvent.click(line.getByRole('button', { name: 'Wave back (Priya)' }))
  const said = await line.findByText('You waved at each other')
  await waitFor(() => expect(document.activeElement).toBe(said.closest('p')))
  await userEvent.click(line.getByRole('button', { name: 'Undo' }))
  const again = await line.findByRole('button', { name: 'Wave back (Priya)' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  expect(server.times(wave)).toBe(1)
  server.answers[wave] = () => refusal('nothing_to_wave_at', {}, 409)
  await userEvent.click(again)
  await screen.findByText('There is no post of theirs here that you have not waved at yet.')
})
