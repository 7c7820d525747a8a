import type { QueryClient } from '@tanstack/react-query'
import type { RoomFeedClient } from './RoomFeedClient.ts'

/** Whoever goes back within it finds what was read of a room, and their place in it. */
const KEPT_MS = 10 * 60_000

const keyOf = (slug: string) => ['feed', slug]

/** With what else a member saw, so that it goes with them, and is doubted when what they may see changes. */
export function keep(client: QueryClient, slug: string, reader: RoomFeedClient): void {
  client.setQueryDefaults(keyOf(slug), { gcTime: KEPT_MS })
  client.setQueryData(keyOf(slug), reader)
}

/** What was read of a room, to be compared with the club before anybody relies on it. */
export function takeKept(client: QueryClient, slug: string): RoomFeedClient | undefined {
  const state = client.getQueryState<RoomFeedClient>(keyOf(slug))
  return state?.isInvalidated || state?.data?.view().refusal ? undefined : state?.data
}
