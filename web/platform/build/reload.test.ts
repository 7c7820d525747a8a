import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadOnceQuiet } from './reload.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(10 * MINUTE)
  document.body.innerHTML = ''
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

/** A page of an older build, and what keeps it from being loaded anew. */
function openOld(html = '', isBusy = () => false) {
  document.body.innerHTML = html
  const reload = vi.fn()
  const stop = new AbortController()
  reloadOnceQuiet({ isBusy, signal: stop.signal, reload, spreadMs: 0 })
  return { reload, stop: () => stop.abort() }
}
const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a tab nobody looks at is loaded anew soon, and once', () => {
  const { reload } = openOld('<p>Words of others</p><input type="search" value="" />')
  vi.advanceTimersByTime(MINUTE)
  expect(reload).not.toHaveBeenCalled()
  hide(true)
  vi.advanceTimersByTime(MINUTE)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('one that somebody looks at, once nothing was touched for five minutes', () => {
  const { reload } = openOld()
  for (let minute = 0; minute < 8; minute += 1) {
    vi.advanceTimersByTime(MINUTE)
    window.dispatchEvent(new Event('pointermove'))
  }
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * MINUTE)
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['something is typed', '<textarea>Dear Ben</textarea>'],
  ['a password is typed', '<input type="password" value="lamplight" />'],
  ['a box was ticked', '<input type="checkbox" />'],
  ['a dialog is open', '<div role="alertdialog">Sure?</div>'],
  ['a menu is open', '<div role="menu"></div>'],
])('while %s, it waits', (_, html) => {
  const { reload } = openOld(html)
  for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox]'))
    box.checked = true
  hide(true)
  vi.advanceTimersByTime(20 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
  document.body.innerHTML = ''
  vi.advanceTimersByTime(MINUTE)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('while something is on its way, or the page would ask whether to leave, it waits', () => {
  let isBusy = true
  const { reload } = openOld('', () => isBusy)
  const hold = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', hold)
  hide(true)
  vi.advanceTimersByTime(MINUTE)
  isBusy = false
  vi.advanceTimersByTime(MINUTE)
  expect(reload).not.toHaveBeenCalled()
  window.removeEventListener('beforeunload', hold)
  vi.advanceTimersByTime(MINUTE)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('it is not loaded anew when the club shows its own build again', () => {
  const { reload, stop } = openOld()
  stop()
  hide(true)
  vi.advanceTimersByTime(20 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
})
