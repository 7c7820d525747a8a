import { globSync } from 'node:fs'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, FileCall, Stream } from '#contract/endpoint.ts'
import { findPage, pages } from '#contract/pages.ts'
import { routes } from '#server/routes.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'

type Call = Endpoint | Stream | FileCall
const methodOf = (call: Call) => ('method' in call ? call.method : 'GET')
const nameOf = (call: Call) => `${methodOf(call)} ${call.path}`
const urlOf = (call: Call) => call.path.replaceAll(/:\w+/g, 'nowhere')
const calls = routes.map(({ call }) => call)
const changing = calls.filter((call) => methodOf(call) !== 'GET')

const HEADERS = {
  'content-security-policy':
    /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'; base-uri 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'cache-control': /^no-store$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
  'x-instance': /^[\w.-]+$/,
}

test('every call in the contract is answered exactly once', async () => {
  const modules = await Promise.all(
    globSync('contract/**/*.ts').map((file) => import(/* @vite-ignore */ `../${file}`)),
  )
  const declared = modules
    .flatMap((exports) => Object.values<Call | undefined>(exports))
    .filter(
      (value): value is Call => typeof value?.path === 'string' && value.path.startsWith('/api/'),
    )
  expect(calls.map(nameOf).sort()).toEqual(declared.map(nameOf).sort())
  expect(new Set(calls.map(nameOf)).size).toBe(calls.length)
  // under which they are counted
  expect(new Set(routes.map(({ name }) => name)).size).toBe(calls.length)
})

test('a limit counts what every caller of its endpoint has', () => {
  for (const call of calls) {
    if (!('response' in call)) continue
    const { limits, isLimitedByHandler, body, access } = call
    if (isLimitedByHandler) expect(limits, call.path).toBeDefined()
    if (limits?.member) expect(access, call.path).not.toMatch(/^(visitor|recovery)$/)
    const fields = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    if (limits?.email) expect(fields?.required, call.path).toContain('email')
  }
})

test('every answer carries the security headers, whatever its status', async () => {
  await using club = await openClub()
  const paths = [
    ...calls.map((call) => [methodOf(call), urlOf(call)] as const),
    ...['/healthz', '/readyz', '/api/openapi.json', '/api/nowhere', '/nowhere'].map(
      (path) => ['GET', path] as const,
    ),
    ...Object.values(pages).map(({ path }) => ['GET', path.replaceAll(/:\w+/g, 'x')] as const),
  ]
  const statuses = new Set<number>()
  for (const as of [undefined, (await club.member()).cookie])
    for (const [method, path] of paths) {
      const abort = new AbortController()
      const answer = await fetch(club.url + path, {
        method,
        signal: abort.signal,
        headers: {
          ...(as && { cookie: as }),
          origin: club.url,
          'content-type': 'application/json',
        },
        ...(method !== 'GET' && { body: '{' }),
      })
      statuses.add(answer.status)
      for (const [name, value] of Object.entries(HEADERS))
        expect(answer.headers.get(name) ?? '', `${method} ${path} ${name}`).toMatch(value)
      const robots = findPage(path)?.indexed ? /^(all|noindex.*)$/ : /^noindex, noarchive/
      expect(answer.headers.get('x-robots-tag'), path).toMatch(robots)
      expect(answer.headers.get('strict-transport-security')).toBeNull()
      expect(answer.headers.get('server')).toBeNull()
      expect(answer.headers.get('x-powered-by')).toBeNull()
      abort.abort()
    }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]))
})

test('on https every answer also asks browsers to stay there, and cookies are locked to the host', async () => {
  await using club = await openClub({
    config: { publicUrl: 'https://club.example', isLocal: false, secure: true },
  })
  const mia = await club.member()
  const answer = await fetch(`${club.url}/api/auth/log-out`, {
    method: 'POST',
    headers: { cookie: mia.cookie, origin: 'https://club.example' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=63072000/)
  const cookies = answer.headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies)
    expect(cookie).toMatch(
      /^__Host-(?=.*; Path=\/)(?=.*; Secure)(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?!.*Domain)/,
    )
})

describe('from a foreign page', () => {
  let club: Club
  let mia: TestMember
  beforeAll(async () => {
    club = await openClub()
    mia = await club.member({ isAdmin: true })
  })
  afterAll(() => club[Symbol.asyncDispose]())

  // one club for all of them: what is refused leaves it as it was
  test.each(changing.map((call) => [nameOf(call), call] as const))(
    '%s is refused',
    async (_, call) => {
      const { port } = new URL(club.url)
      for (const headers of [
        { origin: 'null' },
        { origin: 'https://evil.example' },
        { origin: `${club.url}.evil.example` },
        { origin: `http://evil.example:${port}` },
        { origin: `https://localhost:${port}` },
        { origin: 'http://localhost:1' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-origin' },
      ] as Record<string, string>[]) {
        const answer = await fetch(club.url + urlOf(call), {
          method: methodOf(call),
          headers: { cookie: mia.cookie, 'content-type': 'application/json', ...headers },
          body: '{}',
        })
        expect([answer.status, await answer.json()], JSON.stringify(headers)).toEqual([
          403,
          { code: 'foreign_origin' },
        ])
      }
      if ('body' in call && call.body)
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
        ]) {
          const answer = await fetch(club.url + urlOf(call), {
            method: methodOf(call),
            headers: { cookie: mia.cookie, origin: club.url, 'content-type': type },
            body: '{}',
          })
          expect(answer.status, type).toBe(400)
        }
    },
  )
})

test('no answer lets another site read it, nor a browser that asks whether it may', async () => {
  await using club = await openClub()
  const { cookie } = await club.member({ isAdmin: true })
  const origin = 'https://evil.example'
  const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x' }
  for (const call of calls)
    for (const [method, more] of [
      [methodOf(call), {}],
      ['OPTIONS', asking],
    ] as const) {
      const abort = new AbortController()
      const headers = { cookie, origin, ...more }
      const answer = await fetch(club.url + urlOf(call), { method, headers, signal: abort.signal })
      for (const name of answer.headers.keys())
        expect(name, `${method} ${call.path}`).not.toMatch(/^access-control-/)
      if (method === 'OPTIONS') expect(answer.status, call.path).toBe(404)
      abort.abort()
    }
})

test('who may not call at all is told so, on every route', async () => {
  await using club = await openClub()
  const member = await club.member()
  const suspended = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  const ask = async (call: Call, cookie?: string) => {
    const answer = await fetch(club.url + urlOf(call), {
      method: methodOf(call),
      headers: { ...(cookie && { cookie }), origin: club.url },
    })
    return ((await answer.json()) as { code?: string }).code
  }
  for (const call of calls.filter(({ access }) => access !== 'visitor')) {
    expect(await ask(call), nameOf(call)).toBe('not_signed_in')
    expect(await ask(call, 'session=forged'), nameOf(call)).toBe('not_signed_in')
    if (call.access === 'member' || call.access === 'admin')
      expect(await ask(call, suspended.cookie), nameOf(call)).toBe('suspended')
    if (call.access === 'admin') expect(await ask(call, member.cookie), nameOf(call)).toBe('42501')
  }
})

test('a body that is too large is refused without being read', async () => {
  await using club = await openClub()
  const call = (body: string | ReadableStream, more: object = {}) =>
    fetch(`${club.url}/api/auth/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: club.url },
      body,
      ...more,
    })
  const large = await call(JSON.stringify({ email: 'x'.repeat(70_000) }))
  expect([large.status, await large.json()]).toEqual([413, { code: 'too_large' }])
  const chunk = new TextEncoder().encode('x'.repeat(10_000))
  const streamed = new ReadableStream({
    start(controller) {
      for (let count = 0; count < 20; count++) controller.enqueue(chunk)
      controller.close()
    },
  })
  expect((await call(streamed, { duplex: 'half' })).status).toBe(413)
})
