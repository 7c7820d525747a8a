import { useInfiniteQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import { listSubmissions, type SubmissionLine } from '#contract/review.ts'
import { call, pathOf } from '#web/platform/call.ts'

export type Filter = 'all' | 'queue'

const LIST = pathOf(listSubmissions)
/** The list, and the submission that is looked at. */
const SHOWN = {
  type: 'active',
  predicate: ({ queryKey: [path] }: { queryKey: QueryKey }) => String(path).startsWith(LIST),
} as const

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

/**
 * Asks again, quietly, for all that is shown of the review, and resolves once that has come. What
 * changes meanwhile is asked for once more, so that a crowd of news costs two rounds.
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const running = useRef<Promise<void> | null>(null)
  const isWanted = useRef(false)
  const ask = async () => {
    while (isWanted.current) {
      isWanted.current = false
      // what is on its way began before the news: waited for, and not relied on
      if (client.isFetching(SHOWN) > 0) await client.refetchQueries(SHOWN, { cancelRefetch: false })
      await client.refetchQueries(SHOWN)
    }
  }
  return () => {
    isWanted.current = true
    running.current ??= ask().finally(() => (running.current = null))
    return running.current
  }
}

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
