import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

const MINUTE = 60_000
/** How often the page looked whether it may go; it may not. */
let looks = 0
const stay = (event: Event) => {
  looks += 1
  event.preventDefault()
}

beforeEach(() => {
  localStorage.clear()
  TestStream.all = []
  looks = 0
  window.addEventListener('beforeunload', stay)
})
afterEach(() => {
  window.removeEventListener('beforeunload', stay)
  closeTab()
  vi.useRealTimers()
  document.querySelector('meta[name=build]')?.remove()
})

async function openPageOf(build: string) {
  const meta = Object.assign(document.createElement('meta'), { name: 'build', content: build })
  document.head.append(meta)
  await openTab('/rooms', { session: mila, stream: TestStream })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(TestStream.all).toHaveLength(1))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
}
const greet = (build?: string) =>
  act(() =>
    TestStream.current.bring({
      type: 'ready',
      userId: mila.userId,
      rooms: [],
      ...(build && { build }),
    }),
  )
const wait = () => act(() => void vi.advanceTimersByTime(20 * MINUTE))

test('a page hears from the stream’s greeting that the club shows another build, until it is its own again', async () => {
  await openPageOf('old')
  greet('new')
  await expect.poll(() => (wait(), looks)).toBeGreaterThan(0)
  greet('old')
  looks = 0
  wait()
  expect(looks).toBe(0)
})

test('a club that says nothing of builds, or shows the same, changes nothing', async () => {
  await openPageOf('old')
  greet()
  greet('old')
  // what would look is fetched in the same turn as in the test before
  await import('./reload.ts')
  wait()
  expect(looks).toBe(0)
})
