import { codes } from '#contract/errors.ts'
import { CallError } from '#web/platform/api/call.ts'

/** What was to go is gone already, for instance by another tab. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof CallError) || error.code !== codes.notFound) throw error
}
