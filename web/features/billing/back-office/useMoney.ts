import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getMoneyFigures,
  listDeclarations,
  listRefunds,
  listSubscriptions,
} from '#contract/billing/backOffice.ts'
import { call, callPath, query } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

type SubscriptionFilter = 'all' | 'active' | 'failing' | 'ending'

/** No event announces changes here, so the list is polled while it is visible. */
const refetchInterval = 20_000

const onward = {
  next: ({ lines, hasMore }: { lines: { id: string }[]; hasMore: boolean }) =>
    hasMore ? lines.at(-1)?.id : null,
  refetchInterval,
}

export const useSubscriptions = (filter: SubscriptionFilter, search: string) =>
  usePages({
    key: [callPath(listSubscriptions), filter, search],
    ask: (after, signal) => {
      const query = { filter, after, search: search || undefined }
      return call(listSubscriptions, { query }, { signal })
    },
    linesOf: ({ lines }) => lines,
    ...onward,
  })

export const useRefunds = (filter: 'open' | 'all') =>
  usePages({
    key: [callPath(listRefunds), filter],
    ask: (after, signal) => call(listRefunds, { query: { filter, after } }, { signal }),
    linesOf: ({ lines }) => lines,
    ...onward,
  })

export const useDeclarations = (filter: 'waiting' | 'all') =>
  usePages({
    key: [callPath(listDeclarations), filter],
    ask: (after, signal) => call(listDeclarations, { query: { filter, after } }, { signal }),
    linesOf: ({ lines }) => lines,
    ...onward,
  })

export const useFigures = () =>
  useQuery({ ...query(getMoneyFigures, {}), staleTime: 0, refetchInterval })

const MONEY = '/api/admin/money/'

/** Asks again for all of this screen that is shown; resolves once it has come. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(MONEY) })
}
