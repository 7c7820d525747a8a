// Asking for a copy, and getting it: by the mailed link as long as there is one, or by a fresh one.
import { useRef, useState } from 'react'
import { codes, type ErrorCode } from '#contract/errors.ts'
import { openExport, requestExport, fetchExport } from '#contract/privacy/ownData.ts'
import { call, CallError, callPath, reportCallError } from '#web/platform/api/call.ts'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { useRefresh } from './useMine.ts'

type Act = 'ask' | 'fetch'

/** Used up, past its days, or somebody else's. */
export const isLinkGone = ({ code }: CallError): boolean =>
  code === 'gone' || code === codes.notFound

export function useExporting(mailed: { token: string | null; forget: () => void }) {
  const { attempt, proof } = useAttempt()
  const refresh = useRefresh()
  const running = useRef(false)
  const [pending, setPending] = useState<Act | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [isFetched, setFetched] = useState(false)

  const run = async (which: Act, act: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setPending(which)
    setFailure(null)
    setFetched(false)
    try {
      if (!(await attempt(act)) || which === 'ask') return
      setFetched(true)
      mailed.forget()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isLinkGone(error)) mailed.forget()
      // somebody was quicker, in another tab perhaps: what is shown then says when there is a next one
      if (error.code !== 'export_too_soon') setFailure(error)
      await refresh.askExport()
    } finally {
      running.current = false
      setPending(null)
    }
  }
  return {
    ask: () => run('ask', async () => refresh.showExport(await call(requestExport, {}))),
    fetch: () =>
      run('fetch', async () => fetchCopy(mailed.token ?? (await call(openExport, {})).token)),
    pending,
    failure,
    isFetched,
    proof,
  }
}

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
async function fetchCopy(token: string): Promise<void> {
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
