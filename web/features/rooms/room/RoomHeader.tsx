import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Room } from '#contract/rooms/rooms.ts'
import { AccessBadge } from '#web/features/rooms/AccessBadge.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { withWords } from '#web/text/i18n.ts'
import { useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import styles from './RoomHeader.module.css'

type Props = { room: Room; status: ReactNode; onLeft: () => void }

/** Stays in sight, however far one reads: where one is, who else is, and what one can do about it. */
export function RoomHeader({ room, status, onLeft }: Props) {
  return (
    <header className={`line-3 ${styles.bar}`}>
      <span className={styles.icon}>
        <RoomIcon name={room.icon} />
      </span>
      <h1 lang="de">{room.name}</h1>
      <span className={`line-3 ${styles.about}`}>
        <AccessBadge level={room.accessLevel} />
        <span className="truncate soft small shrinks" lang="de" title={room.description}>
          {room.description}
        </span>
      </span>
      <div className={`line-2 ${styles.status}`}>
        {status}
        <RoomMenu room={room} onLeft={onLeft} />
      </div>
    </header>
  )
}

/** As high as the head of a room, and its question of the day. */
export const RoomHeadSkeleton = () => (
  <>
    <div className={`line-3 ${styles.bar}`}>
      <Skeleton parts={['title']} className={styles.ghost} />
    </div>
    <Skeleton parts={['brief', 'line']} className={styles.ghostCard} />
  </>
)

const window = lazyPart(async () => {
  const part = await withWords(['about'], import('./RoomMenuDialog.tsx'))
  return part.RoomMenuDialog
})

type RoomMenuProps = { room: Room; onLeft: () => void }

/** What one can do about a room one is in, behind one small button. */
function RoomMenu({ room, onLeft }: RoomMenuProps) {
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
