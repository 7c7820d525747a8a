import { useRef, useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyReportDialog, loadReportDialog } from './LazyReportDialog.tsx'
import type { Reported, ReportProps } from './ReportDialog.tsx'

type Props = { member: { id: string; username: string } } & Pick<ReportProps, 'onBlock'>

/** Reports a profile from its page. */
export function ReportButton({ member: { id, username }, onBlock }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const [target, setTarget] = useState<Reported | null>(null)
  return (
    <>
      <Button
        ref={opener}
        look="quiet"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadReportDialog().catch(() => {})}
        onClick={() => setTarget({ kind: 'profile', id, memberId: id, username })}
      >
        <Text ns="safety" k="report" />
      </Button>
      <LazyReportDialog
        target={target}
        onClose={() => setTarget(null)}
        returnTo={() => opener.current}
        {...(onBlock && { onBlock })}
      />
    </>
  )
}
