import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { listPosts } from '#contract/posts/posts.ts'
import { useAnswered } from '#web/platform/start/early.ts'
import { useLiveEvents, useLiveState } from '#web/platform/live/live.tsx'
import { readPosts } from '#web/platform/talk/posts.ts'
import { FeedClient, unread } from './FeedClient.ts'

/** How often to ask while no stream stays open, in ms; spread, since a crowd loses its streams at once. */
const withoutLineMs = () => 5_000 + Math.random() * 3_000

/** What was said in one place, kept true for as long as the screen stands. */
export function useFeed(place: string) {
  const first = useAnswered(listPosts, { params: { slug: place }, query: {} })
  const client = useQueryClient()
  const [reader] = useState(
    () =>
      takeCachedFeed(client, place) ??
      new FeedClient(place, (query, signal) => readPosts(place, query, signal), first),
  )
  useLiveEvents((event) => reader.hear(event))
  const isLive = useLiveState() === 'live'
  const open = useEffectEvent(() => reader.open(isLive))
  useEffect(() => {
    open()
    return () => {
      reader.close()
      cacheFeed(client, place, reader)
    }
  }, [client, place, reader])

  useEffect(() => {
    if (isLive) return
    const timer = setInterval(() => reader.check(), withoutLineMs())
    return () => clearInterval(timer)
  }, [isLive, reader])

  const view = useSyncExternalStore(reader.watch, reader.view)
  // the first posts are drawn in slices; later ones at once, or one's own would blink as it arrives
  const deferred = useDeferredValue(view, unread)
  return { reader, ...(deferred.phase === 'loading' ? deferred : view) }
}

/** A member who returns within this time finds the loaded posts and their scroll position. */
const KEPT_MS = 10 * 60_000

const keyOf = (place: string) => ['feed', place]

/** Caches a feed with the member's queries, so that it goes when they log out and is invalidated with them. */
function cacheFeed(client: QueryClient, place: string, reader: FeedClient): void {
  client.setQueryDefaults(keyOf(place), { gcTime: KEPT_MS })
  client.setQueryData(keyOf(place), reader)
}

/** A cached feed; it is shown at once and has to be compared with the server. */
function takeCachedFeed(client: QueryClient, place: string): FeedClient | undefined {
  const state = client.getQueryState<FeedClient>(keyOf(place))
  return state?.isInvalidated || state?.data?.view().refusal ? undefined : state?.data
}
