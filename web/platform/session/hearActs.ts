// Asks again for what this tab shows, once it is looked at after something was done in another tab.
import type { QueryClient } from '@tanstack/react-query'
import { ACT } from '#web/platform/api/call.ts'
import { openChannel } from './openChannel.ts'
import { sessionQuery } from './session.ts'

/**
 * Of most acts no event tells: what a tab holds would count as fresh although the member changed it in
 * another. Only what is looked at is asked for, and only once, however much was done meanwhile. Until `end`.
 */
export function hearActs(client: QueryClient, userId: string, end: AbortSignal): void {
  const channel = end.aborted ? null : openChannel(`acts of ${userId}`)
  if (!channel) return
  let isBehind = false
  const tell = (event: Event) => {
    if ((event as CustomEvent<unknown>).detail !== 'quiet') channel.postMessage('done')
  }
  const look = () => {
    if (!isBehind || document.visibilityState === 'hidden') return
    isBehind = false
    refetchShown(client)
  }
  channel.onmessage = () => (isBehind = true)
  const signal = { signal: end }
  end.addEventListener('abort', () => channel.close())
  window.addEventListener(ACT, tell, signal)
  // of two windows side by side neither is ever hidden
  window.addEventListener('focus', look, signal)
  document.addEventListener('visibilitychange', look, signal)
}

/** Asks for all that is shown, but not for the session: that would move its end, and its changes are announced. */
export function refetchShown(client: QueryClient): void {
  const [own] = sessionQuery.queryKey
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path !== own && String(path).startsWith('/api/'),
  })
}
