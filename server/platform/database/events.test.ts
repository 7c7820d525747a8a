import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { setLanguage } from '#contract/accounts/auth.ts'
import { openClub } from '#testing/club/club.ts'
import { sql } from './database.ts'

test('what was done is said to be done, though no connection is left for its echo', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { db } = club.app
  const { pool } = db
  const crowd: Promise<PoolClient>[] = []
  const said = await db
    .transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for update`)
      const asked = club.call(mia, setLanguage, { body: { language: 'de' } })
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => db.run(waiting)).toBe(1)
      // a crowd that takes every other connection, and those that are given back
      while (crowd.length < pool.options.max) crowd.push(pool.connect())
      await expect.poll(() => pool.waitingCount).toBe(2)
      return { asked }
    })
    .then(({ asked }) => asked)
  for (const one of await Promise.allSettled(crowd))
    if (one.status === 'fulfilled') one.value.release()
  expect(said).toMatchObject({ ok: true })
})
