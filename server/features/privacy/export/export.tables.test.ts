import { expect, test } from 'vitest'
import { setForgetting } from '#contract/tables/tables.ts'
import { openTableForTwo, readWords, rise, say, sit, waveBoth } from '#testing/fixtures/tables.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const NOW = '2026-05-04T20:00:00.000Z'

/** What a copy of somebody's data has of tables, before the hour's job comes by. */
async function copyOf(club: Club, who: TestMember) {
  const { json, text } = await downloadCopy(club, { ...who, ...(await club.session(who)) })
  const data = json.data as Record<string, { items: Record<string, unknown>[] }>
  const { tables, seats, table_messages: messages, table_refusals: refusals } = data
  return {
    text,
    words: messages!.items.map((item) => item['text']),
    counts: [tables, seats, refusals].map((part) => part!.items.length),
  }
}

test('words that two let go are in no copy once they cannot be read, swept away or not yet', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId, 'first')
  await say(club, mia, tableId, 'second')
  for (const who of [mia, ben])
    await club.call(who, setForgetting, { params: { tableId }, body: { isWanted: true } })
  expect((await copyOf(club, mia)).words).toEqual(['first', 'second'])
  club.clock.advance({ hours: 23 })
  await say(club, ben, tableId, 'third')
  club.clock.advance({ hours: 1, minutes: 1 })
  expect(await readWords(club, await club.session(mia), tableId)).toEqual(['third'])
  for (const who of [mia, ben]) {
    const { words, text } = await copyOf(club, who)
    expect(words).toEqual(['third'])
    expect(text).not.toContain('second')
  }
})

test('a table whose time is over is in no copy, swept away or not yet', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, eve, tableId } = opened
  await say(club, ben, tableId, 'first')
  await rise(club, ben, tableId)
  await waveBoth(club, mia, eve)
  await sit(club, mia, eve)
  expect(await copyOf(club, mia)).toMatchObject({ words: ['first'], counts: [2, 2, 0] })
  club.clock.advance({ days: 30, minutes: 1 })
  expect(await copyOf(club, mia)).toMatchObject({ words: [], counts: [0, 0, 0] })
})
