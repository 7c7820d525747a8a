import { reopenQuestion } from '#web/platform/cookies/asking.ts'
import { useHeldChoice } from '#web/platform/cookies/useHeldChoice.ts'
import { useLocale } from '#web/text/i18n.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'

export function CookieCard() {
  const locale = useLocale()
  return (
    <Card titleId="cookies" title={<Text ns="settings" k="cookies" />}>
      <p className="small">
        <Held />
      </p>
      <p className={`soft ${styles.notice}`}>
        <Text ns="settings" k="cookies_text" />
      </p>
      <Button look="quiet" size="s" className={styles.act} onClick={() => reopenQuestion(locale)}>
        <Text ns="settings" k="cookies_button" />
      </Button>
    </Card>
  )
}

/** What was chosen on this device. */
function Held() {
  const tongue = useScreenTongue()
  const held = useHeldChoice()
  if (!held) return <Text ns="consent" k="cookies_none" />
  const { analytics, marketing, timestamp } = held
  const k = analytics
    ? marketing
      ? 'cookies_all'
      : 'cookies_analytics'
    : marketing
      ? 'cookies_marketing'
      : 'cookies_necessary'
  return <Text ns="consent" k={k} values={{ day: formatDay(timestamp, tongue) }} />
}
