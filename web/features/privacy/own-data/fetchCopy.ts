import { codes, type ErrorCode } from '#contract/errors.ts'
import { fetchExport } from '#contract/privacy/ownData.ts'
import { CallError, callPath, reportCallError } from '#web/platform/api/call.ts'

/** Looking brings no body that could say why not; of what the call declares each has a status of its own. */
const REFUSALS: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'proof_needed',
  404: codes.notFound,
  410: 'gone',
  429: 'too_many_attempts',
  503: 'unavailable',
}

/**
 * Hands the copy behind a link to the browser as a file, which may be too big to be held in memory.
 * Looks first, because the browser would save a refusal as well. Rejects with a `CallError`.
 */
export async function fetchCopy(token: string): Promise<void> {
  const path = callPath(fetchExport, { token })
  const answer = await fetch(path, { method: 'HEAD' }).catch(() => {
    throw new CallError(null)
  })
  if (!answer.ok) {
    const error = new CallError({ code: REFUSALS[answer.status] ?? 'unexpected' })
    reportCallError(error)
    throw error
  }
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
