import { useQuery } from '@tanstack/react-query'
import { mintIntent } from '#contract/billing/billing.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call, type CallError } from '#web/platform/api/call.ts'

export type PlanIntent = AnswerOf<typeof mintIntent>

/** The right to order once what the summary shows. Made when it is shown, and never again by itself: its price is what stands there. */
export const useIntent = () =>
  useQuery<PlanIntent, CallError>({
    queryKey: ['order-intent'],
    queryFn: ({ signal }) => call(mintIntent, {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
