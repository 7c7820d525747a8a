import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

const DAY_MS = 86_400_000

export const answerDue = (receivedAt: Date): Date =>
  new Date(receivedAt.getTime() + limits.appealDays * DAY_MS)

type Standing = { userId: string | null; deciderId: string | null; decidedAt: string | null }

/** Why somebody of the staff may not answer an appeal, or null: it is not who decided first. */
export function answerRefusal(
  { userId, deciderId, decidedAt }: Standing,
  viewer: { userId: string },
): Extract<ErrorCode, 'own_case' | 'same_decider' | 'already_decided'> | null {
  if (userId === viewer.userId) return 'own_case'
  if (deciderId === viewer.userId) return 'same_decider'
  return decidedAt ? 'already_decided' : null
}
