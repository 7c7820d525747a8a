// The two ways to be verified that are not open yet. Nothing at the server belongs to them.
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#web/features/verification/verification.module.css'

const WAYS = ['auto', 'cent'] as const
type Way = (typeof WAYS)[number]
const NEXT: Record<string, Way> = {
  ArrowRight: 'cent',
  ArrowLeft: 'auto',
  End: 'cent',
  Home: 'auto',
}

export function OtherWays() {
  const { t } = useText('verify')
  const [current, setCurrent] = useState<Way>('auto')
  const id = useId()
  const tabs = useRef<Partial<Record<Way, HTMLButtonElement | null>>>({})

  const onKeyDown = (event: KeyboardEvent) => {
    const next = NEXT[event.key]
    if (!next) return
    event.preventDefault()
    setCurrent(next)
    tabs.current[next]?.focus()
  }
  return (
    <Card titleId="ways" title={<Text ns="verify" k="ways" />}>
      <div role="tablist" aria-label={t('ways')} className={styles.tabs}>
        {WAYS.map((way) => (
          <button
            key={way}
            ref={(tab) => void (tabs.current[way] = tab)}
            type="button"
            role="tab"
            id={`${id}-${way}`}
            aria-selected={way === current}
            aria-controls={`${id}-panel`}
            tabIndex={way === current ? 0 : -1}
            className={`ink-on-hover soft bold ${styles.tab}`}
            onClick={() => setCurrent(way)}
            onKeyDown={onKeyDown}
          >
            <Text ns="verify" k={`${way}_tab`} />
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={0}
        className={styles.panel}
      >
        <Badge tone="lamp">
          <Text ns="verify" k="coming" />
        </Badge>
        {current === 'auto' ? <AutomaticCheck /> : <CentPayment />}
        <Button look="quiet" disabled>
          <Text ns="verify" k={`${current}_start`} />
        </Button>
      </div>
    </Card>
  )
}

const AutomaticCheck = () => (
  <>
    <Text as="p" ns="verify" k="auto_text" />
    <ul className="points">
      {(['auto_front', 'auto_selfie', 'auto_match'] as const).map((k) => (
        <Text key={k} as="li" ns="verify" k={k} />
      ))}
    </ul>
  </>
)

const CentPayment = () => (
  <>
    <Text as="p" ns="verify" k="cent_text" />
    <Text as="p" ns="verify" k="cent_charge" />
  </>
)
