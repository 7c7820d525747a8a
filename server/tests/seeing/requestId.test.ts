import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { openLog } from '#server/platform/process/log.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { openClub } from '#testing/club/club.ts'

const SOMEBODYS = '5f0c1cb0-0000-4000-8000-000000000000'

function collectLines() {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write: (line, _, done) => (lines.push(JSON.parse(String(line)) as never), done()),
  })
  return { lines, log: openLog('info', sink, 'front-1') }
}

test('each answer says which request it is of and which process gave it, whatever was sent along', async () => {
  await using club = await openClub({ config: { instance: 'front-1' } })
  const heads = await Promise.all(
    ['/healthz', '/api/auth/session', '/api/nowhere', '/nowhere', '/api/live'].map(async (path) => {
      const { headers } = await fetch(club.url + path, { headers: { 'x-request-id': SOMEBODYS } })
      return headers
    }),
  )
  const ids = heads.map((head) => head.get('x-request-id'))
  expect(new Set(ids).size).toBe(heads.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids).not.toContain(SOMEBODYS)
  for (const head of heads) expect(head.get('x-instance')).toBe('front-1')
})

test('a line of the log says which request it was written for, and what comes after it says none', async () => {
  const { lines, log } = collectLines()
  const id = await (async () => {
    const trustedProxies = parseNetworks(['127.0.0.1'])
    await using club = await openClub({ log, config: { trustedProxies } })
    const forwarded = { 'x-forwarded-for': 'nobody can read this' }
    const { headers } = await fetch(club.url + getSession.path, { headers: forwarded })
    const foreign = { method: 'POST', headers: { origin: 'https://elsewhere.example' } }
    expect((await fetch(`${club.url}/api/auth/log-out`, foreign)).status).toBe(403)
    return headers.get('x-request-id')
  })()
  const said = (words: string) => lines.find(({ msg }) => String(msg).includes(words))
  expect(said('a trusted proxy names addresses')).toMatchObject({
    requestId: id,
    instance: 'front-1',
  })
  const later = said('refused lately')
  expect(later).toMatchObject({ instance: 'front-1' })
  expect(later).not.toHaveProperty('requestId')
})

test('that a trusted proxy names addresses nobody can read is said once', async () => {
  const { lines, log } = collectLines()
  await using club = await openClub({
    log,
    config: { trustedProxies: parseNetworks(['127.0.0.1']) },
  })
  for (const address of ['unknown', 'unknown', '203.0.113.20:52123', '[2001:db8::3]:443'])
    await fetch(club.url + getSession.path, { headers: { 'x-forwarded-for': address } })
  expect(lines.filter(({ msg }) => String(msg).startsWith('a trusted proxy names'))).toHaveLength(1)
})

test('a line of the log says for which job it was written', async () => {
  const { lines, log } = collectLines()
  await using club = await openClub({ log, config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const { email } = await club.member()
  await club.call(null, requestPasswordReset, { body: { email } })
  await club.app.jobs.drain()
  expect(lines.find(({ msg }) => String(msg).startsWith('a job failed'))).toMatchObject({
    jobId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    instance: 'front-1',
  })
})
