import { codes, type ErrorCode } from '#contract/errors.ts'
import type { Statement } from '#contract/moderation/statements.ts'

type Standing = { userId: string | null; decidedAt: string | null }
/** What somebody had to do with a case before. */
export type Involvement = { hasReported: boolean; wasOverturned: boolean }

/** Why somebody of the staff may not decide a case, or null. What an appeal overturned, another decides. */
export function decisionRefusal(
  { userId, decidedAt }: Standing,
  viewer: { userId: string },
  { hasReported, wasOverturned }: Involvement,
): Extract<ErrorCode, 'own_case' | 'already_decided' | 'same_decider'> | null {
  if (hasReported || userId === viewer.userId) return 'own_case'
  if (decidedAt) return 'already_decided'
  return wasOverturned ? 'same_decider' : null
}

type Held = { reports: number; targets: readonly unknown[] }

/** What drew the club's attention to a case. */
export const caseSource = ({ reports, targets }: Held): Statement['source'] =>
  reports === 0 ? 'own' : targets.length > 0 ? 'report' : 'notice'

type Proposed = { state: string; proposerId: string | null }

/** Why somebody may not confirm what is to go to the authorities, or null: an admin does, who did not propose it. */
export function handoverRefusal(
  { state, proposerId }: Proposed,
  viewer: { userId: string; isAdmin: boolean },
  hasReported: boolean,
): Extract<ErrorCode, '42501' | 'own_case' | 'same_decider' | 'already_decided'> | null {
  if (!viewer.isAdmin) return codes.forbidden
  if (state !== 'proposed') return 'already_decided'
  if (proposerId === viewer.userId) return 'same_decider'
  return hasReported ? 'own_case' : null
}

/** A club with one admin has nobody to confirm or to answer after them. */
export const needsSecondAdmin = (admins: number): boolean => admins < 2
