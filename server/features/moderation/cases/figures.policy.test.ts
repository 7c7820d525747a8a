import { expect, test } from 'vitest'
import { subtractFigures, mergeStored } from './figures.policy.ts'

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

const none = {
  reports: 0,
  notices: 0,
  fromTrusted: 0,
  byReason: [],
  cases: { opened: 0, decided: 0, overdue: 0 },
  medianMinutes: null,
  decisions: [],
  statements: [],
  appeals: { made: 0, granted: 0, refused: 0, open: 0 },
  appealMedianMinutes: null,
  handovers: 0,
  monthlyRecipients: null,
}

test('what is about a viewer is taken off what was stored, number by number and key by key', () => {
  const stored = {
    reports: 3,
    byReason: [
      { key: 'scam', count: 1 },
      { key: 'threat', count: 2 },
    ],
    cases: { opened: 3, decided: 2 },
    monthlyRecipients: 40,
  }
  const own = {
    ...none,
    reports: 2,
    byReason: [
      { key: 'scam', count: 1 },
      { key: 'threat', count: 1 },
    ],
    cases: { opened: 1, decided: 0, overdue: 0 },
  }
  expect(subtractFigures(stored, own)).toEqual({
    reports: 1,
    byReason: [{ key: 'threat', count: 1 }],
    cases: { opened: 2, decided: 2 },
    monthlyRecipients: 40,
  })
  expect(subtractFigures({ reports: 1 }, own)).toEqual({ reports: 0 })
})

test('a stored median is left out where something of a viewer is in it', () => {
  const stored = { medianMinutes: 60, appealMedianMinutes: 90 }
  expect(subtractFigures(stored, none)).toEqual(stored)
  expect(subtractFigures(stored, { ...none, medianMinutes: 0 })).toEqual({
    appealMedianMinutes: 90,
  })
  expect(subtractFigures(stored, { ...none, appealMedianMinutes: 5 })).toEqual({
    medianMinutes: 60,
  })
})
