import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { declineWaves, listWaves } from '#contract/waves.ts'
import { call, pathOf, type CallError } from '#web/platform/call.ts'
import { useLiveEvents } from '#web/platform/live.tsx'

const KEY = [pathOf(listWaves), 'pages']

/** Who waved at one's posts, once somebody wants to know. */
export function useWaves(isOpen: boolean) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) =>
      call(listWaves, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isOpen,
    staleTime: 0,
  })
  useLiveEvents(({ type }) => {
    if (type === 'bell' || type === 'ready') void client.invalidateQueries({ queryKey: KEY })
  })
  return { ...list, waves: list.data?.pages.flatMap(({ waves }) => waves) ?? null }
}

export function useDecline() {
  const client = useQueryClient()
  return useMutation<unknown, CallError, string>({
    mutationFn: (waverId) => call(declineWaves, { body: { waverId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
