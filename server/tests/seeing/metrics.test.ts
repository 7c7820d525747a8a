import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { openMetricsServer } from '#server/metrics.ts'
import { routes } from '#server/routes.ts'
import { openClub } from '#testing/club/club.ts'
import { sendDatabaseAway } from '#testing/club/database/away.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { expectRefusedStart, folder, start } from '#testing/club/process/starting.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { scrape, type Scrape } from '#testing/metrics/scraping.ts'
import { uuid } from '#testing/random.ts'

const valueOf = ({ samples }: Scrape, name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (one) =>
      one.name === name &&
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value

test('calls are counted by name and status, with how soon they were answered, and nobody is named', async () => {
  await using club = await openClub()
  const [mia, room] = [await club.member(), await club.room()]
  await club.join(mia, room)
  const stream = await follow(club.url, mia.cookie)
  await stream.next('ready')
  const params = { slug: room.slug }
  await club.call(mia, createPost, { params, body: { id: uuid(), text: 'good evening' } })
  await stream.next('post')
  await club.call(mia, listPosts, { params, query: {} })
  await club.call(null, listPosts, { params, query: {} })
  await club.call(null, logIn, { body: { email: mia.email, password: 'a wrong password' } })
  for (const path of ['/healthz', '/api/nowhere', '/imprint']) await fetch(club.url + path)
  await club.mails()

  const seen = await scrape(club)
  const answers = (call: string, status: number) =>
    valueOf(seen, 'club_requests_total', { call, status: String(status) })
  expect(answers('createPost', 200)).toBe(1)
  expect([answers('listPosts', 200), answers('listPosts', 401)]).toEqual([1, 1])
  expect(answers('logIn', 401)).toBe(1)
  expect([answers('followClub', 200), answers('health', 200), answers('unknown', 404)]).toEqual([
    1, 1, 1,
  ])
  const bar = (le: string) =>
    valueOf(seen, 'club_request_seconds_bucket', { call: 'listPosts', le })
  expect([bar('10'), bar('+Inf')]).toEqual([2, 2])
  expect(valueOf(seen, 'club_request_seconds_count', { call: 'listPosts' })).toBe(2)
  expect(valueOf(seen, 'club_streams_open')).toBe(1)
  expect(valueOf(seen, 'club_stream_events_total')).toBeGreaterThan(1)
  expect(valueOf(seen, 'club_events_total', { kind: 'post' })).toBe(1)
  expect(valueOf(seen, 'club_database_reachable')).toBe(1)
  expect(valueOf(seen, 'club_mails_waiting')).toBe(0)
  stream.close()

  // as many lines as there are calls and kinds, and none is made of what somebody sends
  const calls = new Set(routes.map(({ name }) => name))
  const named = seen.samples.flatMap(({ labels }) => labels['call'] ?? [])
  const others = new Set(['page', 'health', 'unknown', 'turned_away'])
  expect(named.filter((call) => !calls.has(call) && !others.has(call))).toEqual([])
  for (const word of [
    mia.email,
    mia.userId,
    mia.username,
    room.slug,
    room.id,
    '127.0.0.1',
    'nowhere',
  ])
    expect(seen.text).not.toContain(word)
})

test('a scrape is answered without the database, soon, and says so', async () => {
  await using club = await openClub()
  await sendDatabaseAway(club)
  const seen = await scrape(club)
  expect(valueOf(seen, 'club_database_reachable')).toBe(0)
  for (const name of [
    'club_jobs_oldest_due_seconds',
    'club_mails_waiting',
    'club_database_answer_seconds',
  ])
    expect(valueOf(seen, name), name).toBeUndefined()
})

test('a scrape is answered while the database takes a question and never answers it', async () => {
  await using club = await openClub()
  const deaf = createServer().listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  onTestFinished(() => void deaf.close())
  const { port } = deaf.address() as AddressInfo
  const databaseUrl = `postgres://club@127.0.0.1:${port}/club`
  const { app, seen } = club
  expect(valueOf(await scrape({ app, seen, databaseUrl }, 200), 'club_database_reachable')).toBe(0)
})

test('the port of the metrics answers that one address, and takes nothing', async () => {
  await using club = await openClub()
  const { app, seen, databaseUrl } = club
  const server = await openMetricsServer(app, { seen, databaseUrl, host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${server.port}`
  const answered = async (path: string, init: RequestInit = {}) =>
    (await fetch(url + path, init)).status
  expect(await answered('/metrics')).toBe(200)
  expect(await answered('/metrics', { method: 'HEAD' })).toBe(200)
  for (const path of [
    '/',
    '/metrics/',
    '/metrics?all',
    '/healthz',
    '/api/auth/session',
    '/..%2fmetrics',
  ])
    expect(await answered(path), path).toBe(404)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await answered('/metrics', { method }), method).toBe(404)
  const large = { method: 'POST', body: 'x'.repeat(1_000_000) }
  expect(await answered('/metrics', large).catch(() => 'cut')).toSatisfy((end) =>
    [404, 'cut'].includes(end),
  )
  const line = rawLine(server.port)
  line.say(`GET /metrics HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`)
  await line.closed
  expect(line.heard()).toMatch(/^HTTP\/1\.1 431 /)
  const garbled = rawLine(server.port)
  garbled.say('NOT HTTP AT ALL\r\n\r\n')
  await garbled.closed
  expect(garbled.heard()).toMatch(/^HTTP\/1\.1 400 /)
  expect(await answered('/metrics')).toBe(200)
  await server.close()

  const outside = await fetch(`${club.url}/metrics`)
  expect(await outside.text()).not.toContain('club_')
})

test('both roles are measured on a port of their own, and the public one shows nothing of it', async () => {
  const { url: DATABASE_URL, drop } = await cloneDatabase()
  onTestFinished(drop)
  const [shared, DATA_DIR] = [await folder(), await folder()]
  const common = { DATA_DIR, DATABASE_URL, KEK_FILE: join(shared, 'kek'), METRICS_PORT: '0' }
  const web = start({ ...common, ROLE: 'web', INSTANCE: 'front-1' })
  const url = await web.url()
  const worker = start({ ...common, ROLE: 'worker', PUBLIC_URL: url })
  await worker.url()
  const metricsOf = async ({ log }: typeof web) =>
    (await fetch(/"metrics":"([^"]+)"/.exec(log())![1]!)).text()
  await expect
    .poll(() => [web.log(), worker.log()].every((log) => log.includes('"ready"')))
    .toBe(true)
  // a busy machine may take longer than a scrape waits
  let output = ''
  await expect
    .poll(async () => (output = await metricsOf(web)))
    .toContain('club_database_reachable 1')
  expect(output).toContain('club_info{name="front-1",role="web"')
  expect(output).toContain('club_jobs_oldest_due_seconds{kind="keep_retention"}')
  expect(await metricsOf(worker)).toMatch(/club_info\{name="[0-9a-f]{8}",role="worker"/)
  // whether or not the web app is built by now
  const outside = await fetch(`${url}/metrics`)
  expect([404, 503]).toContain(outside.status)
  expect(await outside.text()).not.toContain('club_')
  expect(web.log()).toContain('"instance":"front-1"')

  const taken = new URL(/"metrics":"([^"]+)"/.exec(web.log())![1]!).port
  expect(await expectRefusedStart({ ...common, ROLE: 'web', METRICS_PORT: taken })).toBe(
    `Port ${taken} on 127.0.0.1 is already taken; stop what listens there, or set METRICS_PORT to another.`,
  )
  for (const club of [web, worker]) club.child.kill('SIGTERM')
  expect(await Promise.all([web.over, worker.over])).toEqual([0, 0])
})
