import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digest, addDigest, type LiveEvent } from '#contract/live.ts'
import { TestStream } from '#web/testing/stream.ts'
import { now } from '#testing/random.ts'
import { Connection, type LiveState } from './connection.ts'

const ready: Extract<LiveEvent, { type: 'ready' }> = {
  type: 'ready',
  userId: '018f0000-0000-7000-8000-000000000001',
  rooms: [],
  tables: [],
}
const open: Connection[] = []

beforeEach(() => {
  TestStream.all = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', TestStream)
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  )
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
  const told: [line: string, rooms: string[]][] = []
  const heard = { unanswered: 0, clockMoved: 0 }
  const connection = new Connection({
    userId: ready.userId,
    url: (line, rooms) => `/api/live?${line} ${rooms}`,
    sendPlaces: async (...places) => void told.push(places),
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onUnanswered: () => (heard.unanswered += 1),
    onClockMoved: () => (heard.clockMoved += 1),
  })
  connection.open()
  open.push(connection)
  return { connection, states, events, heard, told }
}

const post: LiveEvent = { type: 'post', room: 'lounge', number: 1, post: null }
const rooms: LiveEvent = { type: 'rooms' }
const wait = (ms: number) => vi.advanceTimersByTime(ms)
const beatAfter = (...events: LiveEvent[]): LiveEvent => ({
  type: 'beat',
  sum: events.map((event) => digest(JSON.stringify(event))).reduce(addDigest, 0),
})
/** A line on which the club beats as it should, after its first word. */
function beatFor(ms: number) {
  for (let passed = 0; passed < ms; passed += 4_000) {
    wait(4_000)
    TestStream.current.bring(beatAfter(ready))
  }
}

test('a line is live once the club has said where everything stands', () => {
  const { states, events } = connect()
  expect(states).toEqual(['connecting'])
  TestStream.current.bring(ready)
  expect(states.at(-1)).toBe('live')
  expect(events).toEqual([ready])
})

test('when a line died without a word, the browser’s idle connections are not trusted either', () => {
  connect()
  TestStream.current.bring(ready)
  TestStream.current.fail()
  wait(2_000)
  expect(fetch).not.toHaveBeenCalled()
  TestStream.current.bring(ready)
  wait(8_500)
  expect(fetch).toHaveBeenCalledTimes(5)
  TestStream.current.bring(ready)
  TestStream.current.fail()
  wait(2_000)
  expect(fetch).toHaveBeenCalledTimes(5)
})

test('a line that ends comes back by itself, and the old one says nothing more', () => {
  const { states, events } = connect()
  const [first] = TestStream.all
  first!.bring(ready)
  first!.fail()
  expect(first!.isClosed).toBe(true)
  wait(2_000)
  expect(TestStream.all).toHaveLength(2)
  first!.bring({ type: 'rooms' })
  expect(events).toEqual([ready])
  TestStream.current.bring(ready)
  // gone so shortly that nobody need hear of it
  expect(states).toEqual(['connecting', 'live'])
})

test('while nobody answers, the tries grow apart, but never beyond what a way back may take', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const { heard } = connect()
  const gaps: number[] = []
  for (let tries = 1; tries <= 20; tries += 1) {
    TestStream.current.fail()
    const since = now().getTime()
    while (TestStream.all.length === tries) wait(50)
    gaps.push(now().getTime() - since)
  }
  expect(gaps[0]).toBeLessThan(700)
  expect(gaps[1]).toBeGreaterThan(gaps[0]!)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3_150)
  expect(heard.unanswered).toBe(20)
})

test('three seconds after the line ended the tab says so; eight after the last word it calls itself offline, and goes on trying', () => {
  const { states } = connect()
  TestStream.current.bring(ready)
  TestStream.current.fail()
  wait(3_000)
  expect(states.at(-1)).toBe('reconnecting')
  wait(4_400)
  expect(states.at(-1)).toBe('reconnecting')
  wait(1_200)
  expect(states.at(-1)).toBe('offline')
  const tries = TestStream.all.length
  wait(30_000)
  expect(TestStream.all.length).toBeGreaterThan(tries + 3)
  while (TestStream.current.isClosed) wait(50)
  TestStream.current.bring(ready)
  expect(states).toEqual(['connecting', 'live', 'reconnecting', 'offline', 'live'])
})

test('a try that hangs makes room for the next', () => {
  connect()
  wait(8_000)
  expect(TestStream.all.length).toBeGreaterThanOrEqual(2)
  expect(TestStream.all[0]!.isClosed).toBe(true)
})

test('a line gone dead without a word is given up after seven seconds', () => {
  const { states } = connect()
  TestStream.current.bring(ready)
  beatFor(60_000)
  expect(TestStream.all).toHaveLength(1)
  wait(6_500)
  expect(states.at(-1)).toBe('live')
  wait(1_000)
  expect(states.at(-1)).toBe('reconnecting')
  wait(1_000)
  expect(TestStream.all).toHaveLength(2)
})

test.each([
  ['loses an event', [ready]],
  ['brings one twice', [ready, post, post, rooms]],
  ['brings one twice and loses another', [ready, post, post]],
  ['brings them in another order', [ready, rooms, post]],
])('a line that %s is replaced at the next beat', (_, brought) => {
  const { states } = connect()
  for (const event of [ready, post, rooms]) TestStream.current.bring(event)
  TestStream.current.bring(beatAfter(ready, post, rooms))
  expect(TestStream.current.isClosed).toBe(false)
  TestStream.current.fail()
  wait(1_000)
  for (const event of brought) TestStream.current.bring(event)
  TestStream.current.bring(beatAfter(ready, post, rooms))
  expect(TestStream.current.isClosed).toBe(true)
  wait(3_000)
  expect(states.at(-1)).toBe('reconnecting')
})

test('events of a later club are passed over, and counted', () => {
  const { events, states } = connect()
  TestStream.current.dispatchEvent(new MessageEvent('message', { data: 'what?' }))
  TestStream.current.dispatchEvent(new MessageEvent('message', { data: '{"type":"new in 2030"}' }))
  expect(events).toEqual([])
  expect(states).toEqual(['connecting'])
  const sum = ['what?', '{"type":"new in 2030"}'].map(digest).reduce(addDigest, 0)
  TestStream.current.bring({ type: 'beat', sum })
  wait(1_000)
  expect(TestStream.all).toHaveLength(1)
})

test('after a sleep the line is renewed at once, whether it is looked at or a timer wakes first', () => {
  for (const wake of [
    () => document.dispatchEvent(new Event('visibilitychange')),
    () => wait(500),
  ]) {
    const { states, heard } = connect()
    const before = TestStream.all.length
    TestStream.current.bring(ready)
    vi.setSystemTime(now().getTime() + 86_400_000)
    wake()
    expect(states.at(-1)).toBe('offline')
    expect(heard.clockMoved).toBe(1)
    wait(700)
    expect(TestStream.all).toHaveLength(before + 1)
    open.pop()!.close()
  }
})

test('a clock set back an hour neither ends the line nor hides that it died', () => {
  const { states, heard } = connect()
  TestStream.current.bring(ready)
  vi.setSystemTime(now().getTime() - 3_600_000)
  beatFor(12_000)
  expect(heard.clockMoved).toBe(1)
  expect(TestStream.all).toHaveLength(1)
  expect(states.at(-1)).toBe('live')
  wait(7_500)
  expect(states.at(-1)).toBe('reconnecting')
})

test('a screen that is looked at again does not wait for the next try', () => {
  connect()
  TestStream.current.bring(ready)
  for (const [target, name] of [
    [document, 'visibilitychange'],
    [document, 'resume'],
    [window, 'focus'],
  ] as const) {
    TestStream.current.fail()
    const tries = TestStream.all.length
    target.dispatchEvent(new Event(name))
    expect(TestStream.all).toHaveLength(tries + 1)
  }
})

test('the device’s word counts: offline at once, back at once', () => {
  const { states } = connect()
  TestStream.current.bring(ready)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(states.at(-1)).toBe('offline')
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  expect(TestStream.all).toHaveLength(2)
})

test('once closed, nothing is tried any more', () => {
  const { connection } = connect()
  connection.close()
  wait(600_000)
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('focus'))
  expect(TestStream.all).toHaveLength(1)
  expect(TestStream.current.isClosed).toBe(true)
})
