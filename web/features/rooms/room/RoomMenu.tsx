import { Suspense, useRef, useState } from 'react'
import type { Room } from '#contract/rooms/rooms.ts'
import { needWords } from '#web/text/i18n.ts'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'

const window = lazyPart(async () => {
  const [{ RoomMenuDialog }] = await Promise.all([
    import('./RoomMenuDialog.tsx'),
    needWords(['about']),
  ])
  return RoomMenuDialog
})

type Props = { room: Room; onLeft: () => void }

/** What one can do about a room one is in, behind one small button. */
export function RoomMenu({ room, onLeft }: Props) {
  const { t } = useText('room')
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        ref={opener}
        look="plain"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-label={t('room_menu')}
        icon={<MemberIcon name="more" />}
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
