import { expect, test } from 'vitest'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { setForgetting } from '#contract/tables/tables.ts'
import { sql } from '#server/platform/database/database.ts'
import { openTableForTwo, readWords, rise, say, sit, waveBoth } from '#testing/fixtures/tables.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { downloadCopy, linkToCopy, take, unzip } from '#testing/privacy/exports.ts'
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

test('words that nothing opens any more keep nobody from the rest of their copy', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId, 'first')
  await say(club, mia, tableId, 'second')
  await club.db.run(sql`update table_messages set sealed = '\\x00' where number = 1`)
  expect((await copyOf(club, mia)).words).toEqual([null, 'second'])
})

test.each([
  ['suspended', (club: Club, userId: string) => suspend(club.db, userId, '2999-01-01')],
  ['restricted', (club: Club, userId: string) => restrict(club, { userId })],
  [
    'hidden',
    async (club: Club, _: string, who: TestMember) =>
      void (await club.call(who, setHidden, { body: { isHidden: true } })),
  ],
] as const)('the copy of a member who is %s has all of theirs', async (_, become) => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId, 'first')
  await say(club, mia, tableId, 'second')
  const photoId = await insertPhoto(club, mia.userId)
  await become(club, mia.userId, mia)
  const { words } = await copyOf(club, mia)
  expect(words).toEqual(['first', 'second'])
  const copy = await take(club, mia, await linkToCopy(club, mia))
  const names = [...(await unzip(Buffer.from(await copy.arrayBuffer()))).keys()]
  expect(names.filter((name) => name.includes(photoId))).toHaveLength(2)
})
