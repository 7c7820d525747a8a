import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { currentPrice, keepPrice, setPrice } from './plans.service.ts'

test('a process with other settings on a shared database changes no price, and says so in a sentence', async () => {
  await using club = await openClub({ payments: 'house' })
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const config = { ...club.config, databaseUrl: club.databaseUrl, premiumCents: 2990 }
  const other = { ...club.app, config, log: pino(sink) }
  await keepPrice(other)
  expect((await currentPrice(club.db)).cents).toBe(1990)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(
    'PREMIUM_CENTS and VAT_PERCENT say 2990 and 19, the club sells at 1990',
  )

  // a person's word, once
  expect(await setPrice(other)).toBe(true)
  expect(await setPrice(other)).toBe(false)
  expect((await currentPrice(club.db)).cents).toBe(2990)
  await keepPrice({ ...other, config: { ...config, premiumCents: 1990 } })
  expect((await currentPrice(club.db)).cents).toBe(2990)
  expect(await club.db.rows(sql`select from plan_prices`)).toHaveLength(2)
})

test('the first process of all writes the price, also on a shared database', async () => {
  await using club = await openClub({
    config: { databaseUrl: 'postgres://shared', premiumCents: 2490 },
  })
  expect((await currentPrice(club.db)).cents).toBe(2490)
})

test('a club with a database of its own sells at what its settings say, from a start on', async () => {
  await using club = await openClub({ payments: 'house' })
  expect(club.config.databaseUrl).toBeNull()
  await keepPrice({ ...club.app, config: { ...club.config, premiumCents: 2990 } })
  expect((await currentPrice(club.db)).cents).toBe(2990)
  expect(await club.db.rows(sql`select from plan_prices`)).toHaveLength(2)
})
