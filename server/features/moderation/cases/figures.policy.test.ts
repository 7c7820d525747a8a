import { expect, test } from 'vitest'
import { mergeStored } from './figures.policy.ts'

test('stored figures are shown as they were stored', () => {
  expect(mergeStored({ reports: 3, posts: 10 }, { reports: 5, posts: 20 })).toEqual({
    reports: 5,
    posts: 20,
  })
})

test('figures that were not stored are shown as they are now, in groups, too', () => {
  const now = { reports: 3, kinds: { spam: 1, threat: 2 } }
  expect(mergeStored(now, { kinds: { spam: 9 } })).toEqual({
    reports: 3,
    kinds: { spam: 9, threat: 2 },
  })
})

test('what nobody asks for any more is left out', () => {
  expect(mergeStored({ reports: 3 }, { reports: 5, gone: 7 })).toEqual({ reports: 5 })
})

test('a figure that became a group, or was one, or is a list or nothing, is shown as it was stored', () => {
  expect(mergeStored({ kinds: { spam: 1 } }, { kinds: 4 })).toEqual({ kinds: 4 })
  expect(mergeStored({ kinds: 4 as unknown }, { kinds: { spam: 1 } })).toEqual({
    kinds: { spam: 1 },
  })
  expect(mergeStored({ days: [1, 2] }, { days: [3] })).toEqual({ days: [3] })
  expect(mergeStored({ days: null as unknown }, { days: { one: 1 } })).toEqual({ days: { one: 1 } })
  expect(mergeStored({ days: { one: 1 } as unknown }, { days: null })).toEqual({ days: null })
})
