import { useInfiniteQuery } from '@tanstack/react-query'
import { listMessages } from '#contract/contact.ts'
import { call, pathOf } from '#web/platform/call.ts'

export type Filter = 'open' | 'all'

const LIST = pathOf(listMessages)

/** The messages so far, page after page, and how many wait for an answer in all. */
export function useMessages(filter: Filter) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [LIST, filter],
      queryFn: ({ pageParam, signal }) =>
        call(listMessages, { query: { filter, after: pageParam } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.at(-1)?.id : undefined),
      staleTime: 0,
    })
  return {
    messages: data?.pages.flatMap(({ messages }) => messages) ?? null,
    open: data?.pages.at(-1)?.open ?? null,
    error,
    isFetching,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    showMore: () => void fetchNextPage(),
    refresh: async () => void (await refetch()),
  }
}
