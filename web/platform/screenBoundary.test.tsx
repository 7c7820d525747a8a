import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { Link, MemoryRouter, useRoutes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a screen that could not be fetched says so until one goes elsewhere, and is asked for anew', async () => {
  // React reports what a boundary has caught
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isThere = false
  const { Part: Far } = lazyPart(async () => {
    if (!isThere) throw new Error('the line is dead')
    return () => <p>Far screen</p>
  })
  function App() {
    const shown = useRoutes([
      { path: '/', element: <p>Near screen</p> },
      { path: '/far', element: <Far /> },
    ])
    return (
      <>
        <Link to="/">Near</Link>
        <Link to="/far">Far</Link>
        <ScreenBoundary fallback={<p role="alert">Not to be had</p>}>
          <Suspense fallback="…">{shown}</Suspense>
        </ScreenBoundary>
      </>
    )
  }
  render(
    <MemoryRouter>
      <App />
    </MemoryRouter>,
  )

  await userEvent.click(screen.getByRole('link', { name: 'Far' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not to be had')
  isThere = true
  await userEvent.click(screen.getByRole('link', { name: 'Near' }))
  expect(await screen.findByText('Near screen')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Far' }))
  expect(await screen.findByText('Far screen')).toBeTruthy()
})
