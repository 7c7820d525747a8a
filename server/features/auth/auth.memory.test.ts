import { expect, test } from 'vitest'
import type { Query } from '#server/platform/database.ts'
import { openClub } from '#server/testing/club.ts'
import { ViewerMemory } from './auth.memory.ts'

test('whoever came at the same moment is asked for again at different ones, and believed for ten seconds at most', async () => {
  await using club = await openClub({ now: '2026-05-04T18:00:00.000Z' })
  const mia = await club.member()
  const sessions = await Promise.all(Array.from({ length: 40 }, () => club.session(mia)))
  const tokens = sessions.map(({ cookie }) => cookie.split('=')[1]!)
  let questions = 0
  const { db } = club.app
  const memory = new ViewerMemory({
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
  club.clock.advance({ seconds: 7.5 })
  const again = await ask()
  expect(again).toBeGreaterThan(0)
  expect(again).toBeLessThan(40)
  club.clock.advance({ seconds: 10 })
  expect(await ask()).toBe(40)
})
