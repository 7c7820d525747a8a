import { expect, test } from 'vitest'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { uuid } from '#testing/random.ts'
import { audit, verifyAudit } from './audit.ts'
import {
  openDatabase,
  raw,
  sql,
  type Database,
  type Query,
} from '#server/platform/database/database.ts'
import { grantToApp } from '#server/platform/database/roles.ts'

async function openLog() {
  const { url, ownerUrl, drop } = await cloneDatabase()
  const [app, owner] = [openDatabase(url), openDatabase(ownerUrl)]
  return {
    app,
    owner,
    async [Symbol.asyncDispose]() {
      await app.end()
      await owner.end()
      await drop()
    },
  }
}

const entry = {
  at: new Date('2026-05-01T20:00:00Z'),
  actorId: uuid(),
  action: 'role_granted',
} as const
const write = async (on: Database, count: number) => {
  for (let n = 0; n < count; n += 1) await audit(on, { ...entry, details: { n } })
}
/** What only somebody with the owner's key to the database could do. */
const force = (owner: Database, change: Query) =>
  owner.transaction(async (tx) => {
    await tx.run(sql`alter table audit disable trigger user`)
    await tx.run(change)
    await tx.run(sql`alter table audit enable trigger user`)
  })

test('what is done with care is written down, in order, each sealed by the one before', async () => {
  await using log = await openLog()
  expect(await verifyAudit(log.app)).toEqual({ entries: 0, head: '', tampered: null })
  await write(log.app, 5)
  const { entries, head, tampered } = await verifyAudit(log.app)
  expect({ entries, tampered }).toEqual({ entries: 5, tampered: null })
  expect(head).toMatch(/^[0-9a-f]{64}$/)
})

test('entries written at the same moment by many form one chain', async () => {
  await using log = await openLog()
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => audit(log.app, { ...entry, details: { n } })),
  )
  expect(await verifyAudit(log.app)).toMatchObject({ entries: 60, tampered: null })
})

test('an entry whose act was rolled back was never there', async () => {
  await using log = await openLog()
  await write(log.app, 1)
  const undone = log.app.transaction(async (tx) => {
    await audit(tx, entry)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await write(log.app, 1)
  expect(await verifyAudit(log.app)).toMatchObject({ entries: 2, tampered: null })
})

test.each([
  'update audit set actor_id = null',
  'delete from audit',
  'truncate audit',
  'alter table audit disable trigger all',
  'drop table audit',
  "insert into migrations (name, sha256) values ('x', 'y')",
  'create table public.mine (id int)',
])('the server itself cannot: %s', async (statement) => {
  await using log = await openLog()
  await write(log.app, 2)
  await expect(log.app.run(raw(statement) as never)).rejects.toMatchObject({ code: '42501' })
  expect(await verifyAudit(log.app)).toMatchObject({ entries: 2, tampered: null })
})

/** What an attacker with the app's role would try: their own table in the way of the owner's function. */
const MISLEADING = `
  create function pg_temp.evil() returns trigger language plpgsql as $$ begin
    execute 'alter table public.audit disable trigger user';
    execute 'delete from public.audit';
    return old; end $$;
  create temp view tombstones as
    select gen_random_uuid() user_id, '2000-01-01'::timestamptz purged_at;
  grant all on tombstones to public;
  create trigger t instead of delete on tombstones for each row execute function pg_temp.evil();`

test('functions that run as the owner are not misled by objects their caller created', async () => {
  await using log = await openLog()
  await write(log.app, 2)
  await expect(log.app.script(MISLEADING)).rejects.toMatchObject({ code: '42501' })
  // nor where somebody let the app make tables for a while
  await log.owner.script(`do $$ begin
    execute format('grant temporary on database %I to public', current_database()); end $$`)
  await log.app.transaction(async (tx) => {
    await tx.script(MISLEADING)
    await tx.run(sql`select forget_tombstones(now())`)
  })
  expect(await verifyAudit(log.app)).toMatchObject({ entries: 2, tampered: null })
})

test('whatever runs as the owner looks for its tables in temporary ones last', async () => {
  await using log = await openLog()
  const found = await log.owner.rows<{ name: string; path: string | null }>(sql`
    select proname as name, (select setting from unnest(proconfig) setting
      where setting like 'search_path=%') as path
    from pg_proc where prosecdef
      and pronamespace::regnamespace::text not in ('pg_catalog', 'testing')`)
  expect(found.length).toBeGreaterThan(0)
  for (const { name, path } of found)
    expect(path, name).toBe('search_path=pg_catalog, public, pg_temp')
})

test('a start takes back from the app whatever it was given besides', async () => {
  await using log = await openLog()
  const { role } = (await log.app.row<{ role: string }>(sql`select current_user::text as role`))!
  const mayStill = () =>
    log.app.rows(sql`
      select tablename, privilege from pg_tables,
        unnest(array['truncate', 'references', 'trigger', 'maintain']) privilege
      where schemaname = 'public' and has_table_privilege(format('public.%I', tablename), privilege)
      union all select 'database', privilege from unnest(array['create', 'temporary']) privilege
      where has_database_privilege(current_database(), privilege)
      union all select 'public', 'create' where has_schema_privilege('public', 'create')`)
  await log.owner.script(`grant all on all tables in schema public to "${role}";
    grant create on schema public to "${role}";
    do $$ begin
      execute format('grant all on database %I to public', current_database()); end $$`)
  expect(await mayStill()).not.toEqual([])
  await grantToApp(log.owner, role)
  expect(await mayStill()).toEqual([])
})

test.each([
  ['changed', sql`update audit set details = '{"n": 9}' where id = 3`, 3],
  ['given to somebody else', sql`update audit set actor_id = gen_random_uuid() where id = 2`, 2],
  ['moved in time', sql`update audit set at = at + interval '1 second' where id = 4`, 4],
  ['taken out', sql`delete from audit where id = 2`, 3],
  ['taken out at the start', sql`delete from audit where id = 1`, 2],
  [
    'slipped in',
    sql`insert into audit select 6, at, actor_id, action, subject_id, details, '\\x00', '\\x00' from audit where id = 5`,
    6,
  ],
  [
    'changed and sealed anew',
    sql`update audit a set details = '{"n": 9}', hash = audit_hash((a.id, a.at, a.actor_id, a.action, a.subject_id, '{"n": 9}', a.prev_hash, a.hash)::audit) where id = 3`,
    4,
  ],
])('the first entry that was %s is named', async (_, change, first) => {
  await using log = await openLog()
  await write(log.app, 5)
  await force(log.owner, change)
  expect(await verifyAudit(log.app)).toMatchObject({ tampered: first })
})
