import { expect, test } from 'vitest'
import { confirmationRefusal, dropRefusal, toChange, type ProposedRole } from './roles.policy.ts'

const requested = { userId: 'mia', requestedById: 'ada', isGrant: true }
const [mia, ada, eva] = [{ userId: 'mia' }, { userId: 'ada' }, { userId: 'eva' }]

test('a change of roles is confirmed by a second admin', () => {
  expect(confirmationRefusal(eva, requested)).toBeNull()
})

test('nobody confirms what they asked for, or what becomes of their own roles', () => {
  expect(confirmationRefusal(ada, requested)).toBe('own_role')
  expect(confirmationRefusal(mia, requested)).toBe('own_role')
})

test('a role that is offered may be declined by whom it is offered to', () => {
  expect(dropRefusal(mia, requested)).toBeNull()
})

test('nobody keeps a role that others ask to take from them', () => {
  expect(dropRefusal(mia, { ...requested, isGrant: false })).toBe('own_role')
})

test('any other admin may drop a change, and so may its requester', () => {
  const taken = { ...requested, isGrant: false }
  expect(dropRefusal(eva, taken)).toBeNull()
  expect(dropRefusal(ada, taken)).toBeNull()
  expect(dropRefusal(mia, { ...taken, requestedById: 'mia' })).toBeNull()
})

test('a change is shown with its member, its requester, and what the reader may do', () => {
  const change = { ...requested, isGrant: false, username: 'Mia', requester: 'Ada' } as ProposedRole
  expect(toChange(change, eva)).toEqual({
    isGrant: false,
    member: { id: 'mia', username: 'Mia' },
    requestedBy: { id: 'ada', username: 'Ada' },
    mayConfirm: true,
    mayDrop: true,
  })
  expect(toChange(change, mia)).toMatchObject({ mayConfirm: false, mayDrop: false })
})
