import { berlinDay } from '#contract/day.ts'
import type { VerificationStatus } from '#contract/accounts/session.ts'
import type { Side } from '#contract/verification/verification.ts'
import type { Viewer } from '#server/platform/context.ts'
import type { FileType } from '#server/platform/files/fileType.ts'

/** How long a file waits to be submitted. */
export const STAGED_MS = 3_600_000

/** Whether a member may start (again), spec section 4; a member asked for proof of age may, even when verified. */
export function attemptRefusal(
  status: VerificationStatus,
  { suspension }: Pick<Viewer, 'suspension'>,
): 'already_pending' | 'already_verified' | null {
  if (status === 'pending') return 'already_pending'
  return status === 'verified' && !suspension?.ageProofBy ? 'already_verified' : null
}

type Claimed = { side: Side; type: 'jpeg' | 'png' | 'pdf' }

/** Name and signature agree, and a selfie is a picture (spec section 5). */
export const isTypeAllowed = ({ side, type }: Claimed, signature: FileType | null): boolean =>
  signature === type && !(side === 'selfie' && type === 'pdf')

/** What is burned into every copy, in the words of § 20 PAuswG: what it is, and what for. */
export function documentMark(clubName: string, now: Date): string {
  const [year, month, day] = berlinDay(now).split('-')
  return `KOPIE – nur zur Altersprüfung – ${clubName} – ${day}.${month}.${year}`
}
