import { render, screen } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router'
import { afterEach, test } from 'vitest'
import { MissedStep } from './MissedStep.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

const steps: string[] = []

/** What is shown, and drawn so slowly that the reader goes on meanwhile. */
function Slow() {
  const { pathname, hash, state } = useLocation()
  const step = steps.pop()
  if (step) window.history.pushState({ usr: 'kept' }, '', step)
  return (
    <main>
      {pathname}
      {hash} {String(state)}
    </main>
  )
}

const open = (from: string, to?: string) => {
  window.history.replaceState(null, '', from)
  if (to) steps.push(to)
  render(
    <BrowserRouter>
      <MissedStep />
      <Slow />
    </BrowserRouter>,
  )
}

test('a visitor who goes on while the first screen is drawn is shown where they went', async () => {
  open('/settings', '/settings#consents')
  await screen.findByText('/settings#consents kept')
})

test('a visitor who stays is led nowhere', () => {
  open('/settings#danger')
  screen.getByText('/settings#danger null')
})
