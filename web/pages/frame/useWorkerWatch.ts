import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Push, and the page of an installed club, are seen to after the screen stands. */
export function useWorkerWatch(): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const loaded = import('#web/features/notifications/workerWatch.ts')
    // another start tries again
    void loaded.then(({ watchWorker }) => watchWorker(client, end.signal)).catch(() => {})
    return () => end.abort()
  }, [client])
}
