import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { createPost } from '#contract/posts/posts.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { uuid } from '#testing/random.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/process/log.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { endLines, sendDatabaseAway } from '#testing/club/database/away.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { photo } from '#testing/fixtures/photos.ts'

test('a club that its database refuses is not ready, whatever the reason', async () => {
  await using club = await openClub()
  const ready = async () => (await fetch(`${club.url}/readyz`)).status
  expect(await ready()).toBe(200)
  const mia = await club.member()
  await sendDatabaseAway(club)
  await expect.poll(ready).toBe(503)
  // nor is it a mistake of any call
  expect(await club.call(mia, listRooms, {})).toMatchObject(NOT_NOW)
})

test('a balancer that asks as of old, in HTTP/1.0 and without a host, is answered', async () => {
  await using club = await openClub()
  for (const path of ['/readyz', '/healthz']) {
    using line = rawLine(Number(new URL(club.url).port))
    line.say(`GET ${path} HTTP/1.0\r\n\r\n`)
    await line.closed
    expect(line.heard()).toMatch(/^HTTP\/1\.1 200 OK/)
  }
})

const readyAt = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { warnings: string[] }) }
}

const NOT_NOW = { status: 503, code: 'unavailable', body: { retryAfter: 1 } }

/** As lines to a server that was replaced by another: all there are only read from now on. */
async function readOnly({ pool, transaction: begin }: Database): Promise<void> {
  const all = Array.from({ length: pool.options.max }, () => Promise.withResolvers<void>())
  await Promise.all(
    all.map(({ resolve }) =>
      begin(async (tx) => {
        await tx.script('set session characteristics as transaction read only')
        resolve()
        await Promise.all(all.map(({ promise }) => promise))
      }),
    ),
  )
}

/** A room somebody may write in, and a way to do so at a server. */
async function aWriter(club: Club) {
  const [mia, room] = [await club.member(), await club.room()]
  await club.join(mia, room)
  return (url = club.url) =>
    club.call(
      mia,
      createPost,
      { params: { slug: room.slug }, body: { id: uuid(), text: 'good evening' } },
      { url },
    )
}

test('read-only connections are dropped together, and new ones can write', async () => {
  await using club = await openClub()
  const post = await aWriter(club)
  const other = await club.secondServer()
  await readOnly(other.app.db)
  await other.app.bus.sql!.script('set session characteristics as transaction read only')
  const heardAgain = new Promise<void>((resolve) => void other.app.bus.onReconnect(resolve))
  expect(await post(other.url)).toMatchObject(NOT_NOW)
  await heardAgain
  // those of the pool, which had not been asked yet
  expect([(await post(other.url)).ok, (await post(other.url)).ok]).toContain(true)
  expect(await post(other.url)).toMatchObject({ ok: true })
})

test('when nothing can be written, both a member who posts and the monitoring read so', async () => {
  const logged: string[] = []
  const log = openLog(
    'error',
    new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }),
  )
  await using club = await openClub({ log })
  const post = await aWriter(club)
  expect(await readyAt(club.url)).toEqual({ status: 200, ready: true, warnings: [] })
  await asOwner(
    club,
    () => `create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on posts for each row execute function full_disk()`,
  )
  expect(await post()).toMatchObject(NOT_NOW)
  expect(logged.join('')).toContain('the disk is full; make room')
  expect(logged.join('')).not.toContain('unexpected')
  await expect
    .poll(() => readyAt(club.url))
    .toEqual({ status: 503, ready: false, warnings: ['the disk is full; make room'] })
})

test('a database that only reads is not ready', async () => {
  await using club = await openClub()
  const other = await club.secondServer()
  const name = new URL(club.databaseUrl).pathname.slice(1)
  await asOwner(club, () => `alter database ${name} set default_transaction_read_only = on`)
  try {
    await readOnly(other.app.db)
    expect(await readyAt(other.url)).toMatchObject({
      status: 503,
      warnings: ['the database only reads; is it a standby?'],
    })
  } finally {
    await asOwner(
      club,
      () => `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    )
    // those that were opened meanwhile only read for as long as they last
    await endLines(club)
  }
})

test('however many ask whether the club is ready, the database is asked once', async () => {
  await using club = await openClub()
  const ask = vi.spyOn(club.app.db, 'row')
  const answers = await Promise.all(Array.from({ length: 50 }, () => readyAt(club.url)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(ask.mock.calls.filter(([{ text }]) => text.includes("'ready'")).length).toBeLessThan(3)
})

test('however many ask one after another, the database is asked once a second, and never how the process is', async () => {
  await using club = await openClub()
  const ask = vi.spyOn(club.app.db, 'row')
  let at = 1e9
  vi.spyOn(performance, 'now').mockImplementation(() => at)
  const statusOf = async (path: string) => {
    ask.mockClear()
    for (let n = 0; n < 50; n += 1) expect((await fetch(club.url + path)).status).toBe(200)
    return ask.mock.calls.filter(([{ text }]) => text.includes("'ready'")).length
  }
  expect(await statusOf('/readyz')).toBe(1)
  at += 999
  expect(await statusOf('/readyz')).toBe(0)
  at += 1
  expect(await statusOf('/readyz')).toBe(1)
  at += 1_000
  expect(await statusOf('/healthz')).toBe(0)
  expect(ask).not.toHaveBeenCalled()
})

test('a club in which no call comes to an end is not ready, until one does', async () => {
  await using club = await openClub()
  const mia = await club.member()
  let at = 1e9
  vi.spyOn(performance, 'now').mockImplementation(() => at)
  const look = async () =>
    (
      await fetch(`${club.url}/api/members/${mia.userId}/photos/${uuid()}/320`, {
        headers: { cookie: mia.cookie },
      })
    ).status
  expect(await look()).toBe(404)

  const { row } = club.app.db
  const { promise: over, resolve: goOn } = Promise.withResolvers<void>()
  let hanging = 0
  vi.spyOn(club.app.db, 'row').mockImplementation(async (query) => {
    if (query.text.includes('p.photos')) {
      hanging += 1
      await over
    }
    return row(query)
  })
  const looks = Promise.all(Array.from({ length: 320 }, look))
  await expect.poll(() => hanging).toBe(320)
  // full for a moment, as a busy club is
  expect(await readyAt(club.url)).toMatchObject({ status: 200 })
  at += 5_001
  expect(await readyAt(club.url)).toEqual({
    status: 503,
    ready: false,
    warnings: ['no call comes to an end'],
  })
  expect(await look()).toBe(503)
  goOn()
  expect(new Set(await looks)).toEqual(new Set([404]))
  at += 1_000
  expect(await readyAt(club.url)).toMatchObject({ status: 200 })
})

test('a file folder that goes away below a running club is “not now”, and back all is as before', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = await photo()
  const added = await club.call(mia, addPhoto, { file })
  if (!added.ok) throw new Error(added.code)
  const [photoId = ''] = added.answer.photos
  const look = async () =>
    (
      await fetch(`${club.url}/api/members/${mia.userId}/photos/${photoId}/320`, {
        headers: { cookie: mia.cookie },
      })
    ).status
  expect(await look()).toBe(200)

  const [files, away] = [join(club.dataDir, 'files'), join(club.dataDir, 'unmounted')]
  await rename(files, away)
  // as the place of a volume that was taken away
  await mkdir(files)
  expect(await look()).toBe(503)
  expect(await club.call(mia, addPhoto, { file })).toMatchObject(NOT_NOW)
  expect(await readdir(files)).toEqual([])
  await expect
    .poll(() => readyAt(club.url))
    .toMatchObject({
      status: 503,
      warnings: ['the files below DATA_DIR are gone; is its disk there?'],
    })

  await rmdir(files)
  await rename(away, files)
  expect(await look()).toBe(200)
  expect(await club.call(mia, addPhoto, { file })).toMatchObject({ ok: true })
})
