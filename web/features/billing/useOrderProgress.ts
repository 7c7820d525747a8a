import { codes } from '#contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readOrder, type Subscription } from '#contract/billing/billing.ts'
import { query, type CallError } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useBillingChanged } from './useBilling.ts'

/** Seconds until the next question: soon at first, then ever less often, and within the hour's allowance. */
const WAITS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 90] as const

const nextWait = (tries: number): number => (WAITS[tries - 1] ?? WAITS.at(-1)!) * 1_000

/** How one order stands; asked until it is decided, and at once when the tab is looked at again or rights change. */
export function useOrderProgress(subscriptionId: string) {
  const order = useQuery<Subscription, CallError>({
    ...query(readOrder, { params: { subscriptionId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.error && !isPassing(state.error)) return false
      if (state.data && state.data.status !== 'pending') return false
      return nextWait(state.dataUpdateCount + state.errorUpdateCount)
    },
  })
  const { refetch, data } = order
  useLiveEvents((event) => {
    if (event.type === 'rooms') void refetch()
  })
  const changed = useBillingChanged()
  const spread = useEffectEvent(() => void changed())
  const isDecided = data !== undefined && data.status !== 'pending'
  useEffect(() => {
    if (isDecided) spread()
  }, [isDecided])
  return order
}

/** Whether a failure says nothing about the order. */
export const isPassing = ({ code }: CallError): boolean =>
  code !== codes.notFound && code !== 'invalid_input'
