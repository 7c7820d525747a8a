import { expect, test } from 'vitest'
import { uuid } from '#testing/random.ts'
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

test('a server that starts beside a long migration waits for its end', async () => {
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

test('a database from which a newer version took something away is refused', async () => {
  await using db = await openEmpty()
  const text = '-- works from 99.1 on: nothing reads it since 99.0\ndrop table one'
  await migrate(db, [one, { ...two, text }])
  await expect(migrate(db, [one])).rejects.toThrow('newer than this version')
  await expect(isMigrated(db)).rejects.toThrow('newer than this version')
})

test('one to which a newer version only added is served by this one, too, and left as it is', async () => {
  await using db = await openEmpty()
  const real = await migrations()
  await migrate(db, [...real, { ...one, name: '9998-more.sql' }])
  const text = '-- works from 0.1 on: nothing ever read it\ndrop table one'
  await migrate(db, [
    ...real,
    { ...one, name: '9998-more.sql' },
    { ...two, name: '9999-less.sql', text },
  ])
  expect(await isMigrated(db)).toBe(true)
  expect(await migrate(db)).toEqual([])
  // of what stands there without a word nothing is known
  await db.run(sql`update migrations set least_version = null where name = '9999-less.sql'`)
  await expect(migrate(db)).rejects.toThrow('newer than this version')
})

test('a migration gives way to queries that wait behind it, logs what it waits for, and gets its turn', async () => {
  await using db = await openEmpty()
  await migrate(db, [one])
  const text = 'alter table one add name text'
  const held = Promise.withResolvers<void>()
  const logged: string[] = []
  const applied = await db.transaction(async (tx) => {
    await tx.run(sql`select from one`)
    const applied = migrate(db, [one, { ...two, text }], {
      lockMs: 100,
      onWait: (says) => (logged.push(says), held.resolve()),
    })
    await held.promise
    // nobody else waits for the table meanwhile
    await db.run(sql`select from one`)
    return { applied }
  })
  expect(await applied.applied).toEqual([two.name])
  expect(logged[0]).toMatch(
    /^The migration 0002-two.sql waits for a lock that connection \d+ of the role \S+ holds on one, for \d+ s so far$/,
  )
})

test('a migration that steps aside at once is tried again as soon, and says so once', async () => {
  await using db = await openEmpty()
  await migrate(db, [one])
  const text = `set local lock_timeout = '20ms'; alter table one add name text`
  const [held, logged] = [Promise.withResolvers<void>(), [] as string[]]
  const applied = await db.transaction(async (tx) => {
    await tx.run(sql`select from one`)
    const applied = migrate(db, [one, { ...two, text }], {
      lockMs: 60_000,
      onWait: (says) => (logged.push(says), held.resolve()),
    })
    await held.promise
    return { applied }
  })
  expect(await applied.applied).toEqual([two.name])
  expect(logged).toHaveLength(1)
})

test('after a bounded time it gives up in one sentence and leaves nothing behind', async () => {
  await using db = await openEmpty()
  await migrate(db, [one])
  const text = 'create table three (id int); alter table one add name text'
  await db.transaction(async (tx) => {
    await tx.run(sql`select from one`)
    await expect(
      migrate(db, [one, { ...two, text }], { lockMs: 50, patienceMs: 0 }),
    ).rejects.toThrow(
      /^The migration 0002-two.sql waits for .* holds on one, .*Nothing was changed\.$/,
    )
  })
  expect(await db.row(sql`select to_regclass('three') as three`)).toEqual({ three: null })
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

test('0037 gives way to a transaction that has read profiles and wants a membership', async () => {
  await using db = await openEmpty()
  const real = await migrations()
  await migrate(db, real.slice(0, 36))
  const [neil, held] = [uuid(), Promise.withResolvers<void>()]
  await db.run(sql`
    with made as (
      insert into users (id, email, password_hash, created_at) values (${neil}, 'neil@example.org', '', now()))
    insert into profiles (id, username, username_key, birthdate) values (${neil}, 'O’Neil', 'neil', '1990-01-01')`)
  const applied = await db.transaction(async (tx) => {
    await tx.run(sql`select from profiles`)
    const applied = migrate(db, real.slice(0, 37), { lockMs: 100, onWait: () => held.resolve() })
    // it has the memberships, and waits for the profiles
    const isWaiting = sql`select from pg_locks where relation = 'profiles'::regclass
      and mode = 'AccessExclusiveLock' and not granted`
    await expect.poll(() => db.run(isWaiting)).toBe(1)
    await tx.run(sql`
      insert into room_members (room_id, user_id, created_at)
      select id, ${neil}, now() from rooms where slug = 'tresen'`)
    await held.promise
    return { applied }
  })
  expect(await applied.applied).toEqual([real[36]?.name])
  expect(await db.rows(sql`select folded_name from room_members`)).toEqual([
    { foldedName: "o'neil" },
  ])
})

test('names from before 0037 are found with any apostrophe afterwards, by the index and in their rooms', async () => {
  await using db = await openEmpty()
  const real = await migrations()
  await migrate(db, real.slice(0, 36))
  const [neil, ben] = [uuid(), uuid()]
  await db.run(sql`
    with made as (
      insert into users (id, email, password_hash, created_at)
      values (${neil}, 'neil@example.org', '', now()), (${ben}, 'ben@example.org', '', now()))
    insert into profiles (id, username, username_key, birthdate) values
      (${neil}, 'O’Neil', 'neil', '1990-01-01'), (${ben}, 'Ben', 'ben', '1990-01-01')`)
  await db.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select r.id, p.id, now() from rooms r, profiles p where r.slug in ('tresen', 'salon')`)
  await migrate(db, real)
  const found = await db.transaction(async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`)
    return tx.rows(sql`
      select username, (select json_agg(distinct m.folded_name) from room_members m where m.user_id = p.id) as names
      from profiles p where folded(username) collate "C" >= 'o''n' and folded(username) collate "C" < 'o''o'`)
  })
  expect(found).toEqual([{ username: 'O’Neil', names: ["o'neil"] }])
})

test('0040 gives way to a transaction that has read posts and wants to store one', async () => {
  await using db = await openEmpty()
  const real = await migrations()
  await migrate(db, real.slice(0, 39))
  const [neil, held] = [uuid(), Promise.withResolvers<void>()]
  await db.run(sql`
    insert into users (id, email, password_hash, created_at) values (${neil}, 'neil@example.org', '', now())`)
  const { applied } = await db.transaction(async (tx) => {
    await tx.run(sql`select from posts`)
    const applied = migrate(db, real.slice(0, 41), { onWait: () => held.resolve() })
    await held.promise
    await tx.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      select ${uuid()}, id, 1, ${neil}, 'Ein Café', now() from rooms where slug = 'tresen'`)
    return { applied }
  })
  expect(await applied).toEqual([real[39]?.name, real[40]?.name])
})

test('posts from before 0040 are found without their accents afterwards, by the one index of words', async () => {
  await using db = await openEmpty()
  const real = await migrations()
  await migrate(db, real.slice(0, 39))
  const neil = uuid()
  await db.run(sql`
    insert into users (id, email, password_hash, created_at) values (${neil}, 'neil@example.org', '', now())`)
  await db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), id, 1, ${neil}, 'Ein Café am Käsemarkt', now() from rooms where slug = 'tresen'`)
  await migrate(db, real)
  const find = (words: string) =>
    db.transaction(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      return tx.rows(sql`
      select text from posts where plain_words_of(text) @@ websearch_to_tsquery('german', ${words})`)
    })
  for (const words of ['cafe', 'kasemarkt', 'Käsemarkt']) expect(await find(words)).toHaveLength(1)
  expect(
    await db.rows(sql`
      select indexname from pg_indexes where tablename = 'posts' and indexdef like '%words_of%'`),
  ).toEqual([{ indexname: 'posts_plain_found' }])
})
