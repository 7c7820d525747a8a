import { useRef, useState } from 'react'
import type { SubmissionLine } from '#contract/verification/review.ts'
import { showListFailedToast } from './reviewToasts.tsx'
import { nextInQueue } from './submissions.ts'

/** Opens the submission that follows another in the queue, or the first. */
export function useNext(onNext: (line: SubmissionLine) => void, onNobody: () => void) {
  const running = useRef(false)
  const [isPending, setPending] = useState(false)

  const show = async (id?: string) => {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      const line = await nextInQueue(id)
      if (line) onNext(line)
      else onNobody()
    } catch {
      showListFailedToast()
    }
    running.current = false
    setPending(false)
  }
  return { show: (id?: string) => void show(id), isPending }
}
