import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { now, uuid } from '#testing/random.ts'
import { findLongestUnasked, listUnasked } from './retention.queries.ts'

test('a rule nobody asked yet is asked about from the club’s first day, also after it was updated', async () => {
  await using club = await openClub({ now: now() })
  const day = (days: number) => new Date(club.app.now().getTime() + days * DAY_MS)
  await asOwner(club, () => `update migrations set at = '${day(-9).toISOString()}'`)
  await asOwner(
    club,
    () =>
      `update migrations set at = '${day(-2).toISOString()}' where name = (select max(name) from migrations)`,
  )
  expect(await findLongestUnasked(club.db, ['notices'])).toBe(day(-9).toISOString())
  expect(await listUnasked(club.db, ['notices'], day(-5))).toEqual(['notices'])
})

test('a rule is asked as long ago as its own last run, whenever others were', async () => {
  await using club = await openClub({ now: now() })
  const day = (days: number) => new Date(club.app.now().getTime() + days * DAY_MS)
  for (const [rule, days] of [
    ['notices', 2],
    ['notices', 5],
    ['messages', 3],
  ] as const)
    await club.db.run(sql`
      insert into retention_runs (run, rule, at, removed, is_daily)
      values (${uuid()}, ${rule}, ${day(days).toISOString()}, 0, true)`)
  expect(await findLongestUnasked(club.db, ['notices'])).toBe(day(5).toISOString())
  expect(await findLongestUnasked(club.db, ['messages'])).toBe(day(3).toISOString())
})
