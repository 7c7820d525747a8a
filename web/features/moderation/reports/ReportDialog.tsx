// The window to report a post, profile, photo or message of a table; what is typed stays until it is sent.
import { useState } from 'react'
import type { Report, ReportTarget } from '#contract/moderation/reports.ts'
import { codes } from '#contract/errors.ts'
import type { OwnCaseTarget } from '#contract/moderation/cases.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'
import { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useOpenCase } from '#web/platform/lists/useOpenCase.ts'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { focus } from '#web/ui/behaviour/focus.ts'
import { ReportForm, reportDrafts } from './ReportForm.tsx'
import { Link } from 'react-router'

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

/** Staff need not report to themselves. */
function OwnCase({ target }: { target: OwnCaseTarget }) {
  const { isModerator } = useMember()
  const { open, isPending, failure } = useOpenCase()
  useHold(isPending)
  if (!isModerator) return null
  return (
    <>
      {failure instanceof CallError && failure.code === codes.notFound ? (
        <Notice tone="danger">
          <Text ns="reports" k="target_gone" />
        </Notice>
      ) : (
        <ErrorNotice failure={failure} />
      )}
      <Button look="quiet" wide pending={isPending} onClick={() => open(target)}>
        <Text ns="reports" k="own_case" />
      </Button>
    </>
  )
}

type SentProps = { sent: SentReport; username: string; onLeave: () => void }

function ReportSent({ sent: { report, blocked }, username, onLeave }: SentProps) {
  const tongue = useScreenTongue()
  const { number, dueAt } = report
  return (
    <div ref={focus} tabIndex={-1} className="stack-4 no-ring">
      <Notice tone="success" title={<Text ns="reports" k="arrived" values={{ number }} />}>
        <Text as="p" ns="reports" k="arrived_text" values={{ when: formatMoment(dueAt, tongue) }} />
      </Notice>
      {blocked && (
        <Notice tone={blocked === 'done' ? 'info' : 'danger'}>
          <Text
            as="p"
            ns="reports"
            k={blocked === 'done' ? 'blocked' : 'block_failed'}
            values={{ username }}
          />
        </Notice>
      )}
      <p>
        <Link to={paths.report(number)} onClick={onLeave}>
          <Text ns="reports" k="to_case" />
        </Link>
      </p>
      <Text as="p" className="soft small" ns="reports" k="danger" />
    </div>
  )
}
