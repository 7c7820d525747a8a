// How the newest copy of one's data stands. What changes while somebody looks is read out.
import type { Export } from '#contract/privacy/ownData.ts'
import { formatNumber } from '#web/text/amounts.ts'
import { formatDay, formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './ownData.module.css'
import { isUnderWay } from './useMine.ts'

type Props = { copy: Export | null; isMailed: boolean; mayAsk: boolean }

export function ExportState({ copy, isMailed, mayAsk }: Props) {
  const tongue = useScreenTongue()
  return (
    <>
      <div role="status" className="floats-empty stack-2">
        {copy && <State copy={copy} />}
        {isMailed && <Text as="p" ns="mine" k="export_mailed" />}
        {copy && !mayAsk && !isUnderWay(copy) && (
          <p className="soft small">
            <Text ns="mine" k="export_next" values={{ when: formatMoment(copy.nextAt, tongue) }} />
          </p>
        )}
      </div>
      {copy && isUnderWay(copy) && <Progress percent={copy.progress} />}
    </>
  )
}

function State({ copy }: { copy: Export }) {
  const tongue = useScreenTongue()
  const { state, readyAt, expiresAt, bytes, requestedAt, isVoid } = copy
  const made = formatDay(readyAt ?? requestedAt, tongue)
  switch (state) {
    case 'waiting':
    case 'building':
      return <Text as="p" ns="mine" k={`export_${state}`} />
    case 'ready': {
      const until = expiresAt ? formatMoment(expiresAt, tongue) : ''
      const size = bytes === null ? '' : megabytes(bytes, tongue)
      return (
        <Notice tone="success" announced={false} title={<Text ns="mine" k="export_ready" />}>
          <Text ns="mine" k="export_ready_text" values={{ made, size, until }} />
        </Notice>
      )
    }
    case 'failed':
      return (
        <Notice tone="danger" announced={false} title={<Text ns="mine" k="export_failed" />}>
          <Text ns="mine" k="export_failed_text" />
        </Notice>
      )
    case 'expired':
      return (
        <p className="soft small">
          <Text ns="mine" k={isVoid ? 'export_void' : 'export_expired'} values={{ made }} />
        </p>
      )
  }
}

/** Every percent read out would drown everything else, so it is only there to be looked up. */
function Progress({ percent }: { percent: number }) {
  const { t } = useText('mine')
  return (
    <div className={`line-3 tabular small ${styles.progress}`}>
      <progress max={100} value={percent} aria-label={t('export_progress')} />
      <span aria-hidden="true">
        <Text ns="mine" k="export_percent" values={{ percent }} />
      </span>
    </div>
  )
}

const megabytes = (bytes: number, tongue: 'de' | 'en'): string =>
  `${formatNumber(Math.max(0.1, Math.round(bytes / 100_000) / 10), tongue)}\u00a0MB`
