import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getMoneyFigures,
  listDeclarations,
  listRefunds,
  listSubscriptions,
} from '#contract/money.ts'
import { call, pathOf, query } from '#web/platform/call.ts'

export type SubscriptionFilter = 'all' | 'active' | 'failing' | 'ending'

/** Nothing tells this screen of what happens elsewhere, so it asks while somebody looks. */
const fresh = { staleTime: 0, refetchInterval: 20_000 } as const

type Page = { lines: { id: string }[]; hasMore: boolean }
type Ask<P> = (after: string | undefined, signal: AbortSignal) => Promise<P>

/** A list page after page, and the newest page as it came. */
function usePages<P extends Page>(key: (string | undefined)[], ask: Ask<P>) {
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lines, hasMore }) => (hasMore ? lines.at(-1)?.id : undefined),
    ...fresh,
  })
  const pages = list.data?.pages
  return {
    lines: pages ? (pages.flatMap(({ lines }) => lines) as P['lines']) : null,
    newest: pages?.at(-1),
    error: list.error,
    isFetching: list.isFetching,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    showMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  }
}

export const useSubscriptions = (filter: SubscriptionFilter, search: string) =>
  usePages([pathOf(listSubscriptions), filter, search], (after, signal) =>
    call(listSubscriptions, { query: { filter, after, search: search || undefined } }, { signal }),
  )

export const useRefunds = (filter: 'open' | 'all') =>
  usePages([pathOf(listRefunds), filter], (after, signal) =>
    call(listRefunds, { query: { filter, after } }, { signal }),
  )

export const useDeclarations = (filter: 'waiting' | 'all') =>
  usePages([pathOf(listDeclarations), filter], (after, signal) =>
    call(listDeclarations, { query: { filter, after } }, { signal }),
  )

export const useFigures = () => useQuery({ ...query(getMoneyFigures, {}), ...fresh })

const MONEY = '/api/admin/money/'

/** Asks again for all of this screen that is shown; resolves once it has come. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(MONEY) })
}
