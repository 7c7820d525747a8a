import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Query } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { SessionCache } from './sessionCache.ts'

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
    const asked = await ask()
    expect(asked).toBeLessThanOrEqual(1)
    renewed += asked
    // nobody waits for an answer, which needs a moment to come
    await setImmediate()
  }
  expect(await ask()).toBe(0)
  club.clock.advance({ seconds: 61 })
  expect(await ask()).toBe(40)
})
