import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import type { LiveEvent } from '#contract/live.ts'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { openUnanswered } from '#web/testing/openUnanswered.ts'
import { TestStream } from '#web/testing/stream.ts'
import { now } from '#testing/random.ts'
import { call } from '#web/platform/api/call.ts'

beforeEach(() => {
  localStorage.clear()
  TestStream.all = []
})
afterEach(() => {
  closeTab()
  vi.restoreAllMocks()
})

const ready: LiveEvent = { type: 'ready', userId: mila.userId, rooms: [], tables: [] }
const bring = (event: LiveEvent) => act(() => TestStream.current.bring(event))
/** The line ends, and somebody who looks at the screen has it back at once. */
const comeBack = () =>
  act(() => {
    TestStream.current.fail()
    window.dispatchEvent(new Event('focus'))
    TestStream.current.bring(ready)
  })

test('the rooms are asked for again when the line was away, since they may have changed unheard', async () => {
  const { server } = await openTab('/rooms', { session: mila, stream: TestStream })
  await waitFor(() => expect(TestStream.all).toHaveLength(1))
  bring(ready)
  await waitFor(() => expect(server.times('/api/rooms')).toBe(1))
  comeBack()
  await waitFor(() => expect(server.times('/api/rooms')).toBe(2))
})

test.each([1, -1])(
  'when the device’s clock was set by %i h, the club is asked for the time again, until it answers',
  async (hours) => {
    let isSilent = false
    const { server } = await openTab('/rooms', { session: mila, stream: TestStream })
    const answer = server.answers['/api/auth/session']!
    server.answers['/api/auth/session'] = async (request) => {
      if (isSilent) throw new TypeError('offline')
      const { club, ...rest } = (await (await answer(request)).json()) as { club: object }
      return Response.json({ ...rest, club: { ...club, now: now().toISOString() } })
    }
    await waitFor(() => expect(TestStream.all).toHaveLength(1))
    bring(ready)
    const before = server.times('/api/auth/session')

    isSilent = true
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000)
    await waitFor(() => expect(server.times('/api/auth/session')).toBe(before + 1))
    isSilent = false
    comeBack()
    await waitFor(() => expect(server.times('/api/auth/session')).toBe(before + 2))
    // the rooms are asked for again once the line is back, which an answer still on its way may spare
    const asked = server.times('/api/rooms')
    await waitFor(() => {
      comeBack()
      expect(server.times('/api/rooms')).toBeGreaterThan(asked)
    })
    expect(server.times('/api/auth/session')).toBe(before + 2)
  },
)

test('a screen that could ask nobody goes on by itself once the club answers', async () => {
  const speak = await openUnanswered('/settings', mila)
  speak()
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
})

test('a call that hangs in a dead line is given up, whether or not its caller has a limit too', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const given = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => given.reject(new DOMException('', 'AbortError')))
    return given.promise
  })
  const calls = [
    call(getSession, {}),
    call(getSession, {}, { signal: new AbortController().signal }),
  ]
  limit.abort()
  for (const one of calls) await expect(one).rejects.toMatchObject({ code: 'FETCH_ERROR' })
})
