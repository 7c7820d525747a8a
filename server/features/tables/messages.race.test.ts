import { expect, test } from 'vitest'
import { createTableMessage } from '#contract/tables/messages.ts'
import { sql } from '#server/platform/database/database.ts'
import { openTableForTwo, rise, seatBoth, trySaying } from '#testing/fixtures/tables.ts'
import { listNumbers } from '#testing/fixtures/listening.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-01T20:00:00.000Z'

test('messages that come together at several tables and servers are each stored once, without gaps, and nobody waits for ever', async () => {
  await using opened = await openTableForTwo({ now: NOW, config: { limitsFactor: 1000 } })
  const { club, mia, ben, eve, tableId } = opened
  const second = await club.secondServer()
  const tables = [tableId, await seatBoth(club, ben, eve), await seatBoth(club, eve, mia)] as const
  const turns = [
    [mia, tables[0]],
    [ben, tables[0]],
    [ben, tables[1]],
    [eve, tables[1]],
    [eve, tables[2]],
    [mia, tables[2]],
  ] as const
  const sent = await Promise.all(
    listNumbers(1, 120).map(async (n) => {
      const [who, table] = turns[n % turns.length]!
      const text = `${who.username} ${n}`
      const request = { params: { tableId: table }, body: { id: uuid(), text } }
      const response = await club.call(who, createTableMessage, request, {
        url: n % 2 ? club.url : second.url,
      })
      return (
        response.ok && response.answer.text === text && response.answer.author.id === who.userId
      )
    }),
  )
  expect(sent).toEqual(listNumbers(1, 120).map(() => true))
  for (const table of tables) {
    const rows = await club.db.rows<{ number: number }>(
      sql`select number from table_messages where table_id = ${table} order by number`,
    )
    expect(rows.map(({ number }) => number)).toEqual(listNumbers(1, 40))
  }
  const { deadlocks } = (await club.db.row<{ deadlocks: number }>(sql`
    select deadlocks from pg_stat_database where datname = current_database()`))!
  expect(deadlocks).toBe(0)
})

test('of those that come together one that may not be stored is refused alone', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, eve, tableId } = opened
  const [withBen, withMia] = [await seatBoth(club, eve, ben), await seatBoth(club, eve, mia)]
  await rise(club, eve, withBen)
  const sent = await Promise.all([
    trySaying(club, mia, tableId, 'to Ben'),
    trySaying(club, ben, withBen, 'to nobody'),
    trySaying(club, eve, withMia, 'to Mia'),
  ])
  expect(sent.map((one) => (one.ok ? one.answer.text : one.code))).toEqual([
    'to Ben',
    'table_ended',
    'to Mia',
  ])
})
