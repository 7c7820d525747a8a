// Where a member turns push on for this browser, and off for this one or any other.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  getNotifications,
  removePushBrowser,
  type PushBrowser,
} from '#contract/notifications/notifications.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { CallError, call, query } from '#web/platform/api/call.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './notifications.module.css'
import { subscribeAnew } from './pushSubscription.ts'

type Props = Pick<AnswerOf<typeof getNotifications>, 'browsers' | 'pushKey'>

const UNABLE = {
  able: 'push_is_off',
  denied: 'push_denied',
  unsupported: 'push_unsupported',
} as const

/** What it goes through is said before it is turned on, and by name afterwards. */
export function PushPart({ browsers, pushKey }: Props) {
  const { t } = useText('bell')
  const tongue = useScreenTongue()
  const { able, turnOn, turnOff } = usePush()
  const vendor = guessPushVendor(navigator.userAgent) ?? t('vendor_own')
  const current = browsers.find(({ isCurrent }) => isCurrent)
  const others = browsers.filter(({ isCurrent }) => !isCurrent)
  const failure = turnOn.error ?? turnOff.error
  const switchOn = () => {
    turnOff.reset()
    turnOn.mutate(pushKey)
  }
  const switchOff = (browser: PushBrowser) => {
    turnOn.reset()
    turnOff.mutate(browser)
  }
  return (
    <div className={`stack-2 ${styles.part}`}>
      <Text as="h2" id="push" ns="bell" k="push" />
      <Text as="p" className="soft" ns="bell" k="push_text" values={{ vendor }} />
      <div role="status">
        {current && <Text as="p" ns="bell" k="push_is_on" values={{ service: current.service }} />}
        {!current && <Text as="p" ns="bell" k={UNABLE[able]} />}
      </div>
      {(current ?? able === 'able') && (
        <Button
          look="quiet"
          className="at-start"
          pending={turnOn.isPending || turnOff.isPending}
          onClick={() => (current ? switchOff(current) : switchOn())}
        >
          <Text ns="bell" k={current ? 'push_off' : 'push_on'} />
        </Button>
      )}
      {failure &&
        (failure instanceof CallError ? (
          <ErrorNotice failure={failure} />
        ) : (
          <Notice tone="danger">
            <Text ns="bell" k="push_failed" />
          </Notice>
        ))}
      {others.length > 0 && (
        <>
          <Text as="h3" id="push-others" ns="bell" k="push_others" />
          <ul role="list" className={`stack-2 ${styles.browsers}`} aria-labelledby="push-others">
            {others.map((browser) => {
              const values = { service: browser.service, day: formatDay(browser.since, tongue) }
              return (
                <li key={browser.id}>
                  <Text as="span" ns="bell" k="push_since" values={values} />
                  <Button
                    ref={useFocusHandover}
                    look="quiet"
                    size="s"
                    onClick={() => switchOff(browser)}
                  >
                    <Text ns="bell" k="push_remove" />
                    <span className="visually-hidden"> ({browser.service})</span>
                  </Button>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </div>
  )
}

type Ability = 'able' | 'unsupported' | 'denied'

function ability(): Ability {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** Whose push service it will be; which host exactly only the browser knows, once it subscribed. */
function guessPushVendor(userAgent: string): 'Microsoft' | 'Mozilla' | 'Google' | 'Apple' | null {
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
function usePush() {
  const client = useQueryClient()
  const [able, setAble] = useState(ability)
  const { queryKey } = query(getNotifications, {})
  const refresh = () => client.invalidateQueries({ queryKey })
  const turnOn = useMutation({
    mutationFn: subscribe,
    // who passed over the question has not said no
    onSuccess: (how) => (how === 'subscribed' ? refresh() : setAble(ability())),
  })
  const turnOff = useMutation({
    mutationFn: unsubscribe,
    onSuccess: refresh,
  })
  return { able, turnOn, turnOff }
}
