import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql, type Query } from '#server/platform/database/database.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { endLines } from '#testing/club/database/away.ts'
import { SessionCache, toMark } from './sessionCache.ts'

test('who is remembered is asked for again one after the other, while they are answered, and believed for a minute at most', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const mia = await club.member()
  const sessions = await Promise.all(Array.from({ length: 40 }, () => club.session(mia)))
  const tokens = sessions.map(({ cookie }) => cookie.split('=')[1]!)
  let questions = 0
  const { db } = club.app
  const memory = new SessionCache({
    ...club.app,
    db: { ...db, row: <T>(query: Query) => ((questions += 1), db.row<T>(query)) },
  })
  const ask = async () => {
    questions = 0
    const viewers = await Promise.all(tokens.map((token) => memory.viewer(token)))
    expect(viewers.map((viewer) => viewer?.userId)).toEqual(tokens.map(() => mia.userId))
    return questions
  }

  expect(await ask()).toBe(40)
  expect(await ask()).toBe(0)
  club.clock.advance({ seconds: 45 })
  for (let renewed = 0; renewed < 40;) {
    const queries = await ask()
    expect(queries).toBeLessThanOrEqual(1)
    renewed += queries
    // nobody waits for an answer, which needs a moment to come
    await setImmediate()
  }
  expect(await ask()).toBe(0)
  club.clock.advance({ seconds: 61 })
  expect(await ask()).toBe(40)
})

/** What a process remembers, and how often it asked for it; `meanwhile` happens while an answer is on its way. */
function remembering({ app }: Club) {
  const { db } = app
  const seen = { questions: 0, meanwhile: async () => {} }
  const row = async <T>(query: Query) => {
    seen.questions += 1
    const found = await db.row<T>(query)
    await seen.meanwhile()
    return found
  }
  const memory = new SessionCache({ ...app, db: { ...db, row } })
  const viewer = ({ cookie }: { cookie: string }) => memory.viewer(cookie.split('=')[1]!)
  return { seen, viewer, memory }
}

test('a changed member is read again, and nobody else; after a room’s change everybody', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const [mia, tom] = [await club.member(), await club.member()]
  const phone = await club.session(mia)
  const room = await club.room()
  const { seen, viewer } = remembering(club)
  const all = () => Promise.all([mia, phone, tom].map(viewer))
  const countQueries = async () => {
    seen.questions = 0
    const viewers = await all()
    return [seen.questions, ...viewers.map((one) => one?.isAdmin ?? null)]
  }
  await all()
  expect(await countQueries()).toEqual([0, false, false, false])
  await club.db.run(sql`insert into user_roles values (${mia.userId}, 'admin')`)
  expect(await countQueries()).toEqual([2, true, true, false])
  await club.db.run(sql`delete from sessions where id = ${phone.sessionId}`)
  expect(await countQueries()).toEqual([1, true, null, false])
  await club.db.run(sql`update rooms set name = 'Another' where id = ${room.id}`)
  expect(await countQueries()).toEqual([3, true, null, false])
})

test('nobody is remembered beyond the end of their session, nor by a clock that was set back', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const mia = await club.member()
  await club.db.run(sql`update sessions set expires_at = '2026-05-04T18:00:20Z'`)
  const { seen, viewer } = remembering(club)
  expect(await viewer(mia)).toMatchObject({ userId: mia.userId })
  club.clock.advance({ seconds: 10 })
  expect(await viewer(mia)).toMatchObject({ userId: mia.userId })
  expect(seen.questions).toBe(1)
  club.clock.advance({ seconds: -11 })
  expect(await viewer(mia)).toMatchObject({ userId: mia.userId })
  expect(seen.questions).toBe(2)
  club.clock.set('2026-05-04T18:00:20Z')
  expect(await viewer(mia)).toBeNull()
  expect(await viewer({ cookie: 'session=made-up' })).toBeNull()
})

test('an answer from before a change is not kept', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const mia = await club.member()
  const { seen, viewer } = remembering(club)
  seen.meanwhile = async () => {
    seen.meanwhile = async () => {}
    await club.db.run(sql`insert into user_roles values (${mia.userId}, 'admin')`)
  }
  expect(await viewer(mia)).toMatchObject({ isAdmin: false })
  expect(await viewer(mia)).toMatchObject({ isAdmin: true })
})

test('after the listening connection was lost everybody is read again, and sessions that ended are forgotten', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const [mia, tom] = [await club.member(), await club.member()]
  const { seen, viewer, memory } = remembering(club)
  await Promise.all([mia, tom].map(viewer))
  await endLines(club)
  await expect.poll(() => club.app.bus.isReceiving).toBe(true)
  seen.questions = 0
  await Promise.all([mia, tom].map(viewer))
  expect(seen.questions).toBe(2)

  const mark = toMark(secretHash(mia.cookie.split('=')[1]!))
  expect(memory.has(mark)).toBe(true)
  await club.db.run(sql`update sessions set expires_at = '2026-05-04T18:00:20Z'`)
  club.clock.advance({ seconds: 60 })
  expect(await viewer(mia)).toBeNull()
  expect(memory.has(mark)).toBe(false)
})

test('half a minute on somebody is asked for again while they are answered, a minute on before', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const mia = await club.member()
  const { seen, viewer } = remembering(club)
  const isAnsweredAtOnce = async () => {
    const gate = Promise.withResolvers<void>()
    seen.meanwhile = () => gate.promise
    let isAnswered = false
    const answer = viewer(mia).then(() => (isAnswered = true))
    await setImmediate()
    const atOnce = isAnswered
    gate.resolve()
    await answer
    return atOnce
  }
  expect(await isAnsweredAtOnce()).toBe(false)
  club.clock.advance({ seconds: 30 })
  expect(await isAnsweredAtOnce()).toBe(true)
  expect(seen.questions).toBe(2)
  club.clock.advance({ seconds: 60 })
  expect(await isAnsweredAtOnce()).toBe(false)
  expect(seen.questions).toBe(3)
})
