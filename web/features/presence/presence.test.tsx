import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(closeTab)

/** The settings' box, before a server that answers when the test says so. */
async function openBox() {
  const wanted: unknown[] = []
  const answers: ((answer: Response) => void)[] = []
  const tab = await openTab('/settings', {
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
  await waitFor(() => expect(box.disabled).toBe(false))
  const answer = (response = done()) => answers.shift()?.(response)
  return { tab, box, wanted, answer }
}

test('a box shows what is wanted before anything else happens, and what is saved after', async () => {
  const { box, wanted, answer } = await openBox()
  // not a moment later: whoever reads it aloud would say the opposite
  fireEvent.click(box)
  expect(box.checked).toBe(false)
  expect(box.getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(wanted).toEqual([{ isShared: false }]))
  answer()
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  expect(box.checked).toBe(false)
})

test('whoever changes their mind while it is saved is saved as they want it last', async () => {
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
  await waitFor(() => expect(box.checked).toBe(true))
  fireEvent.click(box)
  expect(screen.queryByText(/The club cannot do this right now/)).toBe(null)
  await waitFor(() => expect(wanted).toHaveLength(2))
  answer()
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  expect(box.checked).toBe(false)
})
