import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '#server/platform/tracing/tracing.ts'

/** What is being done at the moment: a request that is answered, or a job. Small: what outlives it may hold it. */
export type Work = {
  readonly requestId?: string
  readonly jobId?: string
  /** What still happens on its behalf, a timer say, is no longer part of it. */
  isOver: boolean
  span?: Span | null
}

const current = new AsyncLocalStorage<Work>()

/** The work that is being done here and now, if any is. */
export function currentWork(): Work | null {
  const work = current.getStore()
  return work && !work.isOver ? work : null
}

/** Does something as part of this work, with all that follows from it. */
export const doWork = <T>(work: Work, act: () => T): T => current.run(work, act)
