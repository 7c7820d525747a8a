import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Session } from '#contract/accounts/session.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { lounge } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))
Element.prototype.scrollIntoView = () => {}

/** A room in which whatever is posted is answered as the test wants. */
async function openRoom(
  more: Partial<Session> = {},
  {
    onPost = () => refusal('unavailable', {}, 503),
    pace = { slowSeconds: 0, waitSeconds: 0 },
  } = {},
) {
  const tab = await openTab('/room/lounge', {
    session: { ...mila, ...more },
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () => Response.json({ room: lounge, icebreaker: null }),
      '/api/rooms/lounge/pace': () => Response.json(pace),
      '/api/rooms/lounge/posts': ({ body }) =>
        body === undefined ? Response.json({ posts: [], from: 1, to: 0, latest: 0 }) : onPost(),
    },
  })
  await screen.findByRole('textbox')
  return tab
}
const box = () => screen.getByRole('textbox', { name: 'Your message' })
const note = (words: RegExp) => screen.findByText(words)

test('a newcomer reads what was recognised and why it stays inside, and may write on', async () => {
  await openRoom({ isNewcomer: true })
  await userEvent.type(box(), 'call 0176 12345678')
  expect(await note(/looks like a phone number: “0176 12345678”/)).toBeTruthy()
  expect(screen.getByText(/In your first 7 days/)).toBeTruthy()
  await userEvent.type(box(), ' now')
  expect(box()).toHaveProperty('value', 'call 0176 12345678 now')
  await userEvent.clear(box())
  await waitFor(() => expect(screen.queryByText(/phone number/)).toBe(null))
})

test.each([
  ['mia@example.org', /email address/, /Everybody in this room/],
  ['www.example.org', /link/, /Everybody in this room/],
  ['Insta: mia_92', /reach you elsewhere/, /Everybody in this room/],
  ['DE89 3704 0044 0532 0130 00', /bank account/, /Everybody in this room/],
  ['Hafenstraße 7', /an address/, /Everybody in this room/],
  ['gift card', /frauds often begin with/, /Never send money/],
  ['can you lend me 500 euros', /frauds often begin with/, /Never send money/],
])('everybody else is warned: %s', async (text, seems, why) => {
  await openRoom()
  await userEvent.type(box(), text)
  expect(await note(seems)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
})

test('a word that was refused is said back, and the post can be edited', async () => {
  const found = { from: 4, to: 12 }
  await openRoom({}, { onPost: () => refusal('words_blocked', { found }, 422) })
  await userEvent.type(box(), 'ein Pfuiwort')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await note(/“Pfuiwort” degrades people/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(box()).toHaveProperty('value', 'ein Pfuiwort'))
  expect(screen.queryByText(/“Pfuiwort” degrades/)).toBe(null)
})

test('in a slow room the composer says how slowly, and how long until one’s turn', async () => {
  await openRoom({}, { pace: { slowSeconds: 120, waitSeconds: 90 } })
  await userEvent.type(box(), 'Hi')
  expect(await note(/one post every 2 minutes/)).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(
    /Your next post goes out in (90|89) seconds/,
  )
})

test('what slow mode refuses waits for its turn and goes by itself', async () => {
  await openRoom({}, { onPost: () => refusal('slow_mode', { retryAfter: 40 }, 429) })
  await userEvent.type(box(), 'Hi{Control>}{Enter}{/Control}')
  expect(await note(/Not sent yet. This one goes out at/)).toBeTruthy()
})

test('hidden in one tap in the settings; every screen says so until it is undone', async () => {
  const asked: unknown[] = []
  const tab = await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: {
      '/api/mine/hidden': ({ body }) => {
        asked.push(body)
        tab.server.session = { ...mila, ...(body as { isHidden: boolean }) }
        return done()
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Hide me now' }))
  const notice = within(await screen.findByRole('complementary', { name: 'You are hidden.' }))
  expect(screen.getByText('You are hidden. Nobody sees you any more.').getAttribute('role')).toBe(
    'status',
  )
  await userEvent.click(notice.getByRole('button', { name: 'Show me again' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBe(null))
  expect(asked).toEqual([{ isHidden: true }, { isHidden: false }])
  await screen.findByText('You are shown again')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('hidden in two taps from any screen of a phone, and a failure is told there', async () => {
  const asked: unknown[] = []
  let isDown = true
  const tab = await openTab('/rooms', {
    session: mila,
    language: 'en',
    answers: {
      '/api/mine/hidden': ({ body }) => {
        if (isDown) return refusal('unavailable', {}, 503)
        asked.push(body)
        tab.server.session = { ...mila, ...(body as { isHidden: boolean }) }
        return done()
      },
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Me' }))
  const hide = await screen.findByRole('checkbox', { name: 'Invisible' })
  expect(hide.getAttribute('aria-describedby')).toBeTruthy()
  await userEvent.click(hide)
  expect(await screen.findByText(/The club cannot do this right now/)).toBeTruthy()
  expect(hide).toHaveProperty('checked', false)
  isDown = false
  await userEvent.click(hide)
  await screen.findByRole('complementary', { name: 'You are hidden.' })
  expect(screen.getAllByText('You are hidden. Nobody sees you any more.').length).toBeGreaterThan(0)
  expect(hide).toHaveProperty('checked', true)

  await userEvent.click(hide)
  await waitFor(() => expect(screen.queryByRole('complementary')).toBe(null))
  expect(asked).toEqual([{ isHidden: true }, { isHidden: false }])
})

test('a failure to hide is told', async () => {
  await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: { '/api/mine/hidden': () => refusal('unavailable', {}, 503) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Hide me now' }))
  expect(await screen.findByText(/The club cannot do this right now/)).toBeTruthy()
})

test('discretion is switched on and off on the device', async () => {
  await openTab('/settings/visibility', { session: mila, language: 'en' })
  const neutral = await screen.findByRole('checkbox', { name: /Title and icon/ })
  await userEvent.click(neutral)
  expect(document.title).toBe('Notes')
  expect(localStorage.getItem('parlour.neutral')).toBe('Notes')
  await userEvent.click(neutral)
  expect(document.title).not.toBe('Notes')
  const key = screen.getByRole('checkbox', { name: /Escape three times/ })
  await userEvent.click(key)
  expect(localStorage.getItem('parlour.exit-key')).toBe('Escape')
  await userEvent.click(key)
  expect(localStorage.getItem('parlour.exit-key')).toBe(null)
})

test('a neutral title follows the language, and one that is not chosen does not come with it', async () => {
  // as it was before another language was chosen on a public page
  localStorage.setItem('parlour.neutral', 'Notizen')
  await openTab('/settings/appearance', { session: mila, language: 'en' })
  await waitFor(() => expect(document.title).toBe('Notes'))
  await userEvent.click(await screen.findByRole('radio', { name: 'Deutsch' }))
  await waitFor(() => expect(document.title).toBe('Notizen'))
  expect(localStorage.getItem('parlour.neutral')).toBe('Notizen')
  await userEvent.click(screen.getByRole('radio', { name: 'English' }))
  await waitFor(() => expect(document.title).toBe('Notes'))
  expect(document.querySelectorAll('title[data-neutral]')).toHaveLength(1)

  localStorage.removeItem('parlour.neutral')
  document.querySelector('title[data-neutral]')?.remove()
  await userEvent.click(screen.getByRole('radio', { name: 'Deutsch' }))
  await screen.findByRole('heading', { level: 1, name: 'Darstellung und Sprache' })
  expect(document.title).toBe('Darstellung und Sprache · Parlour')
})

test('a title made neutral in another tab is neutral in this one, too, and so is its switch', async () => {
  await openTab('/settings/visibility', { session: mila, language: 'en' })
  const neutral = await screen.findByRole('checkbox', { name: /Title and icon/ })
  const otherTabKeeps = (newValue: string | null) => {
    if (newValue === null) localStorage.removeItem('parlour.neutral')
    else localStorage.setItem('parlour.neutral', newValue)
    const key = 'parlour.neutral'
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
  }
  otherTabKeeps('Notizen')
  await waitFor(() => expect(document.title).toBe('Notizen'))
  expect(neutral).toHaveProperty('checked', true)
  // kept as the other tab says it, or each would answer the other
  expect(localStorage.getItem('parlour.neutral')).toBe('Notizen')
  otherTabKeeps(null)
  await waitFor(() => expect(document.title).toMatch(/Parlour$/))
  expect(neutral).toHaveProperty('checked', false)
})

const ADMIN = { ...mila, isAdmin: true, isModerator: true }
const idOf = (at: number) => `018f0000-0000-7000-8000-00000000000${at}`

/** The list as a server would keep it. */
async function openWords(words: string[], language: 'mul' | 'en' = 'mul') {
  const list = { words, refuse: '' }
  const answers: NonNullable<Parameters<typeof openTab>[1]>['answers'] = {
    '/api/admin/words': ({ method, body }) => {
      if (list.refuse) return refusal(list.refuse, {}, 409)
      if (method === 'GET')
        return Response.json({
          words: list.words.map((word, at) => ({
            id: idOf(at),
            word,
            addedAt: '2026-11-20T18:05:00.000Z',
          })),
        })
      list.words.push((body as { word: string }).word)
      return done()
    },
    [`/api/admin/words/${idOf(0)}`]: () => (list.words.shift(), done()),
  }
  const { server } = await openTab('/admin/words', { session: ADMIN, language, answers })
  return { server, list }
}

test('admins see, add and remove words, in German in the mixture', async () => {
  const { list } = await openWords(['Pfuiwort'])
  expect(await screen.findByRole('heading', { level: 1, name: 'Gesperrte Wörter' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
  const field = await screen.findByRole('textbox', { name: 'Ein weiteres Wort' })
  await userEvent.type(field, 'Schimpf{Enter}')
  expect(await screen.findByText('„Schimpf“ ist gesperrt.')).toBeTruthy()
  expect(field).toHaveProperty('value', '')
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toContainEqual(
      expect.stringContaining('Schimpf'),
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: '„Pfuiwort“ entfernen' }))
  expect(await screen.findByText('„Pfuiwort“ ist wieder erlaubt.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Wörter'))
  expect(list.words).toEqual(['Schimpf'])
})

test('typing the next word while another is being removed keeps the focus', async () => {
  const { server } = await openWords(['mist', 'quark'])
  const path = `/api/admin/words/${idOf(0)}`
  const remove = server.answers[path]!
  let answer = () => {}
  server.answers[path] = (request) =>
    new Promise((resolve) => (answer = () => resolve(remove(request))))
  await userEvent.click(await screen.findByRole('button', { name: '„mist“ entfernen' }))
  const field = screen.getByRole('textbox', { name: 'Ein weiteres Wort' })
  await userEvent.type(field, 'scho')
  act(answer)
  await waitFor(() => expect(screen.queryByText('mist')).toBeNull())
  await userEvent.keyboard('koban')
  expect(field).toHaveProperty('value', 'schokoban')
})

test('what cannot be a word, and what is there already, says so beside the field', async () => {
  const { list } = await openWords([], 'en')
  expect(await screen.findByText('No word is blocked')).toBeTruthy()
  const field = screen.getByRole('textbox')
  await userEvent.type(field, 'two words{Enter}')
  expect(await screen.findByText('Please check this entry')).toBeTruthy()
  list.refuse = '23505'
  await userEvent.clear(field)
  await userEvent.type(field, 'Pfuiwort{Enter}')
  expect(await screen.findByText(/is blocked already/)).toBeTruthy()
  await act(async () => {})
})
