import { expect, test } from 'vitest'
import type { StaffRole } from '#contract/roles.ts'
import { keepOutRefusal } from './keepingOut.policy.ts'

const refusal = (roles: StaffRole[], by: string, admins: string[], userId = 'tom') =>
  keepOutRefusal({ userId, roles }, { by, admins })

test('one moderator is enough to ban a member, however many admins there are', () => {
  expect(refusal([], 'mo', [])).toBeNull()
  expect(refusal([], 'mo', ['ada', 'eva'])).toBeNull()
})

test('nobody keeps out one of the staff alone while two could dismiss them', () => {
  for (const by of ['mo', 'ada', 'eva']) {
    expect(refusal(['moderator'], by, ['ada', 'eva']), by).toBe('staff_member')
    expect(refusal(['admin'], by, ['ada', 'eva', 'tom']), by).toBe('staff_member')
  }
})

test('the only admin keeps out a moderator, and a moderator does not in their stead', () => {
  expect(refusal(['moderator'], 'ada', ['ada'])).toBeNull()
  expect(refusal(['moderator'], 'mo', ['ada'])).toBe('staff_member')
})

test('of two admins neither keeps out the other, nor anybody the last one', () => {
  expect(refusal(['admin'], 'ada', ['ada', 'tom'])).toBe('no_second_admin')
  expect(refusal(['admin', 'moderator'], 'ada', ['ada', 'tom'])).toBe('no_second_admin')
  expect(refusal(['admin'], 'mo', ['tom'])).toBe('last_admin')
})

test('without an admin who can act nobody of the staff is kept out', () => {
  expect(refusal(['moderator'], 'mo', [])).toBe('staff_member')
  expect(refusal(['admin'], 'mo', [])).toBe('staff_member')
})
