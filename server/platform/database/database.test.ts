import { expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { openWay } from '#testing/club/database/way.ts'
import { allowPauses, openDatabase, sql, UNFINISHED_MS, type Sql } from './database.ts'
import { isUnavailable } from '#server/platform/http/overload/unavailable.ts'

async function openEmpty(options?: { max?: number; statementTimeoutMs?: number }) {
  const { ownerUrl: url, drop } = await cloneDatabase({ empty: true })
  const db = openDatabase(url, options)
  return Object.assign(db, {
    url,
    async [Symbol.asyncDispose]() {
      await db.end()
      await drop()
    },
  })
}

const endOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const endMyself = sql`select pg_terminate_backend(pg_backend_pid())`

test('columns come in camel case, times as ISO, dates as they are written, counts as numbers', async () => {
  await using db = await openEmpty()
  expect(
    await db.row(sql`
      select '2026-03-01 12:00:00.5+01'::timestamptz as created_at, '1990-02-28'::date as born_on,
        9007199254740991::bigint as last_number, null::bigint as no_number, true as ok`),
  ).toEqual({
    createdAt: '2026-03-01T11:00:00.500Z',
    bornOn: '1990-02-28',
    lastNumber: 9007199254740991,
    noNumber: null,
    ok: true,
  })
})

test('pieces of SQL go inside others, and values never become SQL', async () => {
  await using db = await openEmpty()
  const nasty = "'; drop table users; --"
  const piece = sql`${nasty}::text`
  expect(await db.row(sql`select ${piece} as text, ${2}::int as two`)).toEqual({
    text: nasty,
    two: 2,
  })
  expect(await db.row(sql`select 1 as one where false`)).toBeUndefined()
})

test('a statement is prepared once for each connection', async () => {
  await using db = await openEmpty({ max: 1 })
  for (const value of [1, 2, 3]) await db.row(sql`select ${value}::int as value`)
  const prepared = await db.rows(sql`
    select 1 from pg_prepared_statements where statement like 'select $1%'`)
  expect(prepared).toHaveLength(1)
})

test('a transaction is whole, or nothing of it happened', async () => {
  await using db = await openEmpty()
  await db.run(sql`create table notes (text text not null)`)
  await expect(
    db.transaction(async (tx) => {
      await tx.run(sql`insert into notes values ('a')`)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await db.transaction((tx) => tx.run(sql`insert into notes values ('b'), ('c')`))
  expect(await db.rows(sql`select text from notes`)).toEqual([{ text: 'b' }, { text: 'c' }])
})

test('an error that was swallowed inside a transaction still fails it', async () => {
  await using db = await openEmpty()
  const swallowed = (after: (tx: Sql) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.run(sql`select 1 / 0`).catch(() => {})
      await after(tx)
    })
  // with what it failed with, which tells a mistake from a database that is away
  await expect(swallowed(async () => {})).rejects.toMatchObject({ code: '22012' })
  await expect(swallowed((tx) => tx.run(sql`select 1`))).rejects.toMatchObject({ code: '22012' })
})

test('a transaction whose connection dies is refused, never taken for done', async () => {
  await using db = await openEmpty()
  await db.run(sql`create table notes (text text not null)`)
  await expect(
    db.transaction(async (tx) => {
      await tx.run(sql`insert into notes values ('a')`)
      await tx.run(endMyself).catch(() => {})
    }),
  ).rejects.toThrow()
  expect(await db.rows(sql`select text from notes`)).toEqual([])
})

test('connections that die while idle are replaced without a word', async () => {
  await using db = await openEmpty({ max: 3 })
  await using other = openOther(db.url)
  await Promise.all([1, 2, 3].map((value) => db.row(sql`select ${value}::int as value`)))
  await other.rows(endOthers)
  await expect.poll(() => db.pool.totalCount).toBe(0)
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 })
})

test('a statement that takes too long is cut off', async () => {
  await using db = await openEmpty({ statementTimeoutMs: 50 })
  await expect(db.run(sql`select pg_sleep(5)`)).rejects.toMatchObject({ code: '57014' })
})

test('a silent connection is closed, and another one is used', async () => {
  await using db = await openEmpty()
  const network = await openNetwork(db.url)
  const far = openDatabase(network.url, { max: 1, answerTimeoutMs: 300 })
  onTestFinished(() => far.end())
  const one = sql`select 1 as one`
  expect(await far.row(one)).toEqual({ one: 1 })
  network.fallSilent()
  expect(isUnavailable(await far.row(one).catch((error: unknown) => error))).toBe(true)
  expect(await far.row(one)).toEqual({ one: 1 })
  const cut = far.transaction(async (tx) => {
    network.fallSilent()
    await tx.row(one)
  })
  expect(isUnavailable(await cut.catch((error: unknown) => error))).toBe(true)
  expect(await far.row(one)).toEqual({ one: 1 })
})

test('a transaction that waits for files may stand still, and none that follows on its connection', async () => {
  await using db = await openEmpty({ max: 1 })
  const patience = sql`
    select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`
  await db.transaction(async (tx) => {
    await allowPauses(tx)
    expect(await tx.row(patience)).toEqual({ ms: 0 })
  })
  expect(await db.row(patience)).toEqual({ ms: UNFINISHED_MS })
})

test('a transaction in which nobody asks any more is taken back, and what it held is free', async () => {
  await using near = await openEmpty()
  const db = openDatabase(near.url)
  onTestFinished(() => db.end())
  const setting = sql`select setting::int as ms from pg_settings
    where name = 'idle_in_transaction_session_timeout'`
  expect(await db.row(setting)).toEqual({ ms: UNFINISHED_MS })
  const lock = sql`select pg_advisory_xact_lock(1)`
  const still = db.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 50`)
    await tx.run(lock)
    await db.run(lock)
    await tx.run(sql`select`)
  })
  const why = await still.catch((error: unknown) => error)
  expect(isUnavailable(why)).toBe(true)
  // of a transaction that stood still, not of a connection that is not there
  expect(why).toMatchObject({ code: '25P03' })
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 })
})

test('a connection that breaks while its generation is read ends no process', async () => {
  await using near = await openEmpty()
  const way = await openWay(near.url, (line, goOn) => {
    const far = goOn()
    far.pipe(line)
    line.on('data', (said) =>
      said.includes('generation()') ? line.resetAndDestroy() : void far.write(said),
    )
  })
  const db = openDatabase(way.url)
  const result = await db.askGeneration().catch((error: unknown) => error)
  expect(isUnavailable(result)).toBe(true)
  await db.end()
})

test('a listener that lost its connection listens again and learns that it may have missed something', async () => {
  await using db = await openEmpty()
  await using other = openOther(db.url)
  const heard: string[] = []
  const [losses, misses] = [vi.fn(), vi.fn()]
  const hear = (text: string) => void heard.push(text)
  const listening = await db.listen('news', { onNotice: hear, lost: losses, again: misses })
  await other.run(sql`select pg_notify('news', 'one')`)
  await expect.poll(() => heard).toEqual(['one'])
  expect(losses).not.toHaveBeenCalled()

  await other.rows(endOthers)
  await expect.poll(() => misses.mock.calls.length).toBe(1)
  expect(losses).toHaveBeenCalledTimes(1)
  await other.run(sql`select pg_notify('news', 'two')`)
  await expect.poll(() => heard).toEqual(['one', 'two'])

  await listening.stop()
  await other.run(sql`select pg_notify('news', 'three')`)
  expect(heard).toEqual(['one', 'two'])
})

test('what is published on the listening connection is received before the answer', async () => {
  await using db = await openEmpty()
  await using other = openOther(db.url)
  const heard: string[] = []
  const listening = await db.listen('news', {
    onNotice: (text) => void heard.push(text),
    again() {},
  })
  for (let n = 0; n < 50; n += 1) {
    await other.run(sql`select pg_notify('news', ${`other ${n}`})`)
    await listening.sql.run(sql`select pg_notify('news', ${`own ${n}`})`)
    expect(heard.slice(-2)).toEqual([`other ${n}`, `own ${n}`])
  }
  await listening.stop()
})

function openOther(url: string) {
  const db = openDatabase(url, { max: 1 })
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.end() })
}

/** A way to a database on which lines can fall silent, without a word to either end. */
async function openNetwork(url: string) {
  const way = await openWay(url, (near, goOn) => void near.pipe(goOn()).pipe(near))
  return {
    url: way.url,
    fallSilent() {
      for (const line of way.lines) line.unpipe().pause()
    },
  }
}
