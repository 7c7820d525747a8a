import { useMutation, useQueryClient } from '@tanstack/react-query'
import { declineWaves, listWaves } from '#contract/posts/receivedWaves.ts'
import { call, callPath, type CallError } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'

const KEY = [callPath(listWaves), 'pages']

/** Who waved at one's posts. */
export function useWaves() {
  const client = useQueryClient()
  const list = usePages({
    key: KEY,
    ask: (before, signal) => call(listWaves, { query: { before } }, { signal }),
    linesOf: ({ waves }) => waves,
    next: ({ next }) => next,
  })
  useLiveEvents(({ type }) => {
    if (type === 'bell' || type === 'ready') void client.invalidateQueries({ queryKey: KEY })
  })
  return list
}

export function useDecline() {
  const client = useQueryClient()
  return useMutation<unknown, CallError, string>({
    mutationFn: (waverId) => call(declineWaves, { body: { waverId } }),
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [key] }) => /^\/api\/(waves|people|bell)/.test(String(key)),
      }),
  })
}
