import { Suspense, useRef, useState } from 'react'
import type { Room } from '#contract/rooms/rooms.ts'
import { withWords } from '#web/text/i18n.ts'
import { useText } from '#web/text/useText.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'

const window = lazyPart(async () => {
  const part = await withWords(['about'], import('./RoomMenuDialog.tsx'))
  return part.RoomMenuDialog
})

type Props = { room: Room; onLeft: () => void }

/** What one can do about a room one is in, behind one small button. */
export function RoomMenu({ room, onLeft }: Props) {
  const { t } = useText('room')
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <MoreButton
        ref={opener}
        label={t('room_menu')}
        isOpen={isOpen === true}
        onPointerEnter={() => void window.preload()}
        onClick={() => setOpen(true)}
      />
      {isOpen !== null && (
        <Suspense fallback={null}>
          <window.Part
            room={room}
            isOpen={isOpen}
            onOpenChange={setOpen}
            onLeft={onLeft}
            returnTo={() => opener.current}
          />
        </Suspense>
      )}
    </>
  )
}
