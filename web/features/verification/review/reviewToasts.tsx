import type { CallError } from '#web/platform/api/call.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'

export const showDecidedToast = (decision: 'verified' | 'rejected') =>
  showToast({
    title: decision === 'verified' ? 'verification_approved' : 'verification_rejected',
    tone: 'success',
  })

export const showReasonMissingToast = () => showToast({ title: 'reason_required' })

/** A review by somebody whose session ended has its own title (spec section 8). */
export function showFailedToast(failure: CallError | null): void {
  if (failure?.code === 'note_missing') return showReasonMissingToast()
  showToast({
    title: failure?.code === 'not_signed_in' ? 'not_signed_in' : 'error_de',
    description: <Text ns="toast" k="review_failed_detail" />,
  })
}

export const showListFailedToast = () =>
  showToast({
    title: 'error_de',
    description: <Text ns="toast" k="submissions_failed_detail" />,
  })
