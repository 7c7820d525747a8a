import { expect, test } from 'vitest'
import { orderRefusal } from './orders.policy.ts'

test('nobody pays for a plan that opens nothing to them yet', () => {
  expect(orderRefusal({ isAdmitted: false })).toBe('not_admitted')
  expect(orderRefusal({ isAdmitted: true })).toBeNull()
})
