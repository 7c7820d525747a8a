import { expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { routes } from '#server/routes.ts'
import { openClub } from '#testing/club/club.ts'
import { describeApi } from './openapi.ts'

type Described = {
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { properties?: object; anyOf?: object[] } }> }
  responses: Record<string, Answered | { $ref: string }>
}
type Answered = { description: string; headers?: object; content: object }
type Document = {
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Answered> }
}
const document = (await describeApi(routes, 'Club')) as Document
const resolve = (answer: Answered | { $ref: string } | undefined) =>
  answer && '$ref' in answer
    ? document.components.responses[answer.$ref.replace('#/components/responses/', '')]
    : answer

test('the document describes every call, its input, its answer and each refusal by its status', () => {
  for (const { kind, call } of routes) {
    const method = kind === 'call' ? call.method.toLowerCase() : 'get'
    const described = document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[method]
    expect(described, call.path).toBeDefined()
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const { parameters, requestBody, responses } = described!
    const placed = parameters.filter((parameter) => parameter.in === 'path')
    expect(placed.map(({ name, required }) => required && name)).toEqual(inPath)
    expect(requestBody !== undefined).toBe(
      kind === 'call' && (call.body ?? call.upload) !== undefined,
    )
    for (const code of call.errors ?? [])
      expect(resolve(responses[errors[code]])?.description.split(', '), call.path).toContain(code)
    for (const status of [200, 400, 401, 403, 413, 429, 500, 503])
      expect(resolve(responses[status])?.content, `${call.path} ${status}`).toBeDefined()
    expect(resolve(responses[503])?.headers).toHaveProperty('Retry-After')
  }
})

test('requesting the API description again and again costs only its bytes', async () => {
  await using club = await openClub()
  const ask = async () => (await fetch(`${club.url}/api/openapi.json`)).arrayBuffer()
  const write = vi.spyOn(JSON, 'stringify')
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, ask))
  // a call more is some 4 kB
  expect(first!.byteLength).toBeLessThan(750_000)
  for (const other of [...others, await ask()]) expect(other).toEqual(first)
  expect(write.mock.calls.filter(([said]) => Object.hasOwn(Object(said), 'openapi'))).toHaveLength(
    1,
  )
})

test('a page of posts is asked for by whole numbers', () => {
  const { parameters } = document.paths['/api/rooms/{slug}/posts']!['get']!
  expect(parameters).toMatchObject([
    { name: 'slug', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'before', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
    { name: 'after', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
    { name: 'count', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
  ])
})

test.each([
  ['POST', '/api/nowhere'],
  ['GET', '/api/auth/log-in'],
  ['PATCH', '/api/rooms'],
  ['POST', '/rooms'],
  ['DELETE', '/healthz'],
])(
  '%s %s is nothing the club answers, and it says so as it says everything',
  async (method, path) => {
    await using club = await openClub()
    const answer = await fetch(club.url + path, { method })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ code: 'PGRST116', isUnknownCall: true })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  },
)

test('asked for no more than the head of an answer or a stream, the club gives no more', async () => {
  const complaints = vi.spyOn(console, 'error')
  await using club = await openClub()
  const mia = await club.member()
  const room = await club.room()
  await club.join(mia, room)
  for (const [path, type] of [
    ['/api/live', 'text/event-stream'],
    ['/api/auth/session', 'application/json; charset=utf-8'],
    ['/api/rooms', 'application/json; charset=utf-8'],
    [`/api/rooms/${room.slug}/posts`, 'application/json; charset=utf-8'],
  ]) {
    const { cookie } = mia
    const answer = await fetch(club.url + path, { method: 'HEAD', headers: { cookie } })
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type])
    expect(await answer.text()).toBe('')
    // the same connection answers what comes next
    expect((await fetch(`${club.url}/healthz`)).status).toBe(200)
  }
  expect(complaints).not.toHaveBeenCalled()
})

test('what no form sends is called invalid, not explained in the words of the parser', async () => {
  await using club = await openClub()
  const answer = await fetch(`${club.url}/api/auth/recovery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"token":[]}',
  })
  expect(await answer.json()).toEqual({
    code: 'invalid_input',
    errors: [{ path: 'token', message: 'invalid' }],
  })
})

test('what is said twice in a question is not guessed at', async () => {
  await using club = await openClub()
  const { cookie } = await club.member()
  const ask = async (query: string) =>
    (await fetch(`${club.url}/api/search?${query}`, { headers: { cookie } })).json()
  expect(await ask('words=sea')).toMatchObject({ found: [] })
  for (const query of ['words=sea&words=lake', 'words=sea&words=sea', 'words=sea&w%6frds='])
    expect(await ask(query), query).toEqual({ code: 'invalid_input' })
})
