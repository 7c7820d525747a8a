import { expect, test } from 'vitest'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { uuid } from '#testing/random.ts'
import { audit, verifyAudit } from './audit.ts'
import { openDatabase, raw, sql, type Database, type Query } from './database.ts'

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
  owner.begin(async (tx) => {
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
  const undone = log.app.begin(async (tx) => {
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
