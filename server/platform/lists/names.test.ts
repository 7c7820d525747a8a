import { expect, test } from 'vitest'
import { foldName } from '#contract/folding.ts'
import fc, { tries } from '#testing/property.ts'
import { openClub } from '#testing/club/club.ts'
import { sql } from '#server/platform/database/database.ts'

test('the database folds names as the browser does', async () => {
  await using club = await openClub()
  const names = fc.sample(
    fc.oneof(
      // what both have known for long: the newest letters have no case yet to the one or the other
      fc
        .string({ unit: 'grapheme', maxLength: 20 })
        .map((name) =>
          name.replace(/[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\s]|[^\0-\u9FFF]/gu, ''),
        ),
      fc.string({
        unit: fc.constantFrom(...'aÄöÜßẞéèñçøØłŁđĐæÆœŒþÞıİΣςσЙйё ́̂ǅﬁ’‘‛ʻʼ`´′″ŉ＇｀‐‑–—―−－﹣-'),
        maxLength: 12,
      }),
    ),
    tries(5_000),
  )
  const safe = names.filter((name) => !name.includes('\0') && name.isWellFormed())
  const rows = await club.db.rows<{ name: string; folded: string }>(sql`
    select name, folded(name) as folded from unnest(${safe}::text[]) as n (name)`)
  const differ = rows.filter(({ name, folded }) => foldName(name) !== folded)
  expect(differ).toEqual([])
})

test.each([
  ['RENE', 'René'],
  ['jorg', 'Jörg'],
  ['straße', 'STRASSE'],
  ['soren', 'Søren'],
  ['łukasz', 'Lukasz'],
  ['AESA', 'Æsa'],
  ['o’n', "O'Neil"],
  ["o'n", 'O´Neil'],
  ['anna‑l', 'Anna-Lena'],
  ['jan-', 'Jan–Ole'],
])('%s is a beginning of %s', (typed, name) => {
  expect(foldName(name).startsWith(foldName(typed))).toBe(true)
})
