import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'

/** Which build of the app this page is; nothing while it is being written. */
const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

/** Once the club shows another build of the app, this page is reloaded as soon as nobody is in the middle of something. */
export function BuildWatch() {
  const client = useQueryClient()
  const { outgoing } = useOutbox()
  const count = useRef(0)
  const end = useRef<AbortController | null>(null)
  useEffect(() => {
    count.current = outgoing.length
  }, [outgoing])
  useEffect(() => () => end.current?.abort(), [])

  useLiveEvents((event) => {
    if (event.type !== 'ready' || !event.build || !ownBuild()) return
    if (event.build === ownBuild()) {
      end.current?.abort()
      end.current = null
      return
    }
    if (end.current) return
    const { signal } = (end.current = new AbortController())
    const isBusy = () => count.current + client.isMutating() > 0
    // a page that cannot fetch it tries again with the next word of the club
    void import('./reload.ts').then(
      ({ reloadOnceQuiet }) => reloadOnceQuiet({ isBusy, signal }),
      () => (end.current = null),
    )
  })
  return null
}
