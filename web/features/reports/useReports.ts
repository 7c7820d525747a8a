import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getReport, listReports } from '#contract/reports.ts'
import { call, pathOf, query } from '#web/platform/call.ts'

/** Nothing tells a reporter's screens of a decision, so they ask while somebody looks. */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

/** One's own reports so far, page after page. */
export function useReports() {
  const list = useInfiniteQuery({
    queryKey: [pathOf(listReports)],
    queryFn: ({ pageParam, signal }) =>
      call(listReports, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...fresh,
  })
  return {
    reports: list.data?.pages.flatMap(({ reports }) => reports) ?? null,
    limitedUntil: list.data?.pages[0]?.limitedUntil ?? null,
    error: list.error,
    isFetching: list.isFetching,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    showMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  }
}

export const useReport = (number: string) =>
  useQuery({ ...query(getReport, { params: { number } }), ...fresh })

/** Asks again how a report stands; resolves once the screen shows it. */
export function useAskReport(number: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.refetchQueries({ queryKey: [pathOf(getReport, { number })] })
}
