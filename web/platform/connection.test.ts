import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { Stream } from '#web/testing/stream.ts'
import { Connection, type LiveState } from './connection.ts'

const ready: LiveEvent = {
  type: 'ready',
  userId: '018f0000-0000-7000-8000-000000000001',
  rooms: [],
}
const open: Connection[] = []

beforeEach(() => {
  Stream.all = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  for (const connection of open.splice(0)) connection.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function connect() {
  const states: LiveState[] = []
  const events: LiveEvent[] = []
  let unanswered = 0
  const connection = new Connection({
    url: '/api/live',
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onUnanswered: () => (unanswered += 1),
  })
  connection.open()
  open.push(connection)
  return { connection, states, events, unanswered: () => unanswered }
}

test('a line is live once the club has said where everything stands', () => {
  const { states, events } = connect()
  expect(states).toEqual(['connecting'])
  Stream.current.bring(ready)
  expect(states.at(-1)).toBe('live')
  expect(events).toEqual([ready])
})

test('a line that ends comes back by itself, and the old one says nothing more', () => {
  const { states, events } = connect()
  const [first] = Stream.all
  first!.bring(ready)
  first!.fail()
  expect(states.at(-1)).toBe('reconnecting')
  expect(first!.isClosed).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(Stream.all).toHaveLength(2)
  first!.bring({ type: 'rooms' })
  expect(events).toEqual([ready])
  Stream.current.bring(ready)
  expect(states.at(-1)).toBe('live')
})

test('tries grow apart, and after several the tab calls itself offline but goes on trying', () => {
  const { states, unanswered } = connect()
  for (let tries = 0; tries < 20; tries += 1) {
    Stream.current.fail()
    vi.advanceTimersByTime(15_200)
  }
  expect(states.at(-1)).toBe('offline')
  expect(Stream.all.length).toBeGreaterThan(15)
  expect(unanswered()).toBe(20)
})

test('a line gone dead without a word, as after a laptop’s sleep, is given up', () => {
  const { states } = connect()
  Stream.current.bring(ready)
  for (let beats = 0; beats < 5; beats += 1) {
    vi.advanceTimersByTime(20_000)
    Stream.current.bring({ type: 'beat' })
  }
  expect(Stream.all).toHaveLength(1)
  vi.advanceTimersByTime(50_000)
  expect(states).toContain('reconnecting')
})

test('when the screen is looked at again, a slept-through line is renewed at once', () => {
  const { states } = connect()
  Stream.current.bring(ready)
  vi.setSystemTime(Date.now() + 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(states.at(-1)).toBe('reconnecting')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Stream.all).toHaveLength(2)
})

test('the device’s word counts: offline at once, back at once', () => {
  const { states } = connect()
  Stream.current.bring(ready)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(states.at(-1)).toBe('offline')
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  expect(Stream.all).toHaveLength(2)
})

test('what makes no sense is passed over', () => {
  const { events, states } = connect()
  Stream.current.dispatchEvent(new MessageEvent('message', { data: 'what?' }))
  Stream.current.dispatchEvent(new MessageEvent('message', { data: '{"type":"new in 2030"}' }))
  expect(events).toEqual([])
  expect(states).toEqual(['connecting'])
})

test('once closed, nothing is tried any more', () => {
  const { connection } = connect()
  connection.close()
  vi.advanceTimersByTime(600_000)
  window.dispatchEvent(new Event('online'))
  expect(Stream.all).toHaveLength(1)
  expect(Stream.current.isClosed).toBe(true)
})
