import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listRequests, listRetention } from '#contract/requests.ts'
import { call, pathOf, query } from '#web/platform/call.ts'

export type Filter = 'open' | 'closed'

/** Nothing tells these screens of what happens elsewhere, so they ask while somebody looks. */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

/** The requests so far, page after page. */
export function useRequests(state: Filter) {
  const list = useInfiniteQuery({
    queryKey: [pathOf(listRequests), state],
    queryFn: ({ pageParam, signal }) =>
      call(listRequests, { query: { state, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...fresh,
  })
  return {
    requests: list.data?.pages.flatMap(({ requests }) => requests) ?? null,
    error: list.error,
    isFetching: list.isFetching,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    showMore: () => void list.fetchNextPage(),
    /** Answers what is shown from now on. */
    refresh: async () => {
      const { data } = await list.refetch()
      return data?.pages.flatMap(({ requests }) => requests) ?? []
    },
  }
}

export const useRetention = () => useQuery({ ...query(listRetention, {}), ...fresh })
