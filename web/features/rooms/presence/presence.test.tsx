import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { lounge } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(closeTab)

/** The settings' box, before a server that answers when the test says so. */
async function openBox() {
  const wanted: unknown[] = []
  const answers: ((answer: Response) => void)[] = []
  const tab = await openTab('/settings/visibility', {
    session: mila,
    answers: {
      '/api/mine/presence': ({ method, body }) => {
        if (method === 'GET') return Response.json({ isShared: true })
        wanted.push(body)
        return new Promise((answer) => answers.push(answer))
      },
    },
  })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Show others in/ })
  const answer = (response = done()) => answers.shift()?.(response)
  return { tab, box, wanted, answer }
}

test('a box shows what is wanted before anything else happens, and what is saved after', async () => {
  const { box, wanted, answer } = await openBox()
  // not a moment later: a screen reader would say the opposite
  fireEvent.click(box)
  expect(box.checked).toBe(false)
  expect(box.getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(wanted).toEqual([{ isShared: false }]))
  answer()
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  expect(box.checked).toBe(false)
})

test('a choice changed while it is saved is saved as it was last', async () => {
  const { box, wanted, answer } = await openBox()
  fireEvent.click(box)
  await waitFor(() => expect(wanted).toHaveLength(1))
  fireEvent.click(box)
  fireEvent.click(box)
  fireEvent.click(box)
  expect(box.checked).toBe(true)
  answer()
  await waitFor(() => expect(wanted).toEqual([{ isShared: false }, { isShared: true }]))
  answer()
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  expect(box.checked).toBe(true)
})

test('what could not be saved goes back and says why, and can be tried again', async () => {
  const { box, wanted, answer } = await openBox()
  fireEvent.click(box)
  await waitFor(() => expect(wanted).toHaveLength(1))
  answer(refusal('unavailable', {}, 503))
  expect(await screen.findByText(/The club cannot do this right now/)).toBeTruthy()
  screen.getByText('Not saved')
  await waitFor(() => expect(box.checked).toBe(true))
  fireEvent.click(box)
  expect(screen.queryByText(/The club cannot do this right now/)).toBe(null)
  await waitFor(() => expect(wanted).toHaveLength(2))
  answer()
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  expect(box.checked).toBe(false)
})

test('what is not known is not shown as chosen', async () => {
  const { server } = await openTab('/settings/visibility', {
    session: mila,
    answers: { '/api/mine/presence': () => refusal('unavailable', {}, 503) },
  })
  const title = await screen.findByText('The setting could not be loaded')
  expect(screen.queryByRole('checkbox', { name: /^Show others in/ })).toBe(null)
  server.answers['/api/mine/presence'] = () => Response.json({ isShared: false })
  const notice = within(title.closest<HTMLElement>('[role=alert]')!)
  await userEvent.click(notice.getByRole('button', { name: 'Try again' }))
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Show others in/ })
  expect(box.checked).toBe(false)
})

const cleo = { id: '018f0000-0000-7000-8000-000000000310', username: 'Cleo' }

test('who is here can be asked for once more, and stays while it is read anew in vain', async () => {
  TestStream.all = []
  let isDown = true
  let asked = 0
  await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () => Response.json({ room: lounge, icebreaker: null }),
      '/api/rooms/lounge/pace': () => Response.json({ slowSeconds: 0, waitSeconds: 0 }),
      '/api/rooms/lounge/posts': () => Response.json({ posts: [], from: 1, to: 0, latest: 0 }),
      '/api/rooms/lounge/present': () => {
        asked += 1
        return isDown
          ? refusal('unavailable', {}, 503)
          : Response.json({ count: 1, people: [cleo] })
      },
    },
  })
  await screen.findByRole('textbox')
  const present = (count: number) =>
    act(() => TestStream.current.bring({ type: 'present', room: 'lounge', count, people: [cleo] }))
  const here = await waitFor(() => {
    // the room may not have been listening yet, or to a line that it left since
    act(() => void TestStream.current.dispatchEvent(new Event('open')))
    present(1)
    return screen.getByRole('button', { name: /^1 here/ })
  })
  await userEvent.click(here)
  const dialog = within(await screen.findByRole('dialog', { name: 'Who is here' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/Who is here could not be loaded/)
  isDown = false
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('link', { name: 'Cleo' })).toBeTruthy()
  isDown = true
  const before = asked
  present(2)
  await waitFor(() => expect(asked).toBeGreaterThan(before))
  expect(dialog.getByRole('link', { name: 'Cleo' })).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBe(null)
})
