import { useInfiniteQuery } from '@tanstack/react-query'
import { listSubmissions, type SubmissionLine } from '#contract/review.ts'
import { call, pathOf } from '#web/platform/call.ts'
import { useRefresh as useRefreshOf } from '#web/platform/useRefresh.ts'

export type Filter = 'all' | 'queue'

const LIST = pathOf(listSubmissions)

/** The lines of the table so far, page after page. */
export function useSubmissions(filter: Filter) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [LIST, filter],
      queryFn: ({ pageParam, signal }) =>
        call(listSubmissions, { query: { filter, after: pageParam } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ submissions, hasMore }) =>
        hasMore ? submissions.at(-1)?.id : undefined,
      staleTime: 0,
    })
  const showMore = async () => {
    if (isFetchingNextPage) return
    // a list that is just being brought up to date is not left half-way
    if (isFetching) await refetch({ cancelRefetch: false })
    await fetchNextPage()
  }
  return {
    lines: data?.pages.flatMap(({ submissions }) => submissions) ?? null,
    /** How many are pending in all. */
    waiting: data?.pages.at(-1)?.waiting ?? 0,
    error,
    isFetching,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    showMore: () => void showMore(),
    retry: () => void refetch(),
  }
}

/** For the list, and the submission that is looked at. */
export const useRefresh = () => useRefreshOf(LIST)

/**
 * Who comes after a submission in the queue, or the first there if nobody does. Asks the server,
 * because others are working on the same queue.
 */
export async function nextInQueue(id?: string): Promise<SubmissionLine | null> {
  const isOther = (line: SubmissionLine) => line.id !== id
  const ask = async (after?: string) => {
    const answer = await call(listSubmissions, { query: { filter: 'queue', after } })
    return answer.submissions.find(isOther)
  }
  return (id && (await ask(id))) || ((await ask()) ?? null)
}
