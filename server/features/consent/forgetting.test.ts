import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { now, uuid } from '#testing/random.ts'
import { forgetConsents } from './consent.service.ts'

const ago = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString()
const YEARS = 3 * 365

/** Says something at a time, given in days before now. */
const decide = (club: Club, userId: string, isGiven: boolean, days: number) =>
  club.db.run(sql`
    insert into consent_ledger (user_id, document, version, is_given, method, at)
    values (${userId}, 'content', '1.0.0', ${isGiven}, 'checkbox', ${ago(days)})`)

const left = async ({ db }: Club, userId: string) => {
  const rows = await db.rows<{ isGiven: boolean }>(
    sql`select is_given from consent_ledger where user_id = ${userId} order by id`,
  )
  return rows.map(({ isGiven }) => isGiven)
}

test('a proof is kept for three years after it ceased to count, and while it counts', async () => {
  await using club = await openClub()
  const [lives, over, justOver, again] = Array.from({ length: 4 }, () => uuid())
  await decide(club, lives!, true, 2 * YEARS)
  await decide(club, over!, true, 2 * YEARS)
  await decide(club, over!, false, YEARS + 2)
  await decide(club, justOver!, true, 2 * YEARS)
  await decide(club, justOver!, false, YEARS - 2)
  for (const [isGiven, days] of [
    [true, 2 * YEARS],
    [false, 2 * YEARS - 1],
    [true, YEARS - 5],
    [false, 3],
  ] as const)
    await decide(club, again!, isGiven, days)

  expect(await forgetConsents(club.app)).toEqual({ consents: 4 })
  expect(await left(club, lives!)).toEqual([true])
  expect(await left(club, over!)).toEqual([])
  expect(await left(club, justOver!)).toEqual([true, false])
  expect(await left(club, again!)).toEqual([true, false])
  expect(await forgetConsents(club.app)).toEqual({ consents: 0 })
})

test('what was decided in the cookie banner goes after three years', async () => {
  await using club = await openClub()
  for (const days of [YEARS + 2, YEARS - 2, 0])
    await club.db.run(sql`
      insert into consent_log (created_at, session_id, analytics_consent, marketing_consent,
        method, policy_version, banner_text_sha256, language)
      values (${ago(days)}, ${uuid()}, false, false, 'close', '1.0.0',
        ${Buffer.alloc(32)}, 'de')`)
  expect(await forgetConsents(club.app)).toEqual({ consents: 1 })
  expect(await club.db.rows(sql`select from consent_log`)).toHaveLength(2)
})

test('a clock gone wrong takes out nothing that is younger', async () => {
  await using club = await openClub({ now: '2999-01-01T00:00:00Z' })
  const mia = await club.member()
  await decide(club, mia.userId, false, YEARS - 2)
  await decide(club, mia.userId, true, 0)
  expect(await forgetConsents(club.app)).toEqual({ consents: 0 })
})
