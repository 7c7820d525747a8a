import type { Context } from 'hono'
import { alwaysPossible, errors, type ErrorCode } from '#contract/errors.ts'
import type { App } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import type { Route } from './route.ts'
import { isUnavailable } from './overload/unavailable.ts'

/** The answer to a failed call; unforeseen errors go to the log. */
export function toRefusal(app: App, error: unknown, path: string): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return new Refusal('unavailable', { retryAfter: 1 })
  app.log.error({ err: error, path }, 'unexpected')
  return new Refusal('unexpected')
}

/** Tests: whatever a call may refuse with stands in its contract. */
export function failUndeclared(refusal: Refusal, cause: unknown, call: Route['call']): void {
  const declared: readonly ErrorCode[] = [...alwaysPossible, ...(call.errors ?? [])]
  if (!declared.includes(refusal.code))
    throw new Error(`${call.path} refused with undeclared ${refusal.code}`, { cause })
}

export function answerRefusal(
  c: Context,
  { code, details }: Refusal,
  headers: Record<string, string>,
): Response {
  const more: Record<string, string> = {}
  if (details.retryAfter !== undefined) more['retry-after'] = String(details.retryAfter)
  // the rest of the body stays unread
  if (code === 'too_large') more['connection'] = 'close'
  return c.body(JSON.stringify({ code, ...details }), errors[code], { ...headers, ...more })
}
