import type { QueryClient } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'

const start = async () => {
  const { startWorker } = await import('#web/platform/start/worker.ts')
  // without it there is the browser's own page, and nothing else is missing
  await startWorker().catch(() => {})
}

/** Push that was turned on here may be over, at the browser's maker or at the club. */
const mend = async (client: QueryClient) => {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration || !('pushManager' in registration)) return
  const { mendPush, settingsKey } = await import('./pushSubscription.ts')
  if (!(await mendPush(registration))) return
  // settings that are open were read before
  await client.invalidateQueries({ queryKey: settingsKey() })
}

/**
 * An installed club has a page of its own for when there is no network. In a tab nothing is kept for
 * that. Until `end`.
 */
export function watchWorker(client: QueryClient, end: AbortSignal): void {
  if (end.aborted || !('serviceWorker' in navigator)) return
  // another start tries again
  mend(client).catch(() => {})
  if (window.matchMedia('(display-mode: standalone)').matches) void start()
  window.addEventListener('appinstalled', () => void start(), { signal: end })
}

/** What was read in the club, here or elsewhere, need not stand on the device any longer. */
export async function closeShown(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const shown = await registration?.getNotifications({ tag: pages.notices.path })
  for (const notification of shown ?? []) notification.close()
}
