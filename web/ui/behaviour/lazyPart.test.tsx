import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LateWords, lazyPart } from './lazyPart.tsx'
import { useQuietPart } from './useQuietPart.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Screen = () => <p>Here</p>

test('a part that has come is shown at once', async () => {
  const { Part, preload } = lazyPart(async () => Screen)
  await preload()
  render(
    <Suspense fallback="Coming">
      <Part />
    </Suspense>,
  )
  expect(screen.getByText('Here')).toBeTruthy()
})

test('a part is fetched once, and again after it could not be had', async () => {
  let asked = 0
  const { Part, preload } = lazyPart(async () => {
    asked += 1
    if (asked === 1) throw new Error('the line is dead')
    return Screen
  })
  await preload()
  expect(asked).toBe(1)
  await Promise.all([preload(), preload()])
  expect(asked).toBe(2)
  render(<Part />)
  expect(screen.getByText('Here')).toBeTruthy()
})

test('a part nobody misses is left out while it cannot be had, and comes with a later sign', async () => {
  let asked = 0
  const part = lazyPart(async () => {
    asked += 1
    if (asked === 1) throw new Error('the line is dead')
    return Screen
  })
  const Typing = ({ text }: { text: string }) =>
    useQuietPart(part, text !== '', text) ? <part.Part /> : <p>{text}</p>
  const { rerender } = render(<Typing text="" />)
  expect(asked).toBe(0)
  rerender(<Typing text="H" />)
  await expect.poll(() => asked).toBe(1)
  expect(screen.getByText('H')).toBeTruthy()
  rerender(<Typing text="Ha" />)
  expect(await screen.findByText('Here')).toBeTruthy()
})

test('a part that comes when what it was wanted for is gone is here all the same', async () => {
  let come = () => {}
  const part = lazyPart(
    () => new Promise<typeof Screen>((resolve) => (come = () => resolve(Screen))),
  )
  const Typing = ({ text }: { text: string }) =>
    useQuietPart(part, text !== '', text) ? <part.Part /> : <p>empty</p>
  const { rerender } = render(<Typing text="" />)
  rerender(<Typing text="Eins" />)
  // sent with the first press of a key
  rerender(<Typing text="" />)
  come()
  expect(await screen.findByText('Here')).toBeTruthy()
})

/** A form with a part that cannot be had, while the club is there or not. */
async function openForm(isClubThere: boolean) {
  vi.stubGlobal('fetch', async () => {
    if (!isClubThere) throw new TypeError('offline')
    return new Response()
  })
  let isThere = false
  const { Part } = lazyPart(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return Screen
  })
  render(
    <LateWords value={{ away: <p>No network</p>, gone: <p>Newer version</p> }}>
      <input aria-label="Name" defaultValue="Mia" />
      <Suspense fallback="Coming">
        <Part />
      </Suspense>
    </LateWords>,
  )
  return () => act(() => ((isThere = true), void window.dispatchEvent(new Event('online'))))
}

test('a part that cannot be fetched says why, comes by itself, and takes nothing away', async () => {
  const comeBack = await openForm(false)
  await screen.findByText('No network')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mia')
  comeBack()
  await screen.findByText('Here')
  expect(screen.queryByText('No network')).toBeNull()
})

test('a part that only a newer version has says so, in its own place', async () => {
  await openForm(true)
  await screen.findByText('Newer version')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mia')
})
