import pino from 'pino'
import { expect, test } from 'vitest'
import { listRetention } from '#contract/privacy/dataRequests.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { now, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import {
  keepDaily,
  keepRetention,
  measureRetention,
  retentionWarnings,
  watchRetention,
} from './retention.service.ts'

const openStillClub = () => openClub({ now: now() })

/** A proof of some rules, each with rows that were left. */
const insertProof = async ({ app, db }: Club, left: Record<string, number>) => {
  for (const [rule, overdue] of Object.entries(left))
    await db.run(sql`
      insert into retention_runs (run, rule, at, removed, is_daily, overdue)
      values (${uuid()}, ${rule}, ${app.now().toISOString()}, 0, false, ${overdue})`)
}

test('a day’s run is due after a little less than a day', async () => {
  await using club = await openStillClub()
  await keepRetention(club.app)
  const runs = async () => (await club.db.rows(sql`select distinct run from retention_runs`)).length
  club.clock.advance({ hours: 23 })
  await keepDaily(club.app)
  expect(await runs()).toBe(1)
  club.clock.advance({ hours: 1 })
  await keepDaily(club.app)
  expect(await runs()).toBe(2)
})

test('how long ago the last run was, and what it left, is measured, told and shown', async () => {
  await using club = await openStillClub()
  await keepRetention(club.app)
  expect(await measureRetention(club.app)).toEqual({ oldestSeconds: 0, left: 0 })
  expect(await retentionWarnings(club.app)).toEqual([])
  club.clock.advance({ hours: 2 })
  await insertProof(club, { notices: 2, messages: 1 })
  expect(await measureRetention(club.app)).toEqual({ oldestSeconds: 7_200, left: 2 })
  expect(await retentionWarnings(club.app)).toEqual([
    'retention left rows past their time: messages, notices',
  ])
  const desk = await club.call(await club.member({ isAdmin: true }), listRetention, {})
  expect(desk).toMatchObject({ answer: { countedAt: club.app.now().toISOString() } })
})

test('what was removed in the last thirty days is shown, and no more', async () => {
  await using club = await openStillClub()
  const admin = await club.member({ isAdmin: true })
  await club.db.run(sql`
    insert into retention_runs (run, rule, at, removed, is_daily)
    values (${uuid()}, 'notices', ${club.app.now().toISOString()}, 3, true)`)
  const recently = async () => {
    Object.assign(admin, await club.session(admin))
    const seen = await club.call(admin, listRetention, {})
    return seen.ok && seen.answer.rules.find(({ rule }) => rule === 'notices')?.removedRecently
  }
  club.clock.advance({ days: 29 })
  expect(await recently()).toBe(3)
  club.clock.advance({ days: 2 })
  expect(await recently()).toBe(0)
})

test('the warnings say what was left, nothing where nothing was, and when nothing can be checked', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  await keepRetention(club.app)
  let looks = 0
  let isAway = false
  const rows: typeof club.app.db.rows = (query) => {
    looks += 1
    return isAway ? Promise.reject(new Error('the database is away')) : club.app.db.rows(query)
  }
  const stop = watchRetention({ ...club.app, db: { ...club.app.db, rows } }, 10)
  await until(() => looks > 6)
  expect(lines).toEqual([])
  isAway = true
  await until(() => lines.some((line) => line.includes('retention cannot be watched')))
  stop()
})
