import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getNotifications,
  removePushBrowser,
  type PushBrowser,
} from '#contract/notifications/notifications.ts'
import { call, query } from '#web/platform/api/call.ts'
import { subscribeAnew } from './pushSubscription.ts'

type Ability = 'able' | 'unsupported' | 'denied'

function ability(): Ability {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** Whose push service it will be; which host exactly only the browser knows, once it subscribed. */
export function guessPushVendor(
  userAgent: string,
): 'Microsoft' | 'Mozilla' | 'Google' | 'Apple' | null {
  if (/\bEdgA?\//.test(userAgent)) return 'Microsoft'
  if (/\bFirefox\//.test(userAgent)) return 'Mozilla'
  if (/(Chrome|Chromium)\//.test(userAgent)) return 'Google'
  return /\bSafari\//.test(userAgent) ? 'Apple' : null
}

async function subscribe(pushKey: string): Promise<'subscribed' | 'not allowed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'not allowed'
  const { startWorker } = await import('#web/platform/start/worker.ts')
  await subscribeAnew((await startWorker()).pushManager, pushKey)
  return 'subscribed'
}

async function unsubscribe({ id, isCurrent }: PushBrowser): Promise<void> {
  await call(removePushBrowser, { params: { browserId: id } })
  if (!isCurrent || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Push messages on this device, and the way to end them on any. */
export function usePush() {
  const client = useQueryClient()
  const [able, setAble] = useState(ability)
  const { queryKey } = query(getNotifications, {})
  const refresh = () => client.invalidateQueries({ queryKey })
  return {
    able,
    turnOn: useMutation({
      mutationFn: subscribe,
      // who passed over the question has not said no
      onSuccess: (how) => (how === 'subscribed' ? refresh() : setAble(ability())),
    }),
    turnOff: useMutation({ mutationFn: unsubscribe, onSuccess: refresh }),
  }
}
