import pino from 'pino'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { THINGS } from '#testing/privacy/retention.ts'
import { until } from '#testing/until.ts'
import { keepRetention, watchRetention } from './retention.service.ts'

test('what the figures of a year count goes once that year is kept', async () => {
  await using club = await openClub({ now: '2027-01-20T20:00:00Z' })
  const gone = await THINGS.cases(club, new Date('2025-12-15T20:00:00Z'))
  await keepRetention(club.app)
  expect(await gone()).toBe(false)
  expect(
    await club.db.row(sql`
      select figures -> 'cases' -> 'decided' as decided from year_figures where year = 2025`),
  ).toEqual({ decided: 1 })
})

test('why a rule could not be kept is told in the log', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  await asOwner(club, (role) => `revoke delete on notices from ${role}`)
  await expect(keepRetention(club.app)).rejects.toThrow('permission denied')
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      msg: 'a rule of retention could not be kept',
      err: { message: expect.stringContaining('permission denied') as string },
    },
  ])
})

test('the watcher stops when told to', async () => {
  await using club = await openClub()
  const watch = () => {
    let looks = 0
    const rows: typeof club.app.db.rows = (query) => ((looks += 1), club.app.db.rows(query))
    const stop = watchRetention({ ...club.app, db: { ...club.app.db, rows } }, 10)
    return { stop, count: () => looks }
  }
  const [one, other] = [watch(), watch()]
  await until(() => one.count() > 2)
  one.stop()
  const meanwhile = async () => {
    const before = other.count()
    await until(() => other.count() > before + 10)
    return one.count()
  }
  // what it had begun comes to its end
  const last = await meanwhile()
  expect(await meanwhile()).toBe(last)
  other.stop()
})
