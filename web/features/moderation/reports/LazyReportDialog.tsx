import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { withWords } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import type { ReportProps } from './ReportDialog.tsx'

let here: ComponentType<ReportProps> | null = null

/** Fetches the dialog and its words, for instance when the menu opens that it can be reached from. */
async function loadReportDialog(): Promise<ComponentType<ReportProps>> {
  // staff prove who they are before they open a case themselves
  const part = await withWords(['reports', 'factors'], import('./ReportDialog.tsx'))
  here = part.ReportDialog
  return here
}

/** A `ReportDialog` nobody has to wait for who reports nothing. Mount it once and give it a target. */
export function LazyReportDialog(props: ReportProps) {
  const [Dialog, setDialog] = useState<ComponentType<ReportProps> | null>(() => here)
  const isWanted = props.target !== null && !Dialog
  const fetch = useEffectEvent(async () => {
    try {
      const loaded = await loadReportDialog()
      setDialog(() => loaded)
    } catch {
      // the room behind it stays as it is
      addToast({ title: <Text ns="errors" k="FETCH_ERROR" />, tone: 'danger' })
      props.onClose()
    }
  })
  useEffect(() => {
    if (isWanted) void fetch()
  }, [isWanted])
  return Dialog && <Dialog {...props} />
}
