import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { placeOrder } from '#contract/billing/billing.ts'
import { paths } from '#web/paths.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { useLocale } from '#web/text/i18n.ts'
import { billingChanged, withProvider } from './useBilling.ts'

/** After this long a member wonders whether the click worked. */
const SLOW_MS = 3_000

type Ordering = { intentId: string; renew: () => Promise<unknown>; isHere: () => boolean }

/** Places the order of one summary and leads to the provider, with the order's own screen to come back to. */
export function useOrdering({ intentId, renew, isHere }: Ordering) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const language = useLocale()
  const running = useRef(false)
  const [isPending, setPending] = useState(false)
  const [isSlow, setSlow] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)

  const place = async (startsEarly: boolean) => {
    const body = { intentId, startsEarly, language }
    const order = await call(placeOrder, { body }, withProvider)
    const { id, status, approveUrl } = order
    void billingChanged(client)
    // no redirect if the member left the page meanwhile: the order waits in the settings
    if (!isHere()) return
    // going back from the provider ends there, and not at a form that was sent
    void navigate(paths.order(id), { replace: true })
    if (status === 'pending' && approveUrl) window.location.assign(approveUrl)
  }

  const order = async (startsEarly: boolean) => {
    // a second click may come before the button shows that it is busy, or after the way out is taken
    if (running.current) return
    running.current = true
    setPending(true)
    setFailure(null)
    const slow = setTimeout(() => setSlow(true), SLOW_MS)
    try {
      await place(startsEarly)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'intent_expired') await renew()
      if (error.code === 'already_subscribed') await billingChanged(client)
      setFailure(error)
      running.current = false
      setPending(false)
    } finally {
      clearTimeout(slow)
      setSlow(false)
    }
  }
  return { order, isPending, isSlow, failure }
}
