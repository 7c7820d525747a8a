import { expect, test } from 'vitest'
import { codes } from '#contract/errors.ts'
import { mayExchangeContacts, tableRefusal } from './tables.policy.ts'

test('an address is given once both have written five messages', () => {
  const may = (own: number, others: number) => mayExchangeContacts({ own, others })
  expect([may(5, 5), may(9, 5), may(5, 9)]).toEqual([true, true, true])
  expect([may(4, 5), may(5, 4), may(0, 50)]).toEqual([false, false, false])
})

test('of several reasons against writing at a table the most important one is given', () => {
  const open = { openedAt: '2026-05-04', endedAt: null, isOtherThere: true, isThere: true }
  const away = { isOtherThere: false, isThere: false }
  expect(tableRefusal(open)).toBeNull()
  expect(tableRefusal({ ...open, isThere: false })).toBe('hidden_now')
  expect(tableRefusal({ ...open, ...away })).toBe('table_resting')
  expect(tableRefusal({ ...open, ...away, endedAt: '2026-05-05' })).toBe('table_ended')
  expect(tableRefusal({ ...away, openedAt: null, endedAt: null })).toBe(codes.notFound)
})
