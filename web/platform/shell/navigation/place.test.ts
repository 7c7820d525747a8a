import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seekPlace } from './place.ts'

const WINDOW = 900
/** How much of the page is drawn, and whom to tell when it has grown. */
let height = WINDOW
let grown = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  height = WINDOW
  let top = 0
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top)
  vi.stubGlobal('scrollTo', (_: number, to: number) => {
    top = Math.max(0, Math.min(to, height - WINDOW))
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(act: () => void) {
        grown = act
      }
      observe() {}
      disconnect() {
        grown = () => {}
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** A post, so far below the head of the page. */
function draw(id: string, below: number) {
  const post = document.body.appendChild(document.createElement('article'))
  post.id = id
  post.getBoundingClientRect = () => new DOMRect(0, below - window.scrollY)
}

function growTo(to: number) {
  height = to
  grown()
}

const seek = () => {
  const onEnd = vi.fn()
  const place = { y: 500, beside: { id: 'post-3', top: 270 } }
  seekPlace(place, { signal: new AbortController().signal, isBrief: false, onEnd })
  return onEnd
}

test('a place is reached once the page is long enough for it, however slowly it is drawn', () => {
  const onEnd = seek()
  draw('post-3', 770)
  growTo(WINDOW + 374)
  expect(window.scrollY).toBe(374)
  vi.advanceTimersByTime(5_000)
  expect(onEnd).not.toHaveBeenCalled()
  growTo(WINDOW + 551)
  expect(window.scrollY).toBe(500)
  vi.advanceTimersByTime(1_000)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a member who does something meanwhile is left where they are', () => {
  const onEnd = seek()
  window.dispatchEvent(new Event('wheel'))
  expect(onEnd).toHaveBeenCalledOnce()
  draw('post-3', 770)
  growTo(WINDOW + 551)
  expect(window.scrollY).toBe(0)
})
