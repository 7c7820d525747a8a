import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { useUnmute } from './usePutAway.ts'
import { useFailureToast } from './useFailureToast.tsx'

type Props = {
  member: { id: string; username: string }
  /** Muting says first what it does. */
  onMute: () => void
  onUnmuted: () => void
}

/** In a menu about somebody: to mute them, or to hear them again. */
export function MuteAct({ member: { id, username }, onMute, onUnmuted }: Props) {
  const { muted } = useMember()
  const unmute = useUnmute()
  const withToast = useFailureToast()
  const endMute = async () => {
    const failed = <Text ns="safety" k="unmute_failed" values={{ username }} />
    if (!(await withToast(unmute.mutateAsync(id), failed))) return
    onUnmuted()
    addToast({
      title: <Text ns="safety" k="unmuted" values={{ username }} />,
      tone: 'success',
    })
  }
  return (
    <li>
      {muted.includes(id) ? (
        <Button look="plain" wide pending={unmute.isPending} onClick={() => void endMute()}>
          <Text ns="safety" k="unmute_named" values={{ username }} />
        </Button>
      ) : (
        <Button look="plain" wide onClick={onMute}>
          <Text ns="safety" k="mute" values={{ username }} />
        </Button>
      )}
      <ErrorNotice failure={unmute.error} />
    </li>
  )
}
