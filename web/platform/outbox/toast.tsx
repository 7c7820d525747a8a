import type { ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { addToast, type ToastTone } from '#web/ui/feedback/toastQueue.ts'

type Content = { title: Key<'toast'>; description?: ReactNode; tone?: ToastTone }

/** Shows a toast from anywhere; the title is a key of the toast words. */
export function showToast({ title, description, tone = 'danger' }: Content): void {
  addToast({
    title: <Text ns="toast" k={title} />,
    description:
      description ?? (isDetailed(title) ? <Text ns="toast" k={`${title}_detail`} /> : undefined),
    tone,
  })
}

/** Titles the specification gives a sentence to ("X - Y"). */
const DETAILED = [
  'file_too_large',
  'upload_limit',
  'verification_approved',
  'verification_rejected',
  'submitted',
  'withdrawn',
  'reason_required',
  'access_denied',
  'nothing_to_cancel',
  'consent_withdrawn',
] as const
type Detailed = (typeof DETAILED)[number]

const isDetailed = (title: string): title is Detailed => DETAILED.some((one) => one === title)
