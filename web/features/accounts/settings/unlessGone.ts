import { codes } from '#contract/errors.ts'
import { CallError } from '#web/platform/api/call.ts'

/** Takes “not found” for done: another tab, for instance, was quicker. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof CallError) || error.code !== codes.notFound) throw error
}
