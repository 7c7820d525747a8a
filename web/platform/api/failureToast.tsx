import type { ReactNode } from 'react'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { ErrorText } from './ErrorText.tsx'

/** Says in a toast what failed, and why. */
export const toastFailure = (title: ReactNode, failure: unknown): void =>
  addToast({ title, description: <ErrorText failure={failure} />, tone: 'danger' })
