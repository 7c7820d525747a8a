import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { listenToHistoryFirst } from './historyHold.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

afterEach(cleanup)

function Begun() {
  const { wish, stay, leave } = useLeaveGuard(true)
  return (
    <>
      <p>begun</p>
      {wish && <button onClick={stay}>stay</button>}
      {wish && <button onClick={leave}>leave</button>}
    </>
  )
}

test('going back from what one began is asked about too', async () => {
  listenToHistoryFirst()
  history.replaceState(null, '', '/')
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Link to="/begun">begin</Link>} />
        <Route path="/begun" element={<Begun />} />
      </Routes>
    </BrowserRouter>,
  )
  await userEvent.click(screen.getByText('begin'))
  screen.getByText('begun')

  history.back()
  await userEvent.click(await screen.findByText('stay'))
  await waitFor(() => expect(location.pathname).toBe('/begun'))
  screen.getByText('begun')

  history.back()
  await screen.findByText('leave')
  await waitFor(() => expect(location.pathname).toBe('/begun'))
  await userEvent.click(screen.getByText('leave'))
  await screen.findByText('begin')
  expect(location.pathname).toBe('/')
})
