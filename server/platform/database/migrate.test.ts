import { expect, test } from 'vitest'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { openDatabase, sql } from './database.ts'
import { isMigrated, migrate, migrations, STRUCTURE_LOCK } from './migrate.ts'

async function openEmpty(options?: { statementTimeoutMs: number }) {
  const { ownerUrl: url, drop } = await cloneDatabase({ empty: true })
  const db = openDatabase(url, options)
  return Object.assign(db, {
    async [Symbol.asyncDispose]() {
      await db.end()
      await drop()
    },
  })
}

const one = { name: '0001-one.sql', sha256: 'a', text: 'create table one (id int)' }
const two = { name: '0002-two.sql', sha256: 'b', text: 'create table two (id int); select 1' }

test('what is new is applied once, in order', async () => {
  await using db = await openEmpty()
  expect(await migrate(db, [one])).toEqual([one.name])
  expect(await migrate(db, [one, two])).toEqual([two.name])
  expect(await migrate(db, [one, two])).toEqual([])
})

test('two servers that start at once do not both migrate', async () => {
  await using db = await openEmpty()
  const applied = await Promise.all([migrate(db, [one, two]), migrate(db, [one, two])])
  expect(applied.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, 2])
})

test('whoever starts beside a long migration waits for its end', async () => {
  await using db = await openEmpty({ statementTimeoutMs: 300 })
  const started = await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${STRUCTURE_LOCK})`)
    const applied = Promise.allSettled([migrate(db, [one])])
    const patience = sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '600 ms'`
    await expect.poll(() => db.run(patience)).toBe(1)
    return { applied }
  })
  expect(await started.applied).toEqual([{ status: 'fulfilled', value: [one.name] }])
})

test('a migration that fails leaves nothing behind', async () => {
  await using db = await openEmpty()
  const broken = { ...two, text: 'create table two (id int); select 1 / 0' }
  await expect(migrate(db, [one, broken])).rejects.toThrow('division by zero')
  expect(await db.row(sql`select to_regclass('one') as one`)).toEqual({ one: null })
})

test('a migration edited after it ran is refused', async () => {
  await using db = await openEmpty()
  await migrate(db, [one])
  await expect(migrate(db, [{ ...one, sha256: 'other' }])).rejects.toThrow(
    '0001-one.sql was edited after it ran',
  )
})

test('a database newer than the code is refused', async () => {
  await using db = await openEmpty()
  await migrate(db, [one, two])
  await expect(migrate(db, [one])).rejects.toThrow('newer than this version')
})

test('a database from before version 0.8 is refused and left as it was', async () => {
  await using db = await openEmpty()
  const before = { ...one, name: '0001-accounts.sql' }
  await migrate(db, [before])
  for (const open of [() => migrate(db), () => isMigrated(db)])
    await expect(open()).rejects.toThrow('from before version 0.8 cannot be brought up to date')
  expect(await db.rows(sql`select name from migrations`)).toEqual([{ name: before.name }])
  expect(await db.row(sql`select to_regclass('users') as users`)).toEqual({ users: null })
})

test('the real migrations make a whole database from an empty one', async () => {
  await using db = await openEmpty()
  expect(await migrate(db)).toHaveLength((await migrations()).length)
})
