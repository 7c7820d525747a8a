import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

const PICTURE_MS = 16

// Files of tests share a process, its libraries and its window, because to load them again took most of
// the time. Of the club they share nothing: each file evaluates its modules again, in an empty page.
vi.resetModules()
emptyPage()

// the one of Node reaches the other files of tests; who tests several tabs brings `Channel`
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

// as patient as `expect.poll`: a screen that comes for the first time loads its route, which a busy machine
// does not do within seconds
configure({ asyncUtilTimeout: 30_000 })

// Waiting asks again and again: what the page shows instead is printed once, when waiting has ended.
configure({
  getElementError(message, container) {
    const shown = isAskedAgain() ? null : prettyDOM(container as HTMLElement)
    const error = new Error([message, shown].filter(Boolean).join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})
/** As the library itself spares a list of all roles then. */
const isAskedAgain = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

// For each element React notes where it was made, to say it in a warning, until it has done so ten thousand
// times within a second; here it believes it has. It was a fifth of what the tests of the web cost.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set() {}, configurable: true },
)

// Before each click it was asked of every element around whether the pointer is let through, which only our
// style sheets could forbid, and they are not here: a tenth of what these tests cost.
for (const act of ['click', 'dblClick', 'hover', 'clear'] as const) sparePointerChecks(act, 1)
for (const act of ['type', 'upload', 'selectOptions'] as const) sparePointerChecks(act, 2)

// Tests wait for what a page shows. What it loads by itself meanwhile is no mistake of the test, as React would say.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }))
// what the library does by itself it does in the first file only
afterEach(cleanup)

// each test is a tab of its own
beforeEach(() => sessionStorage.clear())

// what a page meant to do later, or listened for, is over once it is closed
const timers = new Set<ReturnType<typeof setTimeout>>()
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis
const startKept = (...given: Parameters<typeof startTimer>) => {
  const timer = startTimer(...given)
  timers.add(timer)
  return timer
}
globalThis.setTimeout = Object.assign(startKept, startTimer)
// the window's own pictures stand still for good when a test once asked for one by a clock of its own
globalThis.requestAnimationFrame = (draw) =>
  Number(startKept(() => draw(new Event('picture').timeStamp), PICTURE_MS))
globalThis.cancelAnimationFrame = (frame) => stopTimer(frame)
const listeners: Parameters<typeof window.removeEventListener>[] = []
const { addEventListener } = window
window.addEventListener = (...given: (typeof listeners)[number]) => {
  listeners.push(given)
  addEventListener.apply(window, given)
}
const asWas = [Element.prototype, HTMLElement.prototype, URL, navigator].map(
  (object) => [object, Object.getOwnPropertyDescriptors(object)] as const,
)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const [object, before] of asWas) {
    for (const key of Reflect.ownKeys(object))
      if (!Object.hasOwn(before, key)) Reflect.deleteProperty(object, key)
    Object.defineProperties(object, before)
  }
  for (const timer of timers) stopTimer(timer)
  globalThis.setTimeout = startTimer
  for (const given of listeners) window.removeEventListener(...given)
  window.addEventListener = addEventListener
})

function emptyPage(): void {
  localStorage.clear()
  for (const [name] of document.cookie.split('; ').map((cookie) => cookie.split('=')))
    document.cookie = `${name}=; max-age=0; path=/`
  history.replaceState(null, '', '/')
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
}

/** @param at where the options of that act stand among what it is given */
function sparePointerChecks(act: keyof typeof userEvent, at: number): void {
  const real = userEvent[act] as (...given: unknown[]) => Promise<void>
  const spared = (...given: unknown[]) => {
    given[at] = { pointerEventsCheck: PointerEventsCheckLevel.Never, ...(given[at] as object) }
    return real(...given)
  }
  // the files share the library, and each comes by here
  if (real.name !== spared.name) Object.assign(userEvent, { [act]: spared })
}
