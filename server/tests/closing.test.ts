import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { callUrl } from '#testing/club/call.ts'
import { openClub } from '#testing/club/club.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { until } from '#testing/until.ts'
import { serveClub } from '#server/serve.ts'

test('closing answers what is under way, ends the streams, and waits for nobody who hangs', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const mia = await club.member()
  const { app, dataDir } = club
  const server = await serveClub(app, { host: '127.0.0.1', port: 0, site: dataDir })
  const url = `http://127.0.0.1:${server.port}`
  const live = await follow(url, mia.cookie)
  await live.next('ready')
  const keptAlive = rawLine(server.port)
  keptAlive.ask('/healthz')
  await expect.poll(() => keptAlive.heard()).toContain('alive')
  const half = rawLine(server.port)
  half.say('POST /api/auth/log-in HTTP/1.1\r\nhost: localhost\r\n')

  const body = { email: mia.email, password: 'not the right one' }
  let answered = 0
  const under = Array.from({ length: 30 }, async () => {
    const answer = await callUrl(url, undefined, logIn, { body }, { origin: club.url })
    answered += 1
    return answer
  })
  // by then all have arrived, and the last wait for their turn at hashing: not more of them than a
  // busy machine hashes within the time that closing leaves
  await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(20)
  expect(answered).toBeLessThan(30)
  const closed = server.close()
  const answers = await Promise.all(under)
  expect(answers.map((one) => (one.ok ? 'ok' : one.code))).toEqual(
    answers.map(() => 'invalid_credentials'),
  )
  await live.closed
  // nobody but the server ends the lines of who hangs: the others stay as long as they may
  await closed
  for (const line of [keptAlive, half]) await line.closed
  await expect(fetch(url)).rejects.toThrow()
})

test('before it closes it says that it is about to, and answers all it is asked', async () => {
  await using club = await openClub()
  const { app, dataDir } = club
  const server = await serveClub(app, { host: '127.0.0.1', port: 0, site: dataDir })
  const url = `http://127.0.0.1:${server.port}`
  const keptAlive = rawLine(server.port)
  keptAlive.ask('/healthz', { connection: 'keep-alive' })
  await expect.poll(() => keptAlive.heard()).toContain('alive')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  server.leave()
  const ready = await fetch(`${url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ ready: false, warnings: ['the club is closing'] })
  // on a line from before as well as on a new one, and each hears that it ends with that
  keptAlive.ask('/api/auth/session', { connection: 'keep-alive' })
  await keptAlive.closed
  expect(keptAlive.heard()).toMatch(/connection: close[^]*"session":null/i)
  const answer = await fetch(`${url}/api/auth/session`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await server.close()
})

test('an upload that is still running when the server closes arrives, however slow it is', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { app, dataDir } = club
  const server = await serveClub(app, { host: '127.0.0.1', port: 0, site: dataDir })
  const file = await photo()
  const sending = request(`http://127.0.0.1:${server.port}${addPhoto.path}`, {
    method: addPhoto.method,
    headers: {
      cookie: mia.cookie,
      origin: club.url,
      'content-type': 'application/octet-stream',
      'content-length': file.length,
      expect: '100-continue',
    },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.flushHeaders()
  await once(sending, 'continue')
  const closed = server.close()
  let sent = 0
  // two hundred looks, each of which brings a little
  const part = Math.ceil(file.length / 200)
  await until(() => {
    sending.write(file.subarray(sent, (sent += part)))
    return sent >= file.length
  })
  sending.end()
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(200)
  await closed
})
