import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { callUrl } from '#testing/club/call.ts'
import { letPass } from '#testing/club/clocks.ts'
import { cloneDatabase, findCluster } from '#testing/club/database/cluster.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { openWay } from '#testing/club/database/way.ts'
import { openOwnServer, writeMember } from '#testing/club/ownServer.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

const SLUG = 'lounge'
/** What was refused to one call counts for so long at `/readyz`. */
const TROUBLE_MS = 10_000

/** A way that leads to one database, and from then on to another with a name of the same length. */
async function openTurning(url: string) {
  let instead: [string, string] | null = null
  let isReadOnly = false
  const way = await openWay(url, (near, goOn) =>
    near.once('data', (start) => {
      const far = goOn()
      const said = instead ? start.toString('latin1').replace(...instead) : start.toString('latin1')
      far.write(startOf(said.slice(8, -1) + (isReadOnly ? READ_ONLY : '')))
      near.pipe(far).pipe(near)
    }),
  )
  return {
    url: way.url,
    /** From now on new clients get a read-only session, as from a pooler that still leads to a standby. */
    handOut(readOnly: boolean) {
      isReadOnly = readOnly
    },
    cut() {
      for (const line of way.lines) line.destroy()
    },
    goOver(from: string, to: string) {
      instead = [from, to]
      for (const line of way.lines) line.destroy()
    },
  }
}

const READ_ONLY = 'options\0-c default_transaction_read_only=on\0'

/** How a session begins: its length, the version of the protocol, and what it says of itself. */
function startOf(words: string): Buffer {
  const said = Buffer.from(`${words}\0`, 'latin1')
  const head = Buffer.alloc(8)
  head.writeInt32BE(said.length + 8, 0)
  head.writeInt32BE(3 << 16, 4)
  return Buffer.concat([head, said])
}

/** A club whose two ways each go over, when told to, to a copy of its database from before anything was said. */
async function openTwoWays() {
  const { url, drop } = await cloneDatabase()
  const [dataDir, name] = [
    await mkdtemp(join(tmpdir(), 'club-ways-')),
    new URL(url).pathname.slice(1),
  ]
  const [pooled, direct] = [await openTurning(url), await openTurning(url)]
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: pooled.url,
    DATABASE_DIRECT_URL: direct.url,
  })
  const mia = await writeMember(config, url, SLUG)
  const copy = name.replace('test', 'copy')
  const owner = openDatabase(findCluster().ownerUrl, { max: 1 })
  await owner.script(`create database ${copy} template ${name} strategy file_copy`)
  const server = await openOwnServer(config)
  const { app, url: at, ready } = server
  onTestFinished(async () => {
    await server.close()
    await owner.script(`drop database ${copy} with (force)`)
    await owner.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const params = { slug: SLUG }
  return {
    app,
    pooled,
    stream: await follow(at, mia.cookie),
    write: () => callUrl(at, mia.cookie, setLanguage, { body: { language: 'de' } }),
    goOver: (way: 'pooled' | 'direct') => ({ pooled, direct })[way].goOver(name, copy),
    post: (id: string) =>
      callUrl(at, mia.cookie, createPost, { params, body: { id, text: 'good evening' } }),
    list: () => callUrl(at, mia.cookie, listPosts, { params, query: {} }),
    ready,
  }
}

test.each(['pooled', 'direct'] as const)(
  'when only the %s way goes over to a copy that was behind, nothing is asked until the other does; then all begins anew',
  { timeout: 120_000 },
  async (first) => {
    const club = await openTwoWays()
    const { stream, post, list, ready } = club
    const { generation } = await stream.next('ready')
    const [one, two] = [uuid(), uuid()]
    expect([await post(one), await post(two)]).toMatchObject([
      { answer: { number: 1 } },
      { answer: { number: 2 } },
    ])
    expect(await list()).toMatchObject({ answer: { latest: 2 } })

    club.goOver(first)
    await expect.poll(ready).toMatchObject({
      status: 503,
      warnings: ['DATABASE_URL and DATABASE_DIRECT_URL lead to different databases'],
    })
    const refused = await post(uuid())
    expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)

    club.goOver(first === 'pooled' ? 'direct' : 'pooled')
    letPass(TROUBLE_MS)
    await expect.poll(ready).toMatchObject({ status: 200 })
    expect(club.app.bus.generation).not.toBe(generation)
    expect(await list()).toMatchObject({ answer: { latest: 0, posts: [] } })
    // as outboxes do it with what was acknowledged and is lost
    expect([await post(one), await post(one), await post(two)]).toMatchObject([
      { answer: { id: one, number: 1 } },
      { answer: { id: one, number: 1 } },
      { answer: { id: two, number: 2 } },
    ])
    expect(await list()).toMatchObject({ answer: { latest: 2, posts: [{ id: two }, { id: one }] } })
  },
)

test('read-only connections of a pooler are dropped each time, and once it leads to the primary all goes on', async () => {
  const { pooled, write, ready, list } = await openTwoWays()
  expect(await write()).toMatchObject({ ok: true })
  pooled.handOut(true)
  pooled.cut()
  await expect.poll(async () => (await list()).ok).toBe(true)
  for (let times = 0; times < 3; times += 1)
    expect(await write()).toMatchObject({
      status: 503,
      code: 'unavailable',
      body: { retryAfter: 1 },
    })
  expect(await ready()).toMatchObject({
    status: 503,
    warnings: ['the database only reads; is it a standby?'],
  })
  // the lines stay as they are: who meets one that only reads asks for another
  pooled.handOut(false)
  await expect.poll(async () => (await write()).ok, { timeout: 5_000 }).toBe(true)
  letPass(TROUBLE_MS)
  await expect.poll(ready).toMatchObject({ status: 200 })
})

test('a database recreated below a running club is noticed with the first event, and streams learn of it', async () => {
  await using salon = await openLounge()
  const { club, guest, post, list } = salon
  const mia = await guest()
  const stream = await club.follow(mia)
  const { generation } = await stream.next('ready')
  expect(generation).toMatch(/^[0-9a-f]+$/)
  const received: { generation?: string }[] = []
  const line = await club.app.db.listen('club', {
    onNotice: (payload) => void received.push(JSON.parse(payload) as object),
    again() {},
  })
  await post(mia, { text: 'before' })
  expect((await stream.next('post')).post).toMatchObject({ text: 'before' })
  // rows written out anew are all that a restore in the same place shows
  await asOwner(club, () => 'vacuum full posts')
  await post(mia, { text: 'after' })
  const next = await stream.next('ready')
  expect(next.generation).not.toBe(generation)
  expect(next.rooms).toEqual([{ slug: 'lounge', latest: 2 }])
  expect(await list(mia)).toMatchObject({ answer: { latest: 2 } })
  expect(new Set(received.map((notice) => notice.generation))).toEqual(
    new Set([generation, next.generation]),
  )
  await line.stop()
  stream.close()
})

test('lines that end without a word are not asked again once the one that listens was replaced', async () => {
  const { url, drop } = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'club-silent-'))
  const silent = new Set<Socket>()
  const way = await openWay(url, (near, goOn) => {
    const far = goOn()
    const pass = (to: Socket) => (data: Buffer) => void (silent.has(near) || to.write(data))
    near.on('data', pass(far)).on('close', () => far.destroy())
    far.on('data', pass(near)).on('close', () => near.destroy())
  })
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: way.url })
  const { app, close } = await openOwnServer(config)
  onTestFinished(async () => {
    await close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const ask = () =>
    Promise.all(Array.from({ length: 9 }, () => app.db.row(sql`select pg_sleep(0.1)`)))
  await ask()
  const { version } = app.bus
  for (const line of way.lines) silent.add(line)
  await expect
    .poll(() => app.bus.isReceiving && app.bus.version > version, { timeout: 30_000 })
    .toBe(true)
  expect(await ask()).toHaveLength(9)
})
