import type { QueryClient } from '@tanstack/react-query'
import type { FeedClient } from './FeedClient.ts'

/** Whoever goes back within it finds what was read of a talk, and their place in it. */
const KEPT_MS = 10 * 60_000

const keyOf = (place: string) => ['feed', place]

/** With what else a member saw, so that it goes with them, and is doubted when what they may see changes. */
export function keep(client: QueryClient, place: string, reader: FeedClient): void {
  client.setQueryDefaults(keyOf(place), { gcTime: KEPT_MS })
  client.setQueryData(keyOf(place), reader)
}

/** What was read of a talk, to be compared with the club before anybody relies on it. */
export function takeKept(client: QueryClient, place: string): FeedClient | undefined {
  const state = client.getQueryState<FeedClient>(keyOf(place))
  return state?.isInvalidated || state?.data?.view().refusal ? undefined : state?.data
}
