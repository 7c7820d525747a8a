import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { Link, MemoryRouter, useRoutes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ScreenBoundary } from './ScreenBoundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a screen that broke says so until one goes elsewhere, and is drawn anew', async () => {
  // React reports what a boundary has caught
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isWhole = false
  function Far() {
    if (!isWhole) throw new Error('a fault of ours')
    return <p>Far screen</p>
  }
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
  isWhole = true
  await userEvent.click(screen.getByRole('link', { name: 'Near' }))
  expect(await screen.findByText('Near screen')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Far' }))
  expect(await screen.findByText('Far screen')).toBeTruthy()
})
