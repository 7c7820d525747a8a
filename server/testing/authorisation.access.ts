// What everybody's well-formed request gets by what an endpoint declares of its access.
import type { Access } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Standing } from './standings.ts'

export type Outcome = 'ok' | ErrorCode
export type Outcomes = Record<Standing, Outcome>

const nobody = {
  visitor: 'not_signed_in',
  recovery: 'not_signed_in',
  unconfirmed: 'not_signed_in',
  signedOut: 'not_signed_in',
} as const
const members = {
  waiting: 'ok',
  unasked: 'ok',
  overdue: 'ok',
  outside: 'ok',
  inside: 'ok',
  admin: 'ok',
} as const
const account = { ...nobody, ...members, suspended: 'ok' } as const
const member = { ...account, suspended: 'suspended' } as const

/** What a well-formed request of everybody is answered with, by what the endpoint declares. */
export const byAccess: Record<Access, Outcomes> = {
  visitor: {
    ...account,
    visitor: 'ok',
    recovery: 'ok',
    unconfirmed: 'ok',
    signedOut: 'ok',
  },
  recovery: { ...account, recovery: 'ok' },
  account,
  member,
  admin: {
    ...member,
    waiting: '42501',
    unasked: '42501',
    overdue: '42501',
    outside: '42501',
    inside: '42501',
  },
}
