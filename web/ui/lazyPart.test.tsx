import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { forgetFailedParts, lazyPart } from './lazyPart.tsx'
import { useQuietPart } from './useQuietPart.ts'

afterEach(cleanup)

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
  forgetFailedParts()
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
