// What everybody's well-formed request gets by what an endpoint declares of its access.
import type { Access, Endpoint, FileCall, RequestOf, Stream } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Club } from '#testing/club/club.ts'
import type { StandingPerson, Standing } from './standings.ts'

export type ExpectedOutcome = 'ok' | ErrorCode
export type Outcomes = Record<Standing, ExpectedOutcome>

/** The same outcome for several. */
export const same = <Who extends Standing>(outcome: ExpectedOutcome, who: readonly Who[]) =>
  Object.fromEntries(who.map((one) => [one, outcome])) as Record<Who, ExpectedOutcome>

const NOBODY = ['visitor', 'recovery', 'unconfirmed', 'signedOut'] as const
const STRANGERS = ['waiting', 'unasked', 'overdue', 'outside', 'inside'] as const
export const MEMBERS = [...STRANGERS, 'moderator', 'admin'] as const

const account: Outcomes = {
  ...same('not_signed_in', NOBODY),
  ...same('ok', MEMBERS),
  suspended: 'ok',
}
const member: Outcomes = { ...account, suspended: 'suspended' }
const strangers = same('42501', STRANGERS)

/** Of what stands in a room. */
export const insiders = {
  waiting: 'not_admitted',
  unasked: 'consent_required',
  ...same('not_in_room', ['outside', 'moderator', 'admin']),
} as const

/** What a well-formed request of everybody is answered with, by what the endpoint declares. */
export const byAccess: Record<Access, Outcomes> = {
  visitor: { ...account, ...same('ok', NOBODY) },
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
