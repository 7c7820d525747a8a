import {
  addPushBrowser,
  getNotifications,
  removePushBrowser,
} from '#contract/notifications/notifications.ts'
import { call, query } from '#web/platform/api/call.ts'

/** A new subscription in place of one that may belong to another key, or to nobody; the club has it, or nobody. */
export async function subscribeAnew(manager: PushManager, pushKey: string): Promise<void> {
  await (await manager.getSubscription())?.unsubscribe()
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  try {
    await call(addPushBrowser, { body: { endpoint, keys: { p256dh, auth } } })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/**
 * Makes what this browser holds and what the club has of it the same. The club decides whether push is
 * on: what it does not have, because it never worked or somebody removed it, goes here too; what it has
 * and the browser does not hold, or holds for another key, is made again. Answers whether the club was told.
 */
export async function mendPush({ pushManager }: ServiceWorkerRegistration): Promise<boolean> {
  const [held, { browsers, pushKey }] = await Promise.all([
    pushManager.getSubscription(),
    call(getNotifications, {}),
  ])
  const known = browsers.find(({ isCurrent }) => isCurrent)
  if (!known) await held?.unsubscribe()
  if (!known || (held && readKey(held) === pushKey && (await makeMark(held)) === known.mark))
    return false
  if (Notification.permission === 'granted') await subscribeAnew(pushManager, pushKey)
  else await call(removePushBrowser, { params: { browserId: known.id } })
  return true
}

/** Where a page keeps what it read of push. */
export const settingsKey = () => query(getNotifications, {}).queryKey

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const readKey = ({ options }: PushSubscription): string | null =>
  options.applicationServerKey && base64url(options.applicationServerKey)

const makeMark = async ({ endpoint }: PushSubscription): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
