import { useLeaveGuard } from '#web/platform/outbox/useLeaveGuard.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'

type Props = { isUnsaved: boolean; isUploading: boolean; onLeave: () => void }

/** Asks before unsaved changes are left. */
export function LeaveDialog({ isUnsaved, isUploading, onLeave }: Props) {
  const { wish, stay, leave } = useLeaveGuard(isUnsaved || isUploading)
  return (
    <Dialog
      open={wish !== null}
      onOpenChange={(open) => {
        if (!open) stay()
      }}
      title={<Text ns="profile" k={isUnsaved ? 'leave_title' : 'leave_uploads_title'} />}
      description={<Text ns="profile" k={isUnsaved ? 'leave_text' : 'leave_uploads'} />}
      actions={
        <>
          <Button look="quiet" onClick={stay}>
            <Text ns="profile" k="leave_stay" />
          </Button>
          <Button
            look="danger"
            onClick={() => {
              onLeave()
              leave()
            }}
          >
            <Text ns="profile" k="leave_anyway" />
          </Button>
        </>
      }
    />
  )
}
