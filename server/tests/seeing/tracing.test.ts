import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { createPost } from '#contract/posts/posts.ts'
import { openTracer } from '#server/platform/tracing/otlp.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type ExportedSpan = { name: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }

/** As much of a collector as takes spans; a deaf one takes them and never says so. */
async function openCollector({ isDeaf = false } = {}) {
  const bodies: string[] = []
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (chunk) => (text += String(chunk)))
    incoming.on('end', () => {
      bodies.push(text)
      if (!isDeaf) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const spans = () =>
    bodies
      .map(
        (text) =>
          JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[] },
      )
      .flatMap(({ resourceSpans }) => resourceSpans.flatMap((one) => one.scopeSpans))
      .flatMap((one) => one.spans)
  return { endpoint: `http://127.0.0.1:${port}`, text: () => bodies.join(''), spans }
}

test('a collector receives calls, their queries, and jobs, and nobody’s data', async () => {
  const collector = await openCollector()
  const tracer = openTracer({ ...collector, instance: 'front-1', traceShare: 1 })
  await using club = await openClub()
  const [mia, room] = [await club.member(), await club.room()]
  await club.join(mia, room)
  const { email, userId, cookie, username } = mia
  await club.call(null, logIn, { body: { email, password: PASSWORD } })
  await club.call(null, requestPasswordReset, { body: { email } })
  const text = 'a word that is nobody else’s business'
  const post = { params: { slug: room.slug }, body: { id: uuid(), text } }
  await club.call(mia, createPost, post)
  const { headers } = await fetch(`${club.url}/healthz`)
  await club.mails()
  await tracer.stop()

  const spans = collector.spans()
  const find = (name: string) => spans.find((span) => span.name === name)
  const attributesOf = (name: string) =>
    Object.fromEntries(
      find(name)!.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
    )
  const status = 'http.response.status_code'
  expect(Object.keys(attributesOf('createPost')).toSorted()).toEqual(['club.request_id', status])
  expect(attributesOf('health')).toEqual({
    [status]: 200,
    'club.request_id': headers.get('x-request-id'),
  })
  expect(find('mail_reset')).toBeDefined()
  const within = (name: string) =>
    spans.filter(({ parentSpanId }) => parentSpanId === find(name)!.spanId).map((one) => one.name)
  expect(within('logIn')).toContain('insert attempts')
  expect(within('mail_reset').length).toBeGreaterThan(0)
  const known = new Set(['http.response.status_code', 'club.request_id', 'db.system.name'])
  for (const { attributes: told } of spans)
    expect(told.filter(({ key }) => !known.has(key))).toEqual([])
  const token = cookie.split('=')[1]!
  for (const word of [
    email,
    userId,
    username,
    token,
    PASSWORD,
    room.id,
    room.slug,
    text,
    '127.0.0.1',
  ])
    expect(collector.text()).not.toContain(word)
})

test('a collector that never answers holds up neither calls nor a stop', async () => {
  const collector = await openCollector({ isDeaf: true })
  const tracer = openTracer({ ...collector, instance: 'front-1', traceShare: 1 })
  await using club = await openClub()
  const mia = await club.member()
  const body = { email: mia.email, password: PASSWORD }
  expect(await club.call(null, logIn, { body })).toMatchObject({ ok: true })
  await tracer.stop()
  expect(collector.spans().map(({ name }) => name)).toContain('logIn')
})
