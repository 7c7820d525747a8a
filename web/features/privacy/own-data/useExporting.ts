import { codes } from '#contract/errors.ts'
import { useRef, useState } from 'react'
import { openExport, requestExport } from '#contract/privacy/ownData.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { fetchCopy } from './fetchCopy.ts'
import { useRefresh } from './useMine.ts'

type Act = 'ask' | 'fetch'

/** Used up, past its days, or somebody else's. */
export const isLinkGone = ({ code }: CallError): boolean =>
  code === 'gone' || code === codes.notFound

/** Asking for a copy, and getting it: by the mailed link as long as there is one, or by a fresh one. */
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
