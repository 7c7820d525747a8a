import type { ErrorCode } from '#contract/errors.ts'

type Standing = { userId: string | null; decidedAt: string | null }

/** Why somebody of the staff may not decide a case, or null. */
export function decisionRefusal(
  { userId, decidedAt }: Standing,
  viewer: { userId: string },
  hasReported: boolean,
): Extract<ErrorCode, 'own_case' | 'already_decided'> | null {
  if (hasReported || userId === viewer.userId) return 'own_case'
  return decidedAt ? 'already_decided' : null
}

type Proposed = { state: string; proposerId: string | null }

/** Why somebody may not confirm what is to go to the authorities, or null: a second admin does. */
export function handoverRefusal(
  { state, proposerId }: Proposed,
  viewer: { userId: string; isAdmin: boolean },
  hasReported: boolean,
): Extract<ErrorCode, '42501' | 'own_case' | 'same_decider' | 'already_decided'> | null {
  if (!viewer.isAdmin) return '42501'
  if (state !== 'proposed') return 'already_decided'
  if (proposerId === viewer.userId) return 'same_decider'
  return hasReported ? 'own_case' : null
}

/** A club with one admin has nobody to confirm or to answer after them. */
export const needsSecondAdmin = (admins: number): boolean => admins < 2
