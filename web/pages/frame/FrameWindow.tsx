import type { RefObject } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { Jump } from './Jump.tsx'
import { KeysList } from './KeysList.tsx'
import type { OwnRooms } from './useOwnRooms.ts'

type Props = {
  about: 'jump' | 'keys'
  isOpen: boolean
  rooms: OwnRooms
  /** What was typed before it was here. */
  typed: RefObject<string>
  onClose: () => void
}

/** What opens over any screen by a press. */
export function FrameWindow({ about, isOpen, rooms, typed, onClose }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || onClose()}
      title={<Text ns="navigation" k={about === 'jump' ? 'jump_title' : 'keys'} />}
    >
      {about === 'jump' ? <Jump rooms={rooms} typed={typed} onGone={onClose} /> : <KeysList />}
    </Dialog>
  )
}
