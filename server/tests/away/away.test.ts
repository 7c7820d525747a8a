import { expect, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { SERVING_LOCK } from '#server/platform/database/database.listening.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { findCluster } from '#testing/club/database/cluster.ts'
import { letPass } from '#testing/club/clocks.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { uuid } from '#testing/random.ts'

/** What a member does all day, at a server whose lines are its own. */
async function openDay() {
  const club = await openClub({ config: { limitsFactor: 100 } })
  const [mia, room] = [await club.member(), await club.room()]
  await club.join(mia, room)
  const { url, app } = await club.secondServer()
  const params = { slug: room.slug }
  const file = await photo()
  const acts = {
    post: (id = uuid()) =>
      club.call(mia, createPost, { params, body: { id, text: 'good evening' } }, { url }),
    upload: () => club.call(mia, addPhoto, { file }, { url }),
    logIn: () =>
      club.call(null, logIn, { body: { email: mia.email, password: PASSWORD } }, { url }),
  }
  return {
    ...acts,
    club,
    app,
    mia,
    url,
    read: () => club.call(mia, listPosts, { params, query: {} }, { url }),
    ready: async () => (await fetch(`${url}/readyz`)).status,
    /** Everything that writes is put off, and says until when. */
    async expectPutOff() {
      for (const [name, act] of Object.entries(acts)) {
        const answer = await act()
        expect([name, answer]).toMatchObject([name, { status: 503, code: 'unavailable' }])
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      }
    },
    async expectBack() {
      await expect.poll(async () => (await acts.post()).ok, { timeout: 10_000 }).toBe(true)
      for (const act of Object.values(acts))
        await expect.poll(async () => (await act()).ok, { timeout: 10_000 }).toBe(true)
      // what was refused to one call counts for ten seconds
      letPass(10_000)
      await expect.poll(this.ready).toBe(200)
    },
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

const nameOf = ({ databaseUrl }: Club) => new URL(databaseUrl).pathname.slice(1)

/** Ends all lines of the club's role, those of the listening too. */
const endLines = (club: Club) =>
  asOwner(
    club,
    (role) => `begin read write; select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and usename = '${role.replaceAll('"', '')}'; commit`,
  )

const endListening = ({ db }: Club) =>
  db.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '% listening'`)

function openBeside() {
  const owner = openDatabase(findCluster().ownerUrl, { max: 1 })
  return Object.assign(owner, { [Symbol.asyncDispose]: () => owner.end() })
}

const forget = (club: Club, name: string) =>
  asOwner(club, () => `begin read write; alter database ${name} reset all; commit`)

test('in a database that only reads all that writes is put off, a job waits, and afterwards it goes on by itself', async () => {
  await using day = await openDay()
  const { club, app, mia, url } = day
  const reset = { body: { email: mia.email } }
  expect(await club.call(null, requestPasswordReset, reset, { url })).toMatchObject({ ok: true })
  await asOwner(club, () => `alter database ${nameOf(club)} set default_transaction_read_only = on`)
  try {
    await endLines(club)
    await expect.poll(async () => (await day.read()).ok).toBe(true)
    await day.expectPutOff()
    expect(await day.ready()).toBe(503)
    await expect(app.jobs.drain()).rejects.toMatchObject({ code: '25006' })
  } finally {
    await forget(club, nameOf(club))
  }
  // which keeps read-only connections from the next test on this database
  await asOwner(club, () => 'create table changed ()')
  // nobody ends the read-only connections: a query that meets one drops it
  await day.expectBack()
  await app.jobs.drain()
  expect((await club.mails()).filter(({ to }) => to === mia.email)).toHaveLength(1)
})

test.each([
  ['53100', 'could not extend file'],
  ['53200', 'out of memory'],
  ['58030', 'could not read block'],
  ['40001', 'could not serialize access'],
  ['40P01', 'deadlock detected'],
  ['54000', 'too many notifications in the NOTIFY queue'],
] as const)('whatever answers %s is put off, and goes on when it is over', async (code, words) => {
  await using day = await openDay()
  const { club } = day
  const each = (act: (table: string) => string) =>
    ['posts', 'sessions', 'log_ins', 'profiles', 'attempts'].map(act).join('; ')
  await asOwner(
    club,
    () => `create function lacking() returns trigger language plpgsql as $$ begin
      raise exception '${words}' using errcode = '${code}'; end $$;
      ${each((table) => `create trigger lacking before insert or update on ${table} execute function lacking()`)}`,
  )
  await day.expectPutOff()
  expect(await day.read()).toMatchObject({ ok: true })
  await asOwner(club, () => each((table) => `drop trigger lacking on ${table}`))
  await day.expectBack()
})

test('a database that takes no more connections puts everything off, reads too, and takes them again', async () => {
  await using day = await openDay()
  const name = nameOf(day.club)
  // from beside it: the owner is let in no more either
  await using owner = openBeside()
  await owner.script(`alter database ${name} connection limit 0`)
  try {
    await owner.script(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = '${name}' and usename = '${new URL(day.club.databaseUrl).username}'`,
    )
    await expect.poll(async () => (await day.read()).status).toBe(503)
    await day.expectPutOff()
    await expect.poll(day.ready).toBe(503)
  } finally {
    await owner.script(`alter database ${name} connection limit -1`)
  }
  await day.expectBack()
})

test('a post whose statement was in somebody’s way, and was overtaken after it, goes through with its third try', async () => {
  await using day = await openDay()
  await asOwner(
    day.club,
    (role) => `create sequence tries; grant usage on sequence tries to ${role};
      create function first_two_fail() returns trigger language plpgsql as $$ begin
        if nextval('tries') % 3 <> 0 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return null; end $$;
      create trigger first_fails before insert on posts execute function first_two_fail()`,
  )
  const id = uuid()
  expect(await day.post(id)).toMatchObject({ ok: true, answer: { id, number: 1 } })
  expect(await day.post(id)).toMatchObject({ ok: true, answer: { id, number: 1 } })
})

test('of two that wait for each other the statement is tried again, and the transaction is not', async () => {
  await using club = await openClub()
  const [mia, ben] = [await club.member(), await club.member()]
  const [one, two] = [mia.userId, ben.userId].sort()
  const touch = (id: string) => sql`update users set last_seen_on = null where id = ${id}`
  const other = openDatabase(club.databaseUrl, { max: 1 })
  const both = sql`
    with first as (update users set last_seen_on = null where id = ${one!} returning id)
    update users set last_seen_on = null from first where users.id = ${two!}`
  let waiting: Promise<number> | undefined
  const held = other.transaction(async (tx) => {
    await tx.run(touch(two!))
    waiting = club.app.db.run(both)
    await untilSomebodyWaits(club, 1)
    await tx.run(touch(one!))
  })
  // whichever PostgreSQL picks as the victim: the statement succeeds, the transaction may throw
  const [transaction] = await Promise.allSettled([held])
  expect(transaction.status === 'rejected' ? transaction.reason : { code: '40P01' }).toMatchObject({
    code: '40P01',
  })
  expect(await waiting).toBe(1)
  await other.end()
})

test('a process to which no news come looks for them by itself, and says so', async () => {
  await using day = await openDay()
  const { club, mia, url } = day
  const stream = await club.follow(mia, url)
  await stream.next('ready')
  const holder = openDatabase(club.databaseUrl, { max: 1 })
  const over = Promise.withResolvers<void>()
  // while it is held exclusively nobody can listen
  const held = holder.transaction(async (tx) => {
    const had = tx.run(sql`select pg_advisory_xact_lock(${SERVING_LOCK})`)
    await untilSomebodyWaits(club)
    await endListening(club)
    await had
    await over.promise
  })
  await expect.poll(() => day.app.bus.isReceiving).toBe(false)
  expect(await day.post()).toMatchObject({ ok: true })
  const before = stream.events.length
  letPass(10_000)
  await expect
    .poll(() => stream.events.slice(before))
    .toContainEqual(
      expect.objectContaining({ type: 'ready', rooms: [expect.objectContaining({ latest: 1 })] }),
    )
  const answer = await fetch(`${url}/readyz`)
  expect(await answer.json()).toEqual({
    ready: true,
    warnings: ['the line to the database on which news come is down, so they come late'],
  })
  over.resolve()
  await held
  await expect.poll(() => day.app.bus.isReceiving).toBe(true)
  expect(await day.post()).toMatchObject({ ok: true })
  expect(await stream.next('post')).toMatchObject({ number: 2 })
  await holder.end()
})
