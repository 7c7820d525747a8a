import { expect, test } from 'vitest'
import { sql, type Query } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/database/events.ts'
import { endLines } from '#testing/club/database/away.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'
import { readRange } from '#server/features/posts/posts.queries.ts'
import { getPostCache, type CachedPage } from './roomCache.ts'

const KEPT = 120

/** What a process remembers of a room, and what it asks the database meanwhile. */
async function openMemory() {
  const salon = await openLounge()
  const { club, room } = salon
  const { db, bus } = club.app
  const seen = { questions: 0, brought: 0, meanwhile: async () => {} }
  const row = async <T>(query: Query) => {
    seen.questions += 1
    const { meanwhile } = seen
    const found = await db.row<T & { posts?: unknown[] }>(query)
    seen.brought = found?.posts?.length ?? 0
    await meanwhile()
    return found
  }
  // the first who asks decides what it asks
  const cache = getPostCache({ bus, db: { ...db, row } })
  const mia = await salon.guest({ username: 'Mia' })
  let last = 0
  const insert = async (count: number) => {
    await db.run(sql`
      insert into posts (id, room_id, user_id, text, number, created_at)
      select id, ${room.id}, ${mia.userId}, 'hello', ${last}::bigint + at, now()
      from unnest(${Array.from({ length: count }, () => uuid())}::uuid[]) with ordinality as given (id, at)`)
    last += count
    await db.run(sql`update rooms set last_number = ${last} where id = ${room.id}`)
  }
  /** A post as its writer has it. */
  const postOf = async (number: number) =>
    (await readRange(db, room.id, number - 1, number)).posts[0]!
  return {
    ...salon,
    cache,
    mia,
    seen,
    insert,
    postOf,
    /** This process stored the post that has this number. */
    append: async (number: number) => {
      const stored = await postOf(number)
      cache.append(room.id, stored, bus.age)
    },
    /** Somebody asks, and the database has answered, but that is not heard before they go on. */
    askSlowly: async () => {
      const [answered, notified] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      seen.meanwhile = () => {
        answered.resolve()
        return notified.promise
      }
      const page = cache.readNewest(room.id)
      seen.meanwhile = async () => {}
      await answered.promise
      return { page, goOn: () => notified.resolve() }
    },
    /** Posts another process stored and told of. */
    hear: async (count: number) => {
      await insert(count)
      await publish(db, { kind: 'post', roomId: room.id, number: last })
      await bus.flush()
    },
    tell: async (event: Parameters<typeof publish>[1]) => {
      await publish(db, event)
      await bus.flush()
    },
    /** The questions it took, and what came of them. */
    read: async () => {
      seen.questions = 0
      const page = await cache.readNewest(room.id)
      return [seen.questions, span(page)] as const
    },
    between: async (after: number, upTo: number) => {
      seen.questions = 0
      const posts = await cache.readBetween(room.id, after, upTo)
      return [seen.questions, posts.map(({ number }) => number)] as const
    },
  }
}

const span = ({ from, upTo, posts }: CachedPage) => ({ from, upTo, count: posts.length })

test('what was read once is cached, and only newly announced posts are read', async () => {
  await using memory = await openMemory()
  const { read, hear, seen } = memory
  expect(await read()).toEqual([1, { from: 1, upTo: 0, count: 0 }])
  expect(await read()).toEqual([0, { from: 1, upTo: 0, count: 0 }])
  await hear(KEPT - 1)
  expect(await read()).toEqual([1, { from: 1, upTo: 119, count: 119 }])
  await hear(1)
  expect(await read()).toEqual([1, { from: 1, upTo: 120, count: 120 }])
  expect(seen.brought).toBe(1)
  expect(await read()).toEqual([0, { from: 1, upTo: 120, count: 120 }])
  await hear(KEPT)
  expect(await read()).toEqual([1, { from: 121, upTo: 240, count: 120 }])
  expect(seen.brought).toBe(KEPT)
  // more than is kept is not what came since, but the newest of it
  await hear(KEPT + 1)
  expect(await read()).toEqual([1, { from: 242, upTo: 361, count: 120 }])
  expect(seen.brought).toBe(KEPT)
  await hear(2)
  expect(await read()).toEqual([1, { from: 244, upTo: 363, count: 120 }])
  expect(seen.brought).toBe(2)
  expect(await read()).toEqual([0, { from: 244, upTo: 363, count: 120 }])
})

test('what somebody missed comes from memory as far as that goes back, and else is read', async () => {
  await using memory = await openMemory()
  const { read, hear, insert, between } = memory
  await hear(KEPT + 5)
  expect(await read()).toEqual([1, { from: 6, upTo: 125, count: 120 }])
  expect((await between(5, 8))[0]).toBe(0)
  expect(await between(5, 8)).toEqual([0, [8, 7, 6]])
  expect(await between(4, 7)).toEqual([1, [7, 6, 5]])
  expect(await between(125, 125)).toEqual([0, []])
  // a request for it comes after its event
  await insert(1)
  expect(await between(125, 126)).toEqual([1, [126]])
  await using other = await openMemory()
  expect(await other.cache.readBetween(uuid(), 0, 3)).toEqual([])
})

test('a change of a room, of an author in it, or of what everybody sees, is read again', async () => {
  await using memory = await openMemory()
  const { cache, club, room, mia, read, hear, tell, seen } = memory
  await hear(3)
  await read()
  const again = async (event: Parameters<typeof tell>[0]) => {
    await tell(event)
    return (await read())[0]
  }
  expect(await again({ kind: 'posts_changed', roomId: uuid() })).toBe(0)
  expect(await again({ kind: 'posts_changed', roomId: room.id })).toBe(1)
  expect(await again({ kind: 'room_changed', roomId: room.id })).toBe(1)
  expect(await again({ kind: 'sight_changed' })).toBe(1)
  expect(await again({ kind: 'member_changed', userId: uuid() })).toBe(0)
  expect(await again({ kind: 'member_changed', userId: mia.userId })).toBe(1)
  expect((await read())[0]).toBe(0)
  // and everywhere, also where nothing is known at that moment
  const other = await club.room()
  await club.db.run(sql`
    insert into posts (id, room_id, user_id, text, number, created_at)
    values (gen_random_uuid(), ${other.id}, ${mia.userId}, 'hello', 1, now())`)
  await club.db.run(sql`update rooms set last_number = 1 where id = ${other.id}`)
  await cache.readNewest(other.id)
  await tell({ kind: 'posts_changed', roomId: room.id })
  await tell({ kind: 'member_changed', userId: mia.userId })
  seen.questions = 0
  await cache.readNewest(other.id)
  expect(seen.questions).toBe(1)
})

test('what this process stored itself is known without a question, in its place alone', async () => {
  await using memory = await openMemory()
  const { mia, post, read, insert } = memory
  await read()
  const { questions } = memory.seen
  const say = async (text: string) => {
    const done = await post(mia, { text })
    if (!done.ok) throw new Error(done.code)
    return done.answer.number
  }
  expect(await say('one')).toBe(1)
  expect(await say('two')).toBe(2)
  expect(memory.seen.questions).toBe(questions)
  expect(await read()).toEqual([0, { from: 1, upTo: 2, count: 2 }])
  // something came in between of which nothing was heard yet
  memory.seen.questions = 0
  await insert(0)
  await memory.club.db.run(sql`update rooms set last_number = 3`)
  expect(await say('four')).toBe(4)
  expect(await read()).toEqual([1, { from: 1, upTo: 4, count: 3 }])
})

test('what this process stored is never missing, also where what came before is not known', async () => {
  await using memory = await openMemory()
  const { room, read, insert, append, tell } = memory
  await read()
  await insert(2)
  // another process stored the first, of which nothing was heard yet
  await append(2)
  expect(await read()).toEqual([1, { from: 1, upTo: 2, count: 2 }])
  await tell({ kind: 'posts_changed', roomId: room.id })
  await insert(1)
  await append(3)
  expect(await read()).toEqual([1, { from: 1, upTo: 3, count: 3 }])
})

test('a late event takes back nothing that came before', async () => {
  await using memory = await openMemory()
  const { cache, room, read, insert } = memory
  await read()
  await insert(2)
  for (const number of [2, 1]) cache.noteLatest(room.id, number)
  expect(await read()).toEqual([1, { from: 1, upTo: 2, count: 2 }])
})

test('what was announced while it is stored here is not asked for, but known in a moment', async () => {
  await using memory = await openMemory()
  const { cache, club, room, read, hear, insert, postOf, seen } = memory
  await hear(2)
  await read()
  await insert(1)
  const stored = await postOf(3)
  const [refused, storing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  cache.awaitWrite(room.id, storing.promise)
  cache.awaitWrite(room.id, refused.promise)
  refused.reject(new Error('not stored'))
  cache.noteLatest(room.id, 3)
  seen.questions = 0
  const page = cache.readNewest(room.id)
  // without waiting the query would have been made by now
  for (let steps = 0; steps < 20; steps += 1) await Promise.resolve()
  cache.append(room.id, stored, club.app.bus.age)
  storing.resolve()
  expect(span(await page)).toEqual({ from: 1, upTo: 3, count: 3 })
  expect(seen.questions).toBe(0)
})

test('once all was stored here nobody waits for it any more', async () => {
  await using memory = await openMemory()
  const { cache, room, read, hear, seen } = memory
  await hear(2)
  await read()
  const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  cache.awaitWrite(room.id, first.promise)
  cache.awaitWrite(room.id, last.promise)
  first.resolve()
  last.resolve()
  await hear(1)
  seen.questions = 0
  const page = cache.readNewest(room.id)
  expect(seen.questions).toBe(1)
  expect(span(await page)).toEqual({ from: 1, upTo: 3, count: 3 })
})

test('what takes long to be stored here keeps nobody from what others said', async () => {
  await using memory = await openMemory()
  const { cache, room, read, hear, tell, seen } = memory
  await hear(2)
  await read()
  cache.awaitWrite(room.id, new Promise(() => {}))
  await hear(1)
  expect(await read()).toEqual([1, { from: 1, upTo: 3, count: 3 }])
  // where nothing is known it would be of no use to wait
  await tell({ kind: 'posts_changed', roomId: room.id })
  seen.questions = 0
  const page = cache.readNewest(room.id)
  expect(seen.questions).toBe(1)
  expect(span(await page)).toEqual({ from: 1, upTo: 3, count: 3 })
})

test('a request after an announcement gets the new post, though a read from before it is still running', async () => {
  await using memory = await openMemory()
  const { cache, room, read, hear, askSlowly } = memory
  await hear(2)
  const first = await askSlowly()
  await hear(1)
  const later = cache.readNewest(room.id)
  first.goOn()
  expect(span(await first.page)).toEqual({ from: 1, upTo: 2, count: 2 })
  expect(span(await later)).toEqual({ from: 1, upTo: 3, count: 3 })
  expect(await read()).toEqual([0, { from: 1, upTo: 3, count: 3 }])
})

test('those who asked before a change share its answer, and leave the next question to who comes after', async () => {
  await using memory = await openMemory()
  const { cache, room, read, hear, tell, seen, askSlowly } = memory
  await read()
  await hear(2)
  seen.questions = 0
  const first = await askSlowly()
  const second = cache.readNewest(room.id)
  await tell({ kind: 'posts_changed', roomId: room.id })
  first.goOn()
  for (const page of [first.page, second])
    expect(span(await page)).toEqual({ from: 1, upTo: 2, count: 2 })
  expect(seen.questions).toBe(1)
  expect((await read())[0]).toBe(1)

  await tell({ kind: 'posts_changed', roomId: room.id })
  seen.questions = 0
  const late = await askSlowly()
  await tell({ kind: 'posts_changed', roomId: room.id })
  const next = await askSlowly()
  late.goOn()
  await late.page
  const shared = cache.readNewest(room.id)
  next.goOn()
  expect(await shared).toBe(await next.page)
  expect(seen.questions).toBe(2)
})

test('what this process stored while somebody read is not forgotten for what they read', async () => {
  await using memory = await openMemory()
  const { cache, room, read, hear, insert, append, askSlowly } = memory
  await hear(2)
  await read()
  await insert(1)
  cache.noteLatest(room.id, 3)
  const slow = await askSlowly()
  await insert(1)
  for (const number of [3, 4]) await append(number)
  slow.goOn()
  expect(span(await slow.page)).toEqual({ from: 1, upTo: 3, count: 3 })
  expect(await read()).toEqual([0, { from: 1, upTo: 4, count: 4 }])
})

test('an answer from before a change is good for who waits, and is not kept', async () => {
  await using memory = await openMemory()
  const { room, read, hear, tell, seen } = memory
  await hear(2)
  seen.meanwhile = async () => {
    seen.meanwhile = async () => {}
    await tell({ kind: 'posts_changed', roomId: room.id })
  }
  expect(await read()).toEqual([1, { from: 1, upTo: 2, count: 2 }])
  expect((await read())[0]).toBe(1)
  expect((await read())[0]).toBe(0)
})

test('requests at once share a query, and one after a change makes another', async () => {
  await using memory = await openMemory()
  const { cache, room, hear, tell, seen } = memory
  await hear(2)
  const gate = Promise.withResolvers<void>()
  seen.questions = 0
  seen.meanwhile = () => gate.promise
  const first = [cache.readNewest(room.id), cache.readNewest(room.id)]
  await tell({ kind: 'posts_changed', roomId: room.id })
  const later = cache.readNewest(room.id)
  gate.resolve()
  expect((await Promise.all([...first, later])).map(span)).toEqual(
    [1, 2, 3].map(() => ({ from: 1, upTo: 2, count: 2 })),
  )
  expect(seen.questions).toBe(2)
})

test('what was announced and is not there is waited for by nobody, and what was known goes with it', async () => {
  await using memory = await openMemory()
  const { club, room, read, hear, tell } = memory
  await hear(5)
  await read()
  await tell({ kind: 'post', roomId: room.id, number: 9 })
  expect(await read()).toEqual([1, { from: 1, upTo: 5, count: 5 }])
  expect((await read())[0]).toBe(0)
  // the database went back
  await club.db.run(sql`update rooms set last_number = 3`)
  await tell({ kind: 'post', roomId: room.id, number: 7 })
  expect((await read())[1]).toEqual({ from: 1, upTo: 3, count: 3 })
})

test('what is announced while somebody finds nothing is looked for by the next', async () => {
  await using memory = await openMemory()
  const { room, read, hear, insert, tell, askSlowly } = memory
  await hear(5)
  await read()
  await tell({ kind: 'post', roomId: room.id, number: 7 })
  const slow = await askSlowly()
  await insert(3)
  await tell({ kind: 'post', roomId: room.id, number: 8 })
  slow.goOn()
  expect(span(await slow.page)).toEqual({ from: 1, upTo: 5, count: 5 })
  expect(await read()).toEqual([1, { from: 1, upTo: 8, count: 8 }])
})

test('while events cannot be received, the cache is not used', async () => {
  await using memory = await openMemory()
  const { club, read, hear, seen } = memory
  await hear(3)
  await read()
  club.app.bus.isConnected = false
  for (let times = 0; times < 2; times += 1) {
    expect(await read()).toEqual([1, { from: 1, upTo: 3, count: 3 }])
    expect(seen.brought).toBe(3)
  }
  club.app.bus.isConnected = true
})

test('after the listening connection was lost, all is read again', async () => {
  await using memory = await openMemory()
  const { club, read, hear } = memory
  await hear(2)
  await read()
  await endLines(club)
  await expect.poll(() => club.app.bus.isReceiving).toBe(true)
  expect((await read())[0]).toBe(1)
  expect((await read())[0]).toBe(0)
})
