import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addToast, currentToasts, dropToast } from './toastQueue.ts'
import { ToastRegion } from './Toasts.tsx'

beforeEach(async () => {
  vi.useFakeTimers()
  render(
    <>
      <button>Elsewhere</button>
      <ToastRegion words={{ region: 'Notifications', close: 'Close' }} />
    </>,
  )
  await act(() => vi.dynamicImportSettled())
})
afterEach(() => {
  cleanup()
  for (const { id } of currentToasts()) dropToast(id)
  vi.useRealTimers()
})

const region = () => screen.getByRole('region', { name: 'Notifications' })
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const show = (title: string, tone: 'info' | 'danger' = 'info') =>
  act(() => addToast({ title, tone }))
const Why = ({ code }: { code: string }) => code
const closers = () => screen.getAllByRole('button', { name: 'Close' })

test('a toast leaves after six seconds, a refusal after ten', async () => {
  show('Saved')
  show('Login failed', 'danger')
  await pass(5.5)
  expect(region().textContent).toBe('Login failedSaved')
  await pass(1)
  expect(region().textContent).toBe('Login failed')
  await pass(4)
  expect(region().textContent).toBe('')
})

test.each([
  ['points at it', () => fireEvent.pointerEnter(region()), () => fireEvent.pointerLeave(region())],
  ['is in it', () => act(() => closers()[0]!.focus()), () => act(() => closers()[0]!.blur())],
  ['is in another window', () => fireEvent.blur(window), () => fireEvent.focus(window)],
])('a toast stays while somebody %s, and has its time left afterwards', async (_, come, go) => {
  show('Saved')
  await pass(4)
  come()
  await pass(60)
  expect(region().textContent).toBe('Saved')
  go()
  await pass(1.5)
  expect(region().textContent).toBe('Saved')
  await pass(1)
  expect(region().textContent).toBe('')
})

test('F6 leads to the toasts; who closes one goes on to the next, then back', async () => {
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  act(() => elsewhere.focus())
  fireEvent.keyDown(elsewhere, { key: 'F6' })
  expect(document.activeElement).toBe(elsewhere)

  show('One')
  show('Two')
  fireEvent.keyDown(elsewhere, { key: 'F6' })
  expect(document.activeElement).toBe(region())
  act(() => closers()[0]!.focus())
  fireEvent.click(closers()[0]!)
  await pass(0)
  expect(region().textContent).toBe('One')
  expect(document.activeElement).toBe(closers()[0])
  fireEvent.keyDown(closers()[0]!, { key: 'Escape' })
  await pass(0)
  expect(region().textContent).toBe('')
  expect(document.activeElement).toBe(elsewhere)
})

test('what stands there already is told anew, and has all its time again', async () => {
  const failed = () =>
    act(() => addToast({ title: <b>Error</b>, description: <Why code="gone" />, tone: 'info' }))
  failed()
  const words = screen.getByRole('heading')
  await pass(5)
  failed()
  expect(region().textContent).toBe('Errorgone')
  expect(words.isConnected).toBe(false)
  await pass(5)
  expect(region().textContent).toBe('Errorgone')
  await pass(1.5)
  expect(region().textContent).toBe('')
})

test('of many toasts the three newest are shown', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) show(title)
  const hidden = screen.getAllByRole('group').filter((card) => card.hasAttribute('data-limited'))
  expect(hidden.map((card) => card.textContent)).toEqual(['One'])
})

test('a finger sweeps a toast away to the right, and lets go of one it hardly moved', async () => {
  show('Saved')
  const card = screen.getByRole('group')
  card.setPointerCapture = () => {}
  const sweep = (far: number) => {
    const at = { pointerId: 1, pointerType: 'touch', clientY: 10 }
    fireEvent.pointerDown(card, { ...at, clientX: 10 })
    fireEvent.pointerMove(card, { ...at, clientX: 10 + far })
    fireEvent.pointerUp(card, { ...at, clientX: 10 + far })
  }
  sweep(20)
  await pass(0)
  expect(region().textContent).toBe('Saved')
  sweep(60)
  await pass(0)
  expect(region().textContent).toBe('')
})
