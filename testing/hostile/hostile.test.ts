import { expect, test } from 'vitest'
import { serveClub } from '#server/serve.ts'
import { until } from '#testing/until.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { CONNECTIONS } from '#server/platform/http/overload/connections.ts'
import { STREAMS } from '#server/platform/stream/sseConnections.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { rawLine } from '#testing/club/rawLine.ts'

const portOf = (club: Club) => Number(new URL(club.url).port)

test('where a session has too many streams its oldest end; the newest is always let in', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, tom] = [guests[0]!, guests[1]!]
  const keptStream = await club.follow(tom)
  await keptStream.next('ready')
  const streams = []
  for (let n = 0; n < STREAMS.perSession + 3; n += 1) {
    const stream = await club.follow(mia)
    await stream.next('ready')
    streams.push(stream)
  }
  await Promise.all(streams.slice(0, 3).map((stream) => stream.closed))
  await post(club, tom, room)
  for (const stream of [...streams.slice(3), keptStream]) await stream.next('post')
})

test('an account has no more streams than its share, over however many sessions', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const streams = []
  for (let n = 0; n < STREAMS.perAccount + 2; n += 1) {
    const stream = await club.follow(await club.session(mia))
    await stream.next('ready')
    streams.push(stream)
  }
  await Promise.all(streams.slice(0, 2).map((stream) => stream.closed))
})

test('an address has no more streams than its share; another still has its own', async () => {
  const trustedProxies = parseNetworks(['127.0.0.1'])
  await using club = await openClub({ config: { limitsFactor: 0.01, trustedProxies } })
  const max = STREAMS.perRange * 0.01
  const listen = async (address: string) => {
    const { cookie } = await club.member()
    const abort = new AbortController()
    const headers = { cookie, 'x-forwarded-for': address }
    const answer = await fetch(`${club.url}/api/live`, { headers, signal: abort.signal })
    return { answer, close: () => abort.abort() }
  }
  const here = []
  for (let n = 0; n < max; n += 1) here.push(await listen('203.0.113.7'))
  expect(here.map(({ answer }) => answer.status)).toEqual(Array.from({ length: max }, () => 200))

  const { answer } = await listen('203.0.113.7')
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ code: 'too_many_attempts' })
  const elsewhere = await listen('203.0.113.8')
  expect(elsewhere.answer.status).toBe(200)

  here[0]!.close()
  await expect.poll(async () => (await listen('203.0.113.7')).answer.status).toBe(200)
})

test.for([
  ['a /24', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['a /48', (n: number) => `2001:db8:7:${n}::1`, '2001:db8:8::1'],
] as const)(
  '%s has no more streams than its share, from however many addresses',
  async ([, within, outside]) => {
    const trustedProxies = parseNetworks(['127.0.0.1'])
    await using club = await openClub({ config: { limitsFactor: 0.005, trustedProxies } })
    const most = STREAMS.perNet * 0.005
    const listen = async (address: string) => {
      const { cookie } = await club.member()
      const headers = { cookie, 'x-forwarded-for': address }
      const { status, body } = await fetch(`${club.url}/api/live`, { headers })
      return { status, close: () => body?.cancel() }
    }
    const here = []
    for (let n = 1; n <= most; n += 1) here.push(await listen(within(n)))
    expect(here.map(({ status }) => status)).toEqual(Array.from({ length: most }, () => 200))
    expect((await listen(within(most + 1))).status).toBe(429)
    expect((await listen(outside)).status).toBe(200)
    // what was refused has taken nothing of its own address
    await here[0]!.close()
    await expect.poll(async () => (await listen(within(most + 1))).status).toBe(200)
  },
)

test('an address has no more connections than its share', async () => {
  await using club = await openClub({ config: { limitsFactor: 0.02 } })
  const most = CONNECTIONS.perRange * 0.02
  const lines = Array.from({ length: most + 5 }, () => rawLine(portOf(club)))
  await Promise.race(lines.map((line) => line.closed))
  for (const line of lines) line.close()
  await expect
    .poll(() => fetch(`${club.url}/healthz`).then(({ status }) => status, String))
    .toBe(200)
})

test('a connection whose client goes on sending a body nobody reads ends with the answer', async () => {
  await using club = await openClub()
  using line = rawLine(portOf(club))
  line.say('GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999\r\n\r\n')
  await line.closed
  expect(line.heard()).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n/is)
})

test('where nearly all connections are taken a stranger keeps none after an answer, and a member does', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const server = await serveClub(club.app, {
    host: '127.0.0.1',
    port: 0,
    site: club.dataDir,
    maxConnections: 8,
    sharesLoop: true,
  })
  const ask = async (line: ReturnType<typeof rawLine>, path: string, cookie = '') => {
    const before = line.heard().length
    line.ask(path, { cookie })
    return until(() => /^HTTP.*?\r\n\r\n/s.exec(line.heard().slice(before))?.[0])
  }
  const hers = rawLine(server.port)
  await ask(hers, '/api/rooms', mia.cookie)
  const idle = Array.from({ length: 5 }, () => rawLine(server.port))
  for (const line of idle) expect(await ask(line, '/healthz')).not.toContain('connection: close')
  const last = rawLine(server.port)
  expect(await ask(last, '/healthz')).toContain('connection: close')
  await last.closed
  const another = rawLine(server.port)
  await until(async () => (await server.seen.connections()).open === 7)
  expect(await ask(hers, '/api/rooms', mia.cookie)).not.toContain('connection: close')
  expect(await ask(idle[0]!, '/healthz')).toContain('connection: close')
  for (const line of [hers, another, ...idle]) line.close()
  await server.close()
})
