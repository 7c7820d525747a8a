import { useEffect, useState } from 'react'
import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { callPath } from '#web/platform/api/call.ts'

type Answer = { status: number; json: unknown }

declare global {
  /** What the page asked for in its first lines (`early.js`), by method and path. Each serves once. */
  var early:
    | {
        /** For the first caller; undefined when it has to be requested again. */
        take(name: string, signal: AbortSignal): Promise<Answer | undefined> | undefined
        /** What was hoped for, if it has come already. */
        known(name: string): unknown
        /** One answer, or all: what was answered to one member is not for the next. */
        drop(name?: string): void
      }
    | undefined
}

/** What a call would be answered, if the page asked for it and the answer was here before the screen. */
export function useAnswered<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
): AnswerOf<E> | undefined {
  const { params } = request as { params?: Record<string, string> }
  const name = `${endpoint.method} ${callPath(endpoint, params)}`
  const [found] = useState(() => globalThis.early?.known(name) as AnswerOf<E> | undefined)
  // only once it is on screen: drawing in slices may be started over
  useEffect(() => {
    if (found) globalThis.early?.drop(name)
  }, [found, name])
  return found
}
