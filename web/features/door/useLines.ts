import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getDoor, listIssued, listWaiting } from '#contract/door.ts'
import { call, pathOf, query } from '#web/platform/call.ts'

const QUEUE = pathOf(listWaiting)
const ISSUED = pathOf(listIssued)

const pageAfter = (lines: readonly { id: string }[], hasMore: boolean) =>
  hasMore ? lines.at(-1)?.id : undefined

/** Who waits, page after page. */
export function useQueue(search: string) {
  const list = useInfiniteQuery({
    queryKey: [QUEUE, search],
    queryFn: ({ pageParam, signal }) =>
      call(listWaiting, { query: { after: pageParam, search: search || undefined } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ waiting, hasMore }) => pageAfter(waiting, hasMore),
    staleTime: 0,
  })
  return { ...list, lines: list.data?.pages.flatMap(({ waiting }) => waiting) ?? null }
}

/** Every invitation, page after page. */
export function useIssued() {
  const list = useInfiniteQuery({
    queryKey: [ISSUED],
    queryFn: ({ pageParam, signal }) =>
      call(listIssued, { query: { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ invitations, hasMore }) => pageAfter(invitations, hasMore),
    staleTime: 0,
  })
  return { ...list, lines: list.data?.pages.flatMap(({ invitations }) => invitations) ?? null }
}

/** Asks again for everything at the door; resolves once it has come. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const keys = [[QUEUE], [ISSUED], query(getDoor, {}).queryKey]
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
