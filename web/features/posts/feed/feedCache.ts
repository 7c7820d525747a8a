import type { QueryClient } from '@tanstack/react-query'
import type { FeedClient } from './FeedClient.ts'

/** A member who returns within this time finds the loaded posts and their scroll position. */
const KEPT_MS = 10 * 60_000

const keyOf = (place: string) => ['feed', place]

/** Caches a feed with the member's queries, so that it goes when they log out and is invalidated with them. */
export function cacheFeed(client: QueryClient, place: string, reader: FeedClient): void {
  client.setQueryDefaults(keyOf(place), { gcTime: KEPT_MS })
  client.setQueryData(keyOf(place), reader)
}

/** A cached feed; it is shown at once and has to be compared with the server. */
export function takeCachedFeed(client: QueryClient, place: string): FeedClient | undefined {
  const state = client.getQueryState<FeedClient>(keyOf(place))
  return state?.isInvalidated || state?.data?.view().refusal ? undefined : state?.data
}
