import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (vi.useRealTimers(), closeTab(), localStorage.clear()))

const OLDER = '018f0000-0000-7000-8000-000000000003'
const SEARCH = '/api/search?words=secret'
const found = {
  room: { slug: 'lounge', name: 'Lounge' },
  matches: [],
  post: {
    id: '018f0000-0000-7000-8000-000000000009',
    number: 7,
    text: 'my secret words',
    createdAt: '2026-11-21T11:00:00.000Z',
    author: {
      id: '018f0000-0000-7000-8000-000000000002',
      username: 'Ben',
      city: null,
      isVerified: false,
      portrait: null,
      role: null,
    },
  },
}

/** What is found, and how often it was asked for. */
async function openSearch({ next = null as string | null } = {}) {
  const club = { found: [found], asked: 0 }
  const tab = await openTab('/search?words=secret', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      [SEARCH]: () => {
        club.asked += 1
        return Response.json({ found: club.found, next, searchedTo: null, isEmpty: false })
      },
    },
  })
  await screen.findByText('my secret words')
  const tell = () =>
    act(() =>
      TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [] }),
    )
  return { ...tab, club, tell }
}

test('a post that is gone is not shown among what was found', async () => {
  const { club, tell } = await openSearch()
  club.found = []
  tell()
  await waitFor(() => expect(screen.queryByText('my secret words')).toBeNull())
})

test('more that was asked for comes, though posts change meanwhile', async () => {
  const { club, server, tell } = await openSearch({ next: 'c' })
  const older = { ...found, post: { ...found.post, id: OLDER, number: 3, text: 'an older secret' } }
  const more = Promise.withResolvers<void>()
  server.answers[`${SEARCH}&before=c`] = async () => {
    await more.promise
    return Response.json({ found: [older], next: null, searchedTo: null, isEmpty: false })
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Show older ones' }))
  tell()
  await waitFor(() => expect(club.asked).toBe(2))
  more.resolve()
  await screen.findByText('an older secret')
})

test('what was found before is asked for anew when one comes back to it', async () => {
  const { club, server } = await openSearch()
  server.answers['/api/search?words=other'] = () =>
    Response.json({ found: [], next: null, searchedTo: null, isEmpty: false })
  const look = async (words: string) => {
    const field = screen.getByRole('searchbox', { name: 'Words' })
    await userEvent.clear(field)
    await userEvent.type(field, `${words}{Enter}`)
  }
  await look('other')
  await waitFor(() => expect(screen.queryByText('my secret words')).toBeNull())
  club.found = []
  await look('secret')
  await waitFor(() => expect(club.asked).toBe(2))
  await waitFor(() => expect(screen.queryByText('my secret words')).toBeNull())
})

test('however much changes, what was found is asked for again every five seconds only', async () => {
  const { club, tell } = await openSearch()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  tell()
  await waitFor(() => expect(club.asked).toBe(2))
  for (let n = 0; n < 9; n += 1) tell()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(club.asked).toBe(2)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(club.asked).toBe(3)
})

test('a name typed as words finds the person, and what they said is one press away', async () => {
  const person = {
    id: found.post.author.id,
    username: 'Priya',
    city: null,
    isVerified: false,
    portrait: null,
    last: {
      kind: 'wave',
      isOwn: true,
      at: found.post.createdAt,
      post: { room: 'lounge', roomName: 'Lounge', number: 7, text: 'x' },
    },
    isMutual: false,
    isWaveOwed: false,
  }
  const none = () => Response.json({ found: [], next: null, searchedTo: null, isEmpty: false })
  const { location } = await openTab('/search?words=Pri', {
    session: mila,
    language: 'en',
    answers: {
      '/api/search?words=Pri': none,
      '/api/search?author=Pri': none,
      '/api/people?starts=Pri': () => Response.json({ people: [person], next: null }),
    },
  })
  const link = await screen.findByRole('link', { name: 'Priya' })
  expect(link.getAttribute('href')).toBe(`/member/${person.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Look for posts by “Pri…”' }))
  expect(location().search).toBe('?author=Pri')
})

test('clearing a search leads back to the words, and a filter alone keeps the focus and what is open', async () => {
  const { location } = await openTab('/search?words=hello', {
    session: mila,
    language: 'en',
    answers: {
      '/api/search?words=hello': () =>
        Response.json({ found: [], next: null, searchedTo: null, isEmpty: false }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }))
  const words = screen.getByRole<HTMLInputElement>('searchbox')
  expect(words.value).toBe('')
  expect(document.activeElement).toBe(words)
  await userEvent.click(screen.getByText('Member, room, time'))
  await userEvent.type(screen.getByLabelText('From'), '2026-11-01')
  const search = screen.getByRole('button', { name: 'Search' })
  await userEvent.click(search)
  await waitFor(() => expect(location().search).toBe('?since=2026-11-01'))
  expect(document.activeElement).toBe(search)
})

test('a search that took too long says how far back it looked, and goes on from there', async () => {
  const answers = {
    '/api/search?words=rare': () =>
      Response.json({
        found: [],
        next: 'c',
        searchedTo: '2026-03-04T12:00:00.000Z',
        isEmpty: false,
      }),
    '/api/search?words=rare&before=c': () =>
      Response.json({
        found: [found],
        next: 'd',
        searchedTo: '2026-02-04T12:00:00.000Z',
        isEmpty: false,
      }),
    '/api/search?words=rare&before=d': () =>
      Response.json({ found: [], next: null, searchedTo: null, isEmpty: false }),
  }
  await openTab('/search?words=rare', { session: mila, language: 'en', answers })
  expect(await screen.findByText(/Nothing found back to .*2026/)).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Search further back' }))
  await screen.findByText('my secret words')
  // one so far
  screen.getByText('The newest post')
  await userEvent.click(screen.getByRole('button', { name: 'Search further back' }))
  await screen.findByText('1 post')
  expect(screen.queryByText(/back to/)).toBeNull()
})
