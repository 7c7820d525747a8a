import { useEffect, useRef } from 'react'
import type { Export } from '#contract/privacy/ownData.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardSection } from '#web/ui/CardSection.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { ExportFailure } from './ExportFailure.tsx'
import { ExportState } from './ExportState.tsx'
import { useExporting } from './useExporting.ts'
import { useMailedCopy } from './useMailedCopy.ts'
import { isUnderWay, useExport } from './useMine.ts'
import styles from './ownData.module.css'

/** Everything the club keeps about somebody, as a file: asked for, made, and taken. */
export function ExportSection() {
  const asked = useExport()
  const mailed = useMailedCopy()
  return (
    <CardSection titleId="export" title={<Text ns="mine" k="export_title" />}>
      <p className={styles.soft}>
        <Text ns="mine" k="export_text" />
      </p>
      <QueryView asked={asked} isPart failed={<Text ns="mine" k="export_unknown" />}>
        {(data) => <Copy copy={data.export} mailed={mailed} />}
      </QueryView>
    </CardSection>
  )
}

type CopyProps = { copy: Export | null; mailed: ReturnType<typeof useMailedCopy> }

function Copy({ copy, mailed }: CopyProps) {
  const now = useNow()
  const exporting = useExporting(mailed)
  const button = useRef<HTMLButtonElement>(null)
  const { token } = mailed

  // whoever comes by the mail came for this
  useEffect(() => {
    if (!token) return
    button.current?.scrollIntoView({ block: 'center' })
    button.current?.focus({ preventScroll: true })
  }, [token])

  const isReady = copy?.state === 'ready'
  const mayAsk = !copy || (!isUnderWay(copy) && Date.parse(copy.nextAt) <= now.getTime())
  return (
    <>
      <ExportState copy={copy} isMailed={token !== null} mayAsk={mayAsk} />
      <ExportFailure failure={exporting.failure} />
      <StatusMessage size="s">
        {exporting.isFetched && <Text ns="mine" k="export_fetched" />}
      </StatusMessage>
      <div className={styles.acts}>
        {/* one button from the asking to the taking, so that the focus stays where it was put */}
        {isReady || token ? (
          <Button
            key="act"
            ref={button}
            pending={exporting.pending === 'fetch'}
            onClick={() => void exporting.fetch()}
          >
            <Text ns="mine" k="export_download" />
          </Button>
        ) : (
          (mayAsk || isUnderWay(copy)) && (
            <Button
              key="act"
              ref={button}
              look="quiet"
              pending={exporting.pending === 'ask'}
              aria-disabled={isUnderWay(copy) || undefined}
              onClick={() => void (isUnderWay(copy) || exporting.ask())}
            >
              <Text ns="mine" k={copy?.state === 'failed' ? 'export_again' : 'export'} />
            </Button>
          )
        )}
        {isReady && mayAsk && (
          <Button
            look="quiet"
            pending={exporting.pending === 'ask'}
            onClick={() => void exporting.ask()}
          >
            <Text ns="mine" k="export_new" />
          </Button>
        )}
      </div>
      {exporting.proof}
    </>
  )
}
