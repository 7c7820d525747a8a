// A member asks for a copy of their data and downloads it, also by the link in the mail.
import { useEffect, useRef, type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Export } from '#contract/privacy/ownData.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ExportState } from './ExportState.tsx'
import { useExporting, isLinkGone } from './useExporting.ts'
import { isUnderWay, useExport } from './useMine.ts'
import styles from './ownData.module.css'

/** Everything the club keeps about somebody, as a file: asked for, made, and taken. `children` are ways beside it. */
export function ExportPart({ children }: { children: ReactNode }) {
  const result = useExport()
  const mailed = useMailedCopy()
  return (
    <div id="export" className="floats-empty stack-2">
      <QueryView
        query={result}
        isPart
        failed={<Text ns="mine" k="export_unknown" />}
        waiting={<div className={`hidden-empty ${styles.acts}`}>{children}</div>}
      >
        {(data) => (
          <Copy copy={data.export} mailed={mailed}>
            {children}
          </Copy>
        )}
      </QueryView>
    </div>
  )
}

type CopyProps = {
  copy: Export | null
  mailed: ReturnType<typeof useMailedCopy>
  children: ReactNode
}

function Copy({ copy, mailed, children }: CopyProps) {
  const now = useNow()
  const exporting = useExporting(mailed)
  const button = useRef<HTMLButtonElement>(null)
  const { token } = mailed

  // scrolled to when opened by the link in the mail
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
      <div className={`hidden-empty ${styles.acts}`}>
        {/* one button from the asking to the taking, so that the focus stays where it was put */}
        {isReady || token ? (
          <Button
            key="act"
            ref={button}
            size="s"
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
              size="s"
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
            ref={useFocusHandover}
            size="s"
            look="quiet"
            pending={exporting.pending === 'ask'}
            onClick={() => void exporting.ask()}
          >
            <Text ns="mine" k="export_new" />
          </Button>
        )}
        {children}
      </div>
      {exporting.proof}
    </>
  )
}

/** Why a copy could not be asked for or taken. */
const ExportFailure = ({ failure }: { failure: CallError | null }) =>
  failure &&
  (isLinkGone(failure) ? (
    <Notice tone="danger" title={<Text ns="mine" k="export_gone" />}>
      <Text ns="mine" k="export_gone_text" />
    </Notice>
  ) : (
    <ErrorNotice failure={failure} />
  ))

/** The token of the link in the mail (`/settings#export=…`), taken out of the address before anybody looks over a shoulder. */
function useMailedCopy() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(hash.slice(1)).get('export')
  const [token, setToken] = useState(found)
  if (found && found !== token) setToken(found)

  useEffect(() => {
    if (found) void navigate(pathname, { replace: true })
  }, [found, pathname, navigate])

  return { token, forget: () => setToken(null) }
}
