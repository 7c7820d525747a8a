import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listAppeals } from '#contract/appeals.ts'
import { getCase, getDeskFigures, listCases } from '#contract/desk.ts'
import { call, pathOf, query } from '#web/platform/call.ts'
import { useLiveEvents } from '#web/platform/live.tsx'
import { useRefresh } from '#web/platform/useRefresh.ts'

export type State = 'open' | 'decided'

/** Where all that the desk shows comes from. */
const DESK = '/api/desk/'
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

/** Cases page after page, and what waits in all. */
export function useCases(state: State, isShown: boolean) {
  const list = useInfiniteQuery({
    queryKey: [pathOf(listCases), state],
    queryFn: ({ pageParam, signal }) =>
      call(listCases, { query: { state, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...fresh,
  })
  const newest = list.data?.pages[0]
  return {
    lines: isShown ? (list.data?.pages.flatMap(({ cases }) => cases) ?? null) : null,
    waiting: newest
      ? { open: newest.open, overdue: newest.overdue, appeals: newest.appeals }
      : { open: null, overdue: 0, appeals: null },
    needsSecondAdmin: newest?.needsSecondAdmin ?? false,
    ...partsOf(list),
  }
}

export function useAppeals(state: State) {
  const list = useInfiniteQuery({
    queryKey: [pathOf(listAppeals), state],
    queryFn: ({ pageParam, signal }) =>
      call(listAppeals, { query: { state, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...fresh,
  })
  return {
    lines: list.data?.pages.flatMap(({ appeals }) => appeals) ?? null,
    ...partsOf(list),
  }
}

type List = {
  error: Error | null
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

const partsOf = (list: List) => ({
  error: list.error,
  isFetching: list.isFetching,
  hasMore: list.hasNextPage,
  isLoadingMore: list.isFetchingNextPage,
  showMore: () => void list.fetchNextPage(),
  retry: () => void list.refetch(),
})

/** What a case holds is not for keeping. */
export const useCase = (caseId: string) =>
  useQuery({ ...query(getCase, { params: { caseId } }), staleTime: 0, gcTime: 0 })

export const useFigures = (year: number) =>
  useQuery({ ...query(getDeskFigures, { query: { year } }), staleTime: 0 })

export const useRefreshDesk = () => useRefresh(DESK)

/** Keeps what is shown as it is at the club, whoever else works on it. */
export function useLiveDesk(): void {
  const refresh = useRefreshDesk()
  useLiveEvents(({ type }) => {
    // `rooms` also says that the line was away, and what it missed is not known
    if (type === 'reports' || type === 'rooms') void refresh()
  })
}
