import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { openClub } from '#testing/club/club.ts'
import { openWay } from '#testing/club/database/way.ts'
import { openDatabase, sql } from './database.ts'
import { EventBus, publish } from './events.ts'

test('what was done is said to be done, though no connection is left to ask on', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { db } = club.app
  const { pool } = db
  const crowd: Promise<PoolClient>[] = []
  const response = await db
    .transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for update`)
      const request = club.call(mia, setLanguage, { body: { language: 'de' } })
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => db.run(waiting)).toBe(1)
      // a crowd that takes every other connection, and those that are given back
      while (crowd.length < pool.options.max) crowd.push(pool.connect())
      await expect.poll(() => pool.waitingCount).toBe(2)
      return { request }
    })
    .then(({ request }) => request)
  for (const one of await Promise.allSettled(crowd))
    if (one.status === 'fulfilled') one.value.release()
  expect(response).toMatchObject({ ok: true })
})

test('after `flush` every event committed before it was received, however late it comes', async () => {
  await using club = await openClub()
  const answers: { hold(): void; letGo(): void }[] = []
  const way = await openWay(club.databaseUrl, (near, goOn) => {
    const far = near.pipe(goOn())
    far.pipe(near)
    answers.push({ hold: () => void far.unpipe().pause(), letGo: () => void far.pipe(near) })
  })
  const db = openDatabase(way.url, { max: 1 })
  const bus = new EventBus()
  await bus.start(db)
  try {
    for (let count = 1; count <= 5; count += 1) {
      for (const line of answers) line.hold()
      await publish(club.app.db, { kind: 'settings_changed' })
      const flushes = Promise.all([bus.flush(), bus.flush()])
      for (const line of answers) line.letGo()
      await flushes
      expect(bus.received.get('settings_changed')).toBe(count)
    }
  } finally {
    await bus.stop()
    await db.end()
  }
})

test('a change is published exactly once', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await club.app.bus.flush()
  const kinds: string[] = []
  const line = await club.app.db.listen('club', {
    onNotice: (payload) => void kinds.push(JSON.parse(payload).kind),
    again() {},
  })
  try {
    expect(await club.call(mia, setLanguage, { body: { language: 'de' } })).toMatchObject({
      ok: true,
    })
    // told before this is answered
    await line.sql.run(sql`select`)
    // who is there is asked at a start, whenever that is heard
    expect(kinds.filter((kind) => kind !== 'presence_asked')).toEqual(['member_changed'])
  } finally {
    await line.stop()
  }
})
