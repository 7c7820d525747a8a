import { useQuery } from '@tanstack/react-query'
import { listRequests, listRetention } from '#contract/privacy/dataRequests.ts'
import { call, callPath, query } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

export type RequestFilter = 'open' | 'closed'

/** No event announces changes here, so the list is polled while it is visible. */
const refetchInterval = 60_000

export const useRequests = (state: RequestFilter) =>
  usePages({
    key: [callPath(listRequests), state],
    ask: (before, signal) => call(listRequests, { query: { state, before } }, { signal }),
    linesOf: ({ requests }) => requests,
    next: ({ next }) => next,
    refetchInterval,
  })

export const useRetention = () =>
  useQuery({ ...query(listRetention, {}), staleTime: 0, refetchInterval })
