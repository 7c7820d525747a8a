import { useState } from 'react'
import { endMemberSessions } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'

type Props = { member: { id: string; username: string } }

/** Logs a member out everywhere, for instance when somebody else is in their account; asks first. */
export function EndSessions({ member: { id: userId, username } }: Props) {
  const { run, isPending, failure, forget, proof } = useAct()
  const [isOpen, setOpen] = useState(false)

  const change = (next: boolean) => {
    forget()
    setOpen(next)
  }
  const end = () =>
    run(async () => {
      const { ended } = await call(endMemberSessions, { params: { userId } })
      setOpen(false)
      const values = { username, count: ended }
      addToast({
        title: <Text ns="rights" k={ended ? 'sessions_ended' : 'sessions_none'} values={values} />,
        tone: 'success',
      })
    })
  return (
    <div className="row-2">
      <Dialog
        open={isOpen}
        onOpenChange={change}
        isBusy={isPending}
        trigger={<Button look="quiet" />}
        triggerWords={<Text ns="rights" k="sessions_end" />}
        title={<Text ns="rights" k="sessions_title" values={{ username }} />}
        description={<Text ns="rights" k="sessions_text" />}
        actions={
          <>
            <DialogCancel />
            <Button look="danger" pending={isPending} onClick={() => void end()}>
              <Text ns="rights" k="sessions_confirm" />
            </Button>
          </>
        }
      >
        <ErrorNotice failure={failure} />
        {proof}
      </Dialog>
    </div>
  )
}
