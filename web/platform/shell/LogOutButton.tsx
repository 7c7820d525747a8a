import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '#contract/accounts/session.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { call, type CallError } from '#web/platform/api/call.ts'
import { hasUnsent, wipeWords } from '#web/platform/session/drafts.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { leave, useSession } from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'

/** The longest wait for the answer when logging out. */
const PATIENCE_MS = 4_000

/** Ends the session on this device and leads to the landing page; asks first when words would be lost. */
export function LogOutButton({ look = 'quiet', ...props }: ComponentProps<typeof Button>) {
  const [asking, setAsking] = useState(false)
  const { session } = useSession()
  const leave = useLeaving(session?.userId)

  const begin = () => {
    if (session && hasUnsent(session.userId)) setAsking(true)
    else leave.mutate()
  }

  return (
    <>
      <Button {...props} look={look} pending={leave.isPending} onClick={begin}>
        <Text ns="session" k="log_out" />
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={<Text ns="session" k="log_out_unsent_title" />}
        description={<Text ns="session" k="log_out_unsent" />}
        actions={
          <>
            <DialogCancel words={<Text ns="session" k="log_out_stay" />} />
            <Button look="danger" pending={leave.isPending} onClick={() => leave.mutate()}>
              <Text ns="session" k="log_out_anyway" />
            </Button>
          </>
        }
      />
    </>
  )
}

function useLeaving(userId: string | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation<unknown, CallError>({
    mutationFn: () =>
      leave(client, () => call(logOut, {}, { longestMs: PATIENCE_MS, isForAnybody: true })),
    // once more is as good as once
    retry: 1,
    retryDelay: 0,
    onSuccess: () => {
      // after the announcement, so that no tab still open writes a draft again
      if (userId) wipeWords(userId)
      return navigate(paths.landing)
    },
    onError: (error) =>
      showToast({ title: 'logout_failed', description: <ErrorText failure={error} /> }),
  })
}
