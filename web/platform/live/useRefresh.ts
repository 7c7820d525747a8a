import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Asks again, quietly, for all that is shown from calls whose path begins so, and resolves once that
 * has come. What changes meanwhile is asked for once more, so that a crowd of news costs two rounds.
 */
export function useRefresh(start: string): () => Promise<void> {
  const client = useQueryClient()
  const running = useRef<Promise<void> | null>(null)
  const isWanted = useRef(false)
  const shown = {
    type: 'active',
    predicate: ({ queryKey: [path] }: { queryKey: QueryKey }) => String(path).startsWith(start),
  } as const
  const ask = async () => {
    while (isWanted.current) {
      isWanted.current = false
      // what is on its way began before the news: waited for, and not relied on
      if (client.isFetching(shown) > 0) await client.refetchQueries(shown, { cancelRefetch: false })
      await client.refetchQueries(shown)
    }
  }
  return () => {
    isWanted.current = true
    running.current ??= ask().finally(() => (running.current = null))
    return running.current
  }
}
