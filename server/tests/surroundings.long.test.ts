import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { createPost } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { signUp } from '#contract/admission/signup.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { grantToApp } from '#server/platform/database/roles.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { integer, letters, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { callUrl } from '#testing/club/call.ts'
import { encodeRequest } from '#testing/club/load.ts'
import { openOwnServer, writeMember } from '#testing/club/ownServer.ts'
import { allPosts, joinClub, keepPosting, untilMore } from '#testing/club/process/killing.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { openServer, type ServerProcess } from '#testing/club/process/serverProcess.ts'
import { smallDisk } from '#testing/club/smallDisk.ts'

const SLUG = 'tresen'

test('on a full disk nothing acknowledged is lost, the rest is “not now”, and room made is enough', async () => {
  await using disk = await smallDisk(220, await mkdtemp(join(tmpdir(), 'club-disk-')))
  await using server = await openServer({ dataDir: disk.folder })
  const cookie = await joinClub(server.url)
  const room = { params: { slug: SLUG } }
  await callUrl(server.url, cookie, enterRoom, room)
  const acknowledged: string[] = []
  const post = async () => {
    const body = { id: uuid(), text: letters(200) }
    const made = await callUrl(server.url, cookie, createPost, { ...room, body })
    if (made.ok) acknowledged.push(body.id)
    return made
  }
  expect(await post()).toMatchObject({ ok: true })

  disk.fill()
  const first = await until(async () => {
    const made = await post()
    return made.ok ? null : made
  })
  const isPutOff = { status: 503, code: 'unavailable', body: { retryAfter: expect.any(Number) } }
  expect(first).toMatchObject(isPutOff)
  expect(first.headers.get('retry-after')).toMatch(/^\d+$/)
  // there may be room left in a table for one more row, never for a file
  const joined = await callUrl(server.url, undefined, signUp, newcomer())
  if (!joined.ok) expect(joined).toMatchObject(isPutOff)
  const file = await photo()
  const upload = () => callUrl(server.url, cookie, addPhoto, { file })
  expect(await upload()).toMatchObject(isPutOff)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

  await disk.makeRoom()
  await until(async () => (await fetch(`${server.url}/readyz`)).ok)
  expect(await post()).toMatchObject({ ok: true })
  expect(await upload()).toMatchObject({ ok: true })
  const stored = new Set((await allPosts(server.url, cookie, SLUG)).map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})

/** Puts the journal of a server's PostgreSQL on a volume of its own, as an operator would. */
async function moveJournal(server: ServerProcess, to: string): Promise<void> {
  await server.stop()
  const journal = join(server.dataDir, 'pg', 'data', 'pg_wal')
  // with its owner
  execFileSync('cp', ['-a', journal, to])
  await rm(journal, { recursive: true })
  await symlink(join(to, 'pg_wal'), journal)
  await server.start()
}

test('when PostgreSQL panics because its journal’s disk is full nothing acknowledged is lost, the rest is “not now”, and room made is enough', async () => {
  await using disk = await smallDisk(96, await mkdtemp(join(tmpdir(), 'club-journal-')))
  await using server = await openServer()
  await moveJournal(server, disk.folder)
  const cookies = await Promise.all(Array.from({ length: 3 }, () => joinClub(server.url)))
  for (const cookie of cookies)
    await callUrl(server.url, cookie, enterRoom, { params: { slug: SLUG } })
  const stop = new AbortController()
  const streams = cookies.map((cookie) => keepPosting(server.url, cookie, SLUG, stop.signal))
  await untilMore(streams, 20)

  disk.fill()
  const db = openDatabase(server.databaseUrl)
  /** What was left in the journal's last file is written up, somewhere within a file or not. */
  const writeUp = () =>
    db
      .row(sql`select pg_logical_emit_message(true, 'long', repeat('x', ${integer(4_000_000)}))`)
      .catch(() => null)
  const count = (words: RegExp) => server.readOutput().match(words)?.length ?? 0
  await until(async () => {
    await writeUp()
    return count(/PANIC: {2}could not write to file \S+pg_wal\S+ No space left on device/g) > 0
  })
  // and again, however often it is started
  await until(async () => {
    await writeUp()
    return count(/did not come back yet/g) >= 3
  })
  const putOff = streams.map((stream) => stream.putOff())
  await until(() => streams.every((stream, at) => stream.putOff() > putOff[at]! + 10))
  const joined = await callUrl(server.url, undefined, signUp, newcomer())
  expect(joined).toMatchObject({ status: 503, code: 'unavailable' })
  expect(joined.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  // somebody who followed that hint of PostgreSQL's would lose the posts since
  expect(server.readOutput()).not.toContain('use the last backup')

  await disk.makeRoom()
  await until(async () => (await fetch(`${server.url}/readyz`)).ok)
  await untilMore(streams, 20)
  stop.abort()
  await Promise.all(streams.map(({ done }) => done))
  await db.end()
  // by the process that began, and it answered every call
  expect(streams.map((stream) => stream.unheard())).toEqual([0, 0, 0])
  const stored = await allPosts(server.url, cookies[0]!, SLUG)
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1))
  const posted = streams.flatMap(({ posts }) => posts.map(({ id }) => id))
  expect(stored.map(({ id }) => id).sort()).toEqual(posted.sort())
})

/** One request on a line that is kept; what became of it, and whether it was the line's last. */
const askOn = (agent: Agent, url: string, cookie: string, body?: object) =>
  new Promise<{ status: number; isLast: boolean }>((resolve, reject) => {
    const sending = request(
      url,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          cookie,
          origin: new URL(url).origin,
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        answer.resume().on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            isLast: answer.headers.connection === 'close',
          }),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body && JSON.stringify(body))
  })

test('a client on a keep-alive connection loses no request when the server is told to end', async () => {
  await using server = await openServer({ env: { DRAIN_SECONDS: '2' } })
  const cookie = await joinClub(server.url)
  await callUrl(server.url, cookie, enterRoom, { params: { slug: SLUG } })
  let isTold = false
  const answers: number[] = []
  let lasts = 0
  const failed: unknown[] = []
  const acknowledged: string[] = []
  // as a proxy does it that looks whether a server is ready
  const keepAsking = async (isWriter: boolean) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isTold) {
      const body = isWriter ? { id: uuid(), text: 'good evening' } : undefined
      const path = isWriter ? `/api/rooms/${SLUG}/posts` : '/api/rooms'
      try {
        const { status, isLast } = await askOn(agent, server.url + path, cookie, body)
        answers.push(status)
        if (isLast) lasts += 1
        if (body && status === 200) acknowledged.push(body.id)
      } catch (error) {
        failed.push(error)
      }
    }
    agent.destroy()
  }
  const asking = Array.from({ length: 16 }, (_, at) => keepAsking(at % 4 === 0))
  await until(() => answers.length > 200)
  const stopped = server.stop()
  await until(async () => (await fetch(`${server.url}/readyz`)).status === 503, { everyMs: 20 })
  // not all at once do proxies hear of it
  const heard = answers.length
  await until(() => answers.length > heard + 100)
  isTold = true
  await Promise.all(asking)
  await stopped
  expect(failed).toEqual([])
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(lasts).toBeGreaterThan(100)
  await server.start()
  const stored = new Set((await allPosts(server.url, cookie, SLUG)).map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})

test('a crowd that comes back at the same instant is let in whole, however long the server is held up', async () => {
  // one that speaks for them all
  await using server = await openServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const port = Number(new URL(server.url).port)
  process.kill(server.pid(), 'SIGSTOP')
  const crowd = await Promise.all(
    Array.from({ length: 1_500 }, async () => {
      const line = connect({ port, host: '127.0.0.1' })
      await once(line, 'connect')
      return line
    }),
  ).finally(() => process.kill(server.pid(), 'SIGCONT'))
  const bytes = encodeRequest('GET', '/healthz', { cookie: '' })
  const answers = await Promise.all(
    crowd.map(async (line) => {
      line.write(bytes)
      const [said] = (await once(line, 'data')) as [Buffer]
      line.destroy()
      return said.toString('latin1').split('\r\n', 1)[0]
    }),
  )
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('while somebody keeps all notices in the queue nothing is said, and it goes on by itself once they are gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'club-notices-'))
  await chmod(folder, 0o755)
  const settings = { max_notify_queue_pages: 64 }
  const postgres = await startEmbedded({
    dataDir: folder,
    log: silentLog,
    isServer: false,
    settings,
  })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const owner = openDatabase(postgres.ownerUrl, { max: 1 })
  await migrate(owner)
  await grantToApp(owner, new URL(postgres.url).username)
  await owner.end()
  const dataDir = await mkdtemp(join(folder, 'club-'))
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: postgres.url })
  const mia = await writeMember(config, postgres.ownerUrl, 'lounge')
  const server = await openOwnServer(config)
  onTestFinished(() => server.close())
  const post = () =>
    callUrl(server.url, mia.cookie, createPost, {
      params: { slug: 'lounge' },
      body: { id: uuid(), text: letters(20) },
    })
  expect(await post()).toMatchObject({ ok: true })

  const [deaf, loud] = [0, 0].map(() => openDatabase(postgres.url, { max: 1 }))
  const gone = Promise.withResolvers<void>()
  await deaf!.script('listen club')
  const held = deaf!.transaction(async (tx) => {
    await tx.run(sql`select`)
    await gone.promise
  })
  const filled = until(() =>
    loud!
      .run(sql`select pg_notify('club', ${JSON.stringify({ kind: 'echo', id: letters(7_000) })})`)
      .then(
        () => null,
        (error: { code: string }) => error.code,
      ),
  )
  expect(await filled).toBe('54000')
  expect(await post()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await server.ready()).toMatchObject({ status: 503 })
  gone.resolve()
  await held
  await until(async () => (await post()).ok)
  await Promise.all([deaf!.end(), loud!.end()])
})
