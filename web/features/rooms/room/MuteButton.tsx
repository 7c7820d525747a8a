import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { muteRoom, type Room } from '#contract/rooms/rooms.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'

/** Whether one wants to hear of a room: its counts and notices. */
export function MuteButton({ room }: { room: Room }) {
  const client = useQueryClient()
  const [isMuted, setMuted] = useState(room.isMuted)
  const { mutate, isPending } = useMutation<unknown, CallError, boolean>({
    mutationFn: (wish) => call(muteRoom, { params: { slug: room.slug }, body: { isMuted: wish } }),
    onSuccess: (_, wish) => {
      setMuted(wish)
      void client.invalidateQueries()
    },
    onError: (failure, wish) =>
      showToast({
        title: wish ? 'mute_failed' : 'unmute_failed',
        description: <ErrorText failure={failure} />,
      }),
  })
  return (
    <Button
      look="plain"
      wide
      aria-pressed={isMuted}
      pending={isPending}
      icon={<MemberIcon name={isMuted ? 'muted' : 'bell'} />}
      onClick={() => mutate(!isMuted)}
    >
      <Text ns="room" k="mute" />
    </Button>
  )
}
