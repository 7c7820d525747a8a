import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { CallError } from '#web/platform/api/call.ts'

type Options<Page, Line, Cursor> = {
  key: readonly string[]
  ask: (cursor: Cursor | undefined, signal: AbortSignal) => Promise<Page>
  linesOf: (page: Page) => readonly Line[]
  /** Where the next page begins; nothing with the last. */
  next: (page: Page) => Cursor | null | undefined
  /** For a list that begins in the middle: where, and where the page before one begins. */
  first?: Cursor
  previous?: (page: Page) => Cursor | null | undefined
  /** In milliseconds, while somebody looks: for what no live event tells of. */
  refetchInterval?: number
  enabled?: boolean
}

/** A list that comes page after page, as the club has it now: it is out of date at once. */
export function usePages<Page, Line, Cursor = string>({
  key,
  ask,
  linesOf,
  next,
  first,
  previous,
  ...options
}: Options<Page, Line, Cursor>) {
  type Pages = InfiniteData<Page, Cursor | undefined>
  const list = useInfiniteQuery<Page, CallError, Pages, readonly string[], Cursor | undefined>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => ask(pageParam as Cursor | undefined, signal),
    initialPageParam: first,
    getNextPageParam: next,
    ...(previous && { getPreviousPageParam: previous }),
    staleTime: 0,
    ...options,
  })
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = list
  const linesIn = (pages: readonly Page[]) => pages.flatMap(linesOf)
  const show = async (fetchPage: () => Promise<Pick<typeof list, 'data' | 'isError'>>) => {
    if (isFetchingNextPage || list.isFetchingPreviousPage) return
    // a list that is just being brought up to date is not left half-way
    if (isFetching) await refetch({ cancelRefetch: false })
    const now = await fetchPage()
    // news reset the list meanwhile, without the page that was on its way
    if (!now.isError && now.data?.pages.length === data?.pages.length) await fetchPage()
  }
  return {
    lines: data ? linesIn(data.pages) : null,
    /** Each says of the whole list what stood when it was asked for. */
    pages: data?.pages ?? [],
    error,
    isFetching,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    /** Why there is no more yet, though there is some. */
    moreError: list.isFetchNextPageError && !isFetchingNextPage ? error : null,
    showMore: () => void show(fetchNextPage),
    hasBefore: list.hasPreviousPage,
    isLoadingBefore: list.isFetchingPreviousPage,
    beforeError: list.isFetchPreviousPageError && !list.isFetchingPreviousPage ? error : null,
    showBefore: () => void show(list.fetchPreviousPage),
    /** Answers what is shown from now on. */
    refresh: async () => linesIn((await refetch()).data?.pages ?? []),
  }
}

export type Paged<Line> = Omit<ReturnType<typeof usePages<unknown, Line>>, 'pages'>
