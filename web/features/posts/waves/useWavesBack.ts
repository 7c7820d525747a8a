import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '#web/platform/live/live.tsx'

/** What one waved at in a room is asked about again when something rang: somebody may have waved, or waved back. */
export function useWavesBack(slug: string): void {
  const client = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type !== 'bell') return
    void client.invalidateQueries({
      predicate: ({ queryKey: [key] }) => String(key).startsWith(`/api/rooms/${slug}/waves`),
    })
    void import('#web/features/posts/feed/byHand.ts').then(
      ({ ringWaver }) => ringWaver(),
      () => {},
    )
  })
}
