import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digest, addDigest, type LiveEvent } from '#contract/live.ts'
import { Channel } from '#web/testing/channel.ts'
import { TestStream } from '#web/testing/stream.ts'
import { Connection, type LiveState } from './connection.ts'

const MIA = '018f0000-0000-7000-8000-000000000001'
const BEN = '018f0000-0000-7000-8000-000000000002'
const ready: LiveEvent = {
  type: 'ready',
  userId: MIA,
  rooms: [{ slug: 'bar', latest: 7 }],
  tables: [],
}
const post = (number: number): LiveEvent => ({ type: 'post', room: 'bar', number, post: null })
let open: Connection[] = []
/** The tab that asked for a line last. */
let leading: Connection

beforeEach(() => {
  TestStream.all = []
  Channel.all = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', TestStream)
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('fetch', async () => new Response())
})
afterEach(() => {
  for (const connection of open) connection.close()
  open = []
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Tab = ReturnType<typeof openTab>
function openTab(room: string | null = null, userId = MIA) {
  const states: LiveState[] = []
  const events: LiveEvent[] = []
  const told: string[] = []
  const connection = new Connection({
    userId,
    url: (line, rooms) => {
      leading = connection
      return `/api/live?line=${line}&rooms=${rooms}`
    },
    sendPlaces: async (_, rooms) => void told.push(String(rooms)),
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onUnanswered: () => {},
    onClockMoved: () => {},
  })
  connection.show(room)
  connection.open()
  open.push(connection)
  return { connection, states, events, told, channel: Channel.current }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const streams = () => TestStream.all.filter(({ isClosed }) => !isClosed)
/** What the club says on the one line there is. */
async function say(...events: LiveEvent[]) {
  for (const event of events) streams()[0]!.bring(event)
  await wait(0)
}
async function beat(...since: LiveEvent[]) {
  const sum = since.map((event) => digest(JSON.stringify(event))).reduce(addDigest, 0)
  await say({ type: 'beat', sum })
}
const numbers = ({ events }: Tab) =>
  events.flatMap((event) => (event.type === 'post' ? [event.number] : []))
const roomsOf = ({ url }: TestStream) => new URL(url, 'http://club').searchParams.get('rooms')

/** Tabs of which the first, opened alone, holds the line. */
async function openTabs(...rooms: (string | null)[]): Promise<Tab[]> {
  const tabs: Tab[] = []
  for (const room of rooms) {
    tabs.push(openTab(room))
    await wait(200)
    if (tabs.length === 1) await say(ready)
  }
  return tabs
}

test('eight tabs hold one line, and each hears all of it', async () => {
  const tabs = await openTabs('bar', 'roof', null, 'bar', null, null, null, 'sauna')
  expect(TestStream.all).toHaveLength(1)
  await say(post(8), post(9))
  for (const tab of tabs) {
    expect(numbers(tab)).toEqual([8, 9])
    expect(tab.states).toEqual(['connecting', 'live'])
  }
  await wait(3_000)
  await beat(ready, post(8), post(9))
  expect(streams()).toHaveLength(1)
})

test('tabs opened at the same moment agree on one of them', async () => {
  const tabs = ['bar', 'roof', 'sauna'].map((room) => openTab(room))
  await wait(2_000)
  await say(ready)
  expect(streams()).toHaveLength(1)
  for (const { states } of tabs) expect(states.at(-1)).toBe('live')
})

test('a tab that comes later is told where the rooms stand by now', async () => {
  await openTabs('bar')
  await say(post(8))
  const tab = openTab('bar')
  await wait(200)
  expect(tab.events[0]).toMatchObject({ type: 'ready', rooms: [{ slug: 'bar', latest: 8 }] })
  expect(TestStream.all).toHaveLength(1)
})

test('the club is told which rooms the tabs show, and of one that comes or goes', async () => {
  const [first, second] = await openTabs('bar', 'roof')
  expect(first!.told).toEqual(['bar,roof'])
  second!.connection.show('sauna')
  await wait(0)
  expect(first!.told.at(-1)).toBe('bar,sauna')
  // a tab that opens a room which another tab shows already is told who is there
  second!.connection.show('bar')
  await wait(0)
  expect(first!.told.slice(2)).toEqual(['bar'])
  first!.connection.show(null)
  second!.connection.close()
  await wait(0)
  expect(first!.told.at(-1)).toBe('')
  expect(second!.told).toEqual([])
})

test('a tab that is gone without a word is reckoned with for three beats', async () => {
  const [first, second, third] = await openTabs('bar', 'roof', 'sauna')
  second!.channel.isFrozen = true
  for (let count = 0; count < 3; count += 1) {
    await wait(2_000)
    await beat(ready)
  }
  expect(first!.told.at(-1)).toBe('bar,sauna')
  expect(third!.states.at(-1)).toBe('live')
  // it only slept
  second!.channel.isFrozen = false
  for (let count = 0; count < 2; count += 1) await beat(ready)
  expect(first!.told.at(-1)).toBe('bar,roof,sauna')
})

test('when the tab that leads is closed, another has the line within a second, and nobody sees it', async () => {
  const [first, second, third] = await openTabs('bar', 'roof', 'sauna')
  const line = TestStream.all[0]!.url.split('&')[0]
  first!.connection.close()
  await wait(1_000)
  expect(streams()).toHaveLength(1)
  expect(roomsOf(streams()[0]!)).toBe('roof,sauna')
  // by the same name, so that the club knows which line this one replaces
  expect(streams()[0]!.url.split('&')[0]).toBe(line)
  await say(ready, post(8))
  for (const tab of [second!, third!]) {
    expect(tab.states).toEqual(['connecting', 'live'])
    expect(numbers(tab)).toEqual([8])
  }
})

test('when it is frozen, another leads within ten seconds, and it gives way when it wakes', async () => {
  const [first, ...others] = await openTabs('bar', 'roof', 'sauna')
  first!.channel.isFrozen = true
  const held = TestStream.current
  // its line still brings what nobody hears
  for (let count = 0; count < 3; count += 1) {
    await wait(3_000)
    await beat(ready)
  }
  expect(streams()).toHaveLength(2)
  const [, next] = streams()
  // a tab that may be closed is not said to be in the room
  expect(roomsOf(next!)).toBe('roof,sauna')
  next!.bring(ready)
  next!.bring(post(8))
  await wait(0)
  for (const tab of others) {
    expect(tab.states.at(-1)).toBe('live')
    expect(numbers(tab)).toEqual([8])
  }
  first!.channel.isFrozen = false
  held.bring(post(8))
  await wait(0)
  expect(held.isClosed).toBe(true)
  expect(streams()).toEqual([next])
})

test('while the club cannot be reached, one tab tries for all, and all say so', async () => {
  const tabs = await openTabs('bar', 'roof', 'sauna')
  for (let passed = 0; passed < 20_000; passed += 500) {
    for (const stream of streams()) stream.fail()
    expect(streams()).toHaveLength(0)
    await wait(500)
    expect(streams().length).toBeLessThanOrEqual(1)
  }
  for (const { states } of tabs)
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'offline'])
  await wait(3_500)
  await say(ready)
  for (const { states } of tabs) expect(states.at(-1)).toBe('live')
})

test('a tab that becomes visible without a connection tries at once', async () => {
  await openTabs('bar', 'roof')
  TestStream.current.fail()
  await wait(0)
  const tries = TestStream.all.length
  window.dispatchEvent(new Event('focus'))
  await wait(0)
  expect(TestStream.all.length).toBeGreaterThan(tries)
  await wait(200)
  expect(streams()).toHaveLength(1)
})

test('a tab that is looked at while the line stands takes it from nobody', async () => {
  await openTabs('bar', 'roof')
  window.dispatchEvent(new Event('focus'))
  await wait(1_000)
  expect(TestStream.all).toHaveLength(1)
})

test('somebody else’s tabs hear nothing of it', async () => {
  await openTabs('bar')
  const bens = openTab('bar', BEN)
  await wait(200)
  await say(post(8))
  expect(TestStream.all).toHaveLength(2)
  expect(bens.events).toEqual([])
})

test('where tabs cannot speak with each other, each holds a line of its own', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  const tab = openAlone()
  expect(TestStream.all).toHaveLength(1)
  TestStream.current.bring(ready)
  expect(tab.states.at(-1)).toBe('live')
})

test('where a browser keeps nothing for the club, each tab holds a line of its own', async () => {
  class Refused {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  }
  vi.stubGlobal('BroadcastChannel', Refused)
  const tabs = [openAlone(), openAlone()]
  expect(streams()).toHaveLength(2)
  for (const stream of streams()) stream.bring(ready)
  for (const { states } of tabs) expect(states.at(-1)).toBe('live')
})

test('twelve tabs opened at once hold one line, whichever of them are closed or looked at', async () => {
  const tabs = range(12, (n) => openTab(`room-${n}`))
  await wait(2_000)
  await say(ready)
  let brought: LiveEvent[] = [ready]
  for (const [turn, tab] of tabs.slice(0, 11).entries()) {
    expect(streams()).toHaveLength(1)
    const line = TestStream.current
    tab.connection.close()
    window.dispatchEvent(new Event('focus'))
    // each line lasted until its tab was closed, so another is tried within that time
    await wait(600)
    const events = [ready, post(8 + turn)]
    brought = line.isClosed ? events : [...brought, ...events]
    await say(...events)
    await beat(...brought)
    for (const { states, events } of tabs.slice(turn + 1)) {
      expect(states.at(-1)).toBe('live')
      expect(events.at(-1)).toMatchObject({ number: 8 + turn })
    }
  }
})

test('however many tabs that held the line are closed, the next tries as soon as the first', async () => {
  const tabs = await openTabs(...range(8, () => 'bar'))
  await beat(ready)
  while (open.length > 1) {
    leading.close()
    open = open.filter((connection) => connection !== leading)
    await wait(600)
    await say(ready)
    await beat(ready)
  }
  expect(TestStream.all).toHaveLength(tabs.length)
})

test('two members in one browser, one after the other: nothing of the first reaches the second', async () => {
  const mias = await openTabs('bar', 'roof')
  for (const { connection } of mias) connection.close()
  await wait(500)
  expect(streams()).toHaveLength(0)
  const bens = [openTab('bar', BEN), openTab('roof', BEN)]
  await wait(1_000)
  expect(streams()).toHaveLength(1)
  await say({ ...ready, userId: BEN }, post(8))
  for (const tab of bens) expect(numbers(tab)).toEqual([8])
  for (const tab of mias) expect(numbers(tab)).toEqual([])
})

const range = <T>(length: number, make: (n: number) => T): T[] =>
  Array.from({ length }, (_, n) => make(n))

function openAlone() {
  Channel.all = [new Channel('nobody')]
  return openTab('bar')
}
