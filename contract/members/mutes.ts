import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { WithReason } from './signals.ts'

const params = z.object({ memberId: z.uuid() })

/**
 * What a member says is folded to a line for the viewer, and rings nothing of theirs; the other
 * notices nothing. Answers the same whether or not there is such a member.
 */
export const muteMember = endpoint({
  method: 'PUT',
  path: '/api/mutes/:memberId',
  access: 'member',
  limits: { member: 'mute' },
  params,
  body: WithReason,
  response: Done,
})

/** What did not ring meanwhile does not ring later. */
export const unmuteMember = endpoint({
  method: 'DELETE',
  path: '/api/mutes/:memberId',
  access: 'member',
  params,
  response: Done,
})
