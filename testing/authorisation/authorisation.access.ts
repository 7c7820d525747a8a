// What everybody's well-formed request gets by what an endpoint declares of its access.
import type { Access, Endpoint, FileCall, RequestOf, Stream } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Club } from '#testing/club/club.ts'
import type { StandingPerson, Standing } from './standings.ts'

export type ExpectedOutcome = 'ok' | ErrorCode
export type Outcomes = Record<Standing, ExpectedOutcome>

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
  moderator: 'ok',
  admin: 'ok',
} as const
const account = { ...nobody, ...members, suspended: 'ok' } as const
const member = { ...account, suspended: 'suspended' } as const

const strangers = {
  waiting: '42501',
  unasked: '42501',
  overdue: '42501',
  outside: '42501',
  inside: '42501',
} as const

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
  moderator: { ...member, ...strangers },
  admin: { ...member, ...strangers, moderator: '42501' },
}

export type Call = Endpoint | Stream | FileCall
export const httpMethod = (call: Call) => ('method' in call ? call.method : 'GET')
/** Of the file it takes. */
export const uploadType = (call: Call) =>
  ('upload' in call && call.upload?.type) || 'application/octet-stream'

export type AccessScene = {
  club: Club
  who: StandingPerson
  standing: Standing
  room: { slug: string }
}
export type AccessRow = {
  call: Call
  /** A request nothing is wrong with, except perhaps who makes it. */
  request: (scene: AccessScene) => object | Promise<object>
  expected: Outcomes
}

export const row = <C extends Call>(
  call: C,
  request: (scene: AccessScene) => RequestOf<C> | Promise<RequestOf<C>>,
  but: Partial<Outcomes> = {},
): AccessRow => ({ call, request, expected: { ...byAccess[call.access], ...but } })

export const noRequest = () => ({})
export const inRoom = ({ room: { slug } }: AccessScene) => ({ params: { slug } })
