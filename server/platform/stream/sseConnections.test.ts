import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { digest, addDigest } from '#contract/live.ts'
import { readConfig } from '#server/config.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { encodeEvents } from './encoding.ts'
import type { SseConnection } from './sseConnection.ts'
import { SseConnections } from './sseConnections.ts'

const PACE = { beatMs: 400, lifetimeMs: 60_000, stuckMs: 1_000 }

/** A server that opens a stream for each request, with short intervals. */
async function openLines(pace: Partial<typeof PACE> = {}) {
  const outlets = new SseConnections(readConfig({}), { ...PACE, ...pace })
  const opened: { line: SseConnection; socket: Socket }[] = []
  const server = createServer((request, response) => {
    const { socket } = request
    outlets.enter('here')
    const holder = { sessionId: uuid(), userId: uuid(), address: 'here' }
    opened.push({ line: outlets.open(request, response, holder), socket })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    outlets,
    async listen(how: { isDeaf?: boolean; version?: string } = {}) {
      const raw = rawLine(port, how)
      raw.ask('/', {}, how.version)
      const count = opened.length
      await until(() => opened.length > count)
      return { raw, ...opened.at(-1)! }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const events = (received: string) =>
  [...received.matchAll(/data: (.*)\n\n/g)].map(([, data]) => data!)
const isBeat = (data: string) => data.includes('"beat"')

test('a silent stream sends beats with the sum of the bytes it has carried', async () => {
  await using lines = await openLines()
  const { raw, line } = await lines.listen()
  line.sendFrame(encodeEvents({ type: 'rooms' }, { said: 'schön' }))
  line.send({ said: 'good evening' })
  await until(() => events(raw.heard()).filter(isBeat).length >= 3)
  const received = events(raw.heard()).filter((data) => !isBeat(data))
  expect(received).toEqual(['{"type":"rooms"}', '{"said":"schön"}', '{"said":"good evening"}'])
  const sum = received.map(digest).reduce(addDigest, 0)
  expect(JSON.parse(events(raw.heard()).at(-1)!)).toEqual({ type: 'beat', sum })
})

test('a busy stream sends beats, too', async () => {
  await using lines = await openLines()
  const { raw, line } = await lines.listen()
  const talk = setInterval(() => line.send({ said: 'and so on' }), 20)
  await until(() => events(raw.heard()).filter(isBeat).length >= 2)
  clearInterval(talk)
  expect(events(raw.heard()).length).toBeGreaterThan(10)
})

test('a proxy that knows no chunks gets the plain stream', async () => {
  await using lines = await openLines()
  const { raw, line } = await lines.listen({ version: '1.0' })
  line.send({ said: 'good evening' })
  line.end()
  await raw.closed
  expect(raw.heard().split('\r\n\r\n')[1]).toBe('data: {"said":"good evening"}\n\n')
})

test('a stream ends when its time is up, and its place is free again', async () => {
  await using lines = await openLines({ lifetimeMs: 300 })
  const { raw } = await lines.listen()
  await until(() => raw.heard().endsWith('0\r\n\r\n'))
  await until(() => lines.outlets.size === 0)
})

test('a listener that never reads is cut off at 64 kB, and holds up nobody', async () => {
  await using lines = await openLines()
  const honest = await lines.listen()
  const deaf = await lines.listen({ isDeaf: true })
  const text = encodeEvents({ said: 'x'.repeat(32 * 1024) })
  let sent = 0
  let unsent = 0
  while (lines.outlets.size === 2 && sent < 2_000) {
    for (const { line } of [honest, deaf]) line.sendFrame(text)
    sent += 1
    unsent = Math.max(unsent, deaf.socket.writableLength)
    const isHeard = () => events(honest.raw.heard()).filter((data) => !isBeat(data)).length >= sent
    await until(isHeard, { everyMs: 1 })
  }
  expect(deaf.line.isEnding).toBe(true)
  expect(honest.line.isEnding).toBe(false)
  expect(unsent).toBeLessThan(2 * 64 * 1024)
  await until(() => deaf.socket.destroyed)
})

test('a listener that takes nothing any more is cut off, however little waits for it', async () => {
  await using lines = await openLines()
  const deaf = await lines.listen({ isDeaf: true })
  const text = encodeEvents({ said: 'x'.repeat(4 * 1024) })
  // until the machine's own buffers are full
  while (deaf.socket.writableLength < 8 * 1024 && !deaf.line.isEnding) {
    deaf.line.sendFrame(text)
    if (deaf.socket.writableLength > 0) await nextTurn()
  }
  await until(() => deaf.socket.destroyed)
  await until(() => lines.outlets.size === 0)
})

test('a stream whose client does not read its end is cut off', async () => {
  await using lines = await openLines()
  const deaf = await lines.listen({ isDeaf: true })
  const text = encodeEvents({ said: 'x'.repeat(16 * 1024) })
  while (deaf.socket.writableLength === 0) deaf.line.sendFrame(text)
  deaf.line.end()
  await until(() => deaf.socket.destroyed)
})
