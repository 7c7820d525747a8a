import { expect, test } from 'vitest'
import { asKept } from './figures.policy.ts'

test('figures are told as they were kept', () => {
  expect(asKept({ reports: 3, posts: 10 }, { reports: 5, posts: 20 })).toEqual({
    reports: 5,
    posts: 20,
  })
})

test('figures that were not kept are told as they are, in groups too', () => {
  const now = { reports: 3, kinds: { spam: 1, threat: 2 } }
  expect(asKept(now, { kinds: { spam: 9 } })).toEqual({
    reports: 3,
    kinds: { spam: 9, threat: 2 },
  })
})

test('what nobody asks for any more is left out', () => {
  expect(asKept({ reports: 3 }, { reports: 5, gone: 7 })).toEqual({ reports: 5 })
})

test('a figure that became a group, or was one, or is a list or nothing, is told as it was kept', () => {
  expect(asKept({ kinds: { spam: 1 } }, { kinds: 4 })).toEqual({ kinds: 4 })
  expect(asKept({ kinds: 4 as unknown }, { kinds: { spam: 1 } })).toEqual({ kinds: { spam: 1 } })
  expect(asKept({ days: [1, 2] }, { days: [3] })).toEqual({ days: [3] })
  expect(asKept({ days: null as unknown }, { days: { one: 1 } })).toEqual({ days: { one: 1 } })
  expect(asKept({ days: { one: 1 } as unknown }, { days: null })).toEqual({ days: null })
})
