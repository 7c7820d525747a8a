import { expect, test } from 'vitest'
import { createPost } from '#contract/posts/posts.ts'
import { newDatedId, newId } from './newId.ts'

const evening = Date.parse('2026-05-04T20:00:00Z')
const begin = (id: string) => id.slice(0, 13)

test('ids of one day begin alike and are all others, those of the next day follow', () => {
  const ids = Array.from({ length: 100 }, (_, n) => newDatedId(evening + n * 60_000))
  expect(new Set(ids)).toHaveLength(100)
  expect(new Set(ids.map(begin))).toEqual(new Set([begin(newDatedId(evening - 20 * 3_600_000))]))
  expect(newDatedId(evening + 4 * 3_600_000) > ids.toSorted().at(-1)!).toBe(true)
  // what stands there is the midnight before, in milliseconds
  expect(Number.parseInt(begin(ids[0]!).replace('-', ''), 16)).toBe(Date.parse('2026-05-04'))
})

test.each([newId, () => newDatedId(evening)])('the club takes them as ids', (draw) => {
  expect(createPost.body.safeParse({ id: draw(), text: 'Guten Abend.' }).success).toBe(true)
})
