import type { OpenSession } from '#contract/accounts/security.ts'
import { formatDay, formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './security.module.css'

type Props = { session: OpenSession; isEnding: boolean; onEnd: (name: string) => void }

export function SessionLine({ session, isEnding, onEnd }: Props) {
  const { t } = useText('security')
  const tongue = useScreenTongue()
  const name = useDeviceName()(session)
  const values = {
    used: formatMoment(session.lastUsedAt, tongue),
    day: formatDay(session.createdAt, tongue),
  }
  return (
    <li>
      <div className="bar">
        <div className={styles.words}>
          <p className="bold toolbar-1">
            {name}
            {session.isThis && (
              <Badge tone="success">
                <Text ns="security" k="session_this" />
              </Badge>
            )}
          </p>
          <Text as="p" className="soft small" ns="security" k="session_used" values={values} />
        </div>
        {!session.isThis && (
          <Button
            look="quiet"
            size="s"
            pending={isEnding}
            aria-label={t('session_end_named', { name })}
            onClick={() => onEnd(name)}
          >
            <Text ns="security" k="session_end" />
          </Button>
        )}
      </div>
    </li>
  )
}

/** As their makers call them. */
const NAMES = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
} as const

/** What a browser and its system are called. */
export function useDeviceName(): (device: Pick<OpenSession, 'browser' | 'system'>) => string {
  const { t } = useText('security')
  return ({ browser, system }) =>
    t('session_name', {
      browser: browser === 'other' ? t('browser_unknown') : NAMES[browser],
      system: system === 'other' ? t('system_unknown') : NAMES[system],
    })
}
