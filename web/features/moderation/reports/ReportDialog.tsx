// The window to report a post, profile, photo or message of a table; what is typed stays until it is sent.
import { useState } from 'react'
import type { Report, ReportTarget } from '#contract/moderation/reports.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'
import { OwnCase } from './OwnCase.tsx'
import { ReportForm, reportDrafts } from './ReportForm.tsx'
import { ReportSent } from './ReportSent.tsx'

/** What is reported, and whose it is. A profile's id is its member's. */
export type Reported = ReportTarget & { memberId: string; username: string }

export type ReportProps = {
  /** Nothing is reported, and the dialog closed, while it is null. */
  target: Reported | null
  onClose: () => void
  /** Blocks the person as well, where that was ticked. Without it that is not offered. */
  onBlock?: (target: Reported) => Promise<unknown>
  returnTo?: () => HTMLElement | null
}

export type SentReport = { report: Report; blocked: 'done' | 'failed' | null }

const FORM = 'report'

/** Reports a post, a profile, a photo or a message of a table: a reason, and off it goes. What is typed stays until then. */
export function ReportDialog({ target, onClose, onBlock, returnTo }: ReportProps) {
  // stays while the window takes its leave
  const [shown, setShown] = useState(target)
  const drafts = useTabDrafts(reportDrafts)
  const [sent, setSent] = useState<SentReport | null>(null)
  const [isPending, setPending] = useState(false)
  if (target && target !== shown) {
    setShown(target)
    setSent(null)
  }
  if (!shown) return null
  const about = `${shown.kind} ${shown.id}`
  const { username } = shown

  const arrived = (one: SentReport) => {
    drafts.delete(about)
    setSent(one)
  }
  return (
    <Dialog
      open={target !== null}
      onOpenChange={(open) => !open && onClose()}
      isBusy={isPending}
      title={
        sent ? <Text ns="reports" k="sent" /> : <Text ns="reports" k={`report_${shown.kind}`} />
      }
      description={
        sent ? undefined : (
          <Text
            ns="reports"
            k={shown.kind === 'message' ? 'lead_message' : 'lead'}
            values={{ username }}
          />
        )
      }
      isRead
      {...(returnTo && { returnTo })}
      actions={
        sent ? (
          <DialogClose render={<Button />}>
            <Text ns="shell" k="close" />
          </DialogClose>
        ) : (
          <>
            <DialogCancel />
            <Button type="submit" form={FORM} pending={isPending}>
              <Text ns="reports" k="send" />
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <ReportSent sent={sent} username={username} onLeave={onClose} />
      ) : (
        <>
          {shown.kind !== 'message' && <OwnCase target={{ kind: shown.kind, id: shown.id }} />}
          <ReportForm
            key={about}
            id={FORM}
            target={shown}
            draft={drafts.get(about)}
            onDraft={(draft) => drafts.set(about, draft)}
            onBlock={onBlock && (() => onBlock(shown))}
            onPending={setPending}
            onSent={arrived}
          />
        </>
      )}
    </Dialog>
  )
}
