import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getBilling } from '#contract/billing/billing.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'

export type Billing = AnswerOf<typeof getBilling>

/** For acts of which the club asks the provider, up to three things, and waits ten seconds for each. */
export const withProvider = { longestMs: 35_000 }

/** The member's own money, asked for again whenever their rights change. */
export function useBilling() {
  const result = useQuery({ ...query(getBilling, {}), staleTime: 0 })
  const { refetch } = result
  useLiveEvents((event) => {
    if (event.type === 'rooms') void refetch()
  })
  return result
}

/** What was just done changes what one pays and which rooms are open. */
export async function billingChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: query(listRooms, {}).queryKey })
  await client.invalidateQueries({ queryKey: query(getBilling, {}).queryKey })
}

export const useBillingChanged = () => {
  const client = useQueryClient()
  return () => billingChanged(client)
}
