import { useLayoutEffect, useRef, useState } from 'react'
import type { SubmissionLine } from '#contract/verification/review.ts'
import { showListFailedToast } from './reviewToasts.tsx'
import { nextInQueue } from './submissions.ts'

/** Opens the submission that follows the opened one in the queue, or the first. */
export function useNext(
  opened: string | undefined,
  onNext: (line: SubmissionLine) => void,
  onNobody: () => void,
) {
  const running = useRef(false)
  const current = useRef(opened)
  useLayoutEffect(() => void (current.current = opened), [opened])
  const [isPending, setPending] = useState(false)

  const show = async (id?: string) => {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      const line = await nextInQueue(id)
      if (!line) onNobody()
      // its window may have been closed meanwhile, or another opened
      else if (current.current === id) onNext(line)
    } catch {
      showListFailedToast()
    }
    running.current = false
    setPending(false)
  }
  return { show: (id?: string) => void show(id), isPending }
}
