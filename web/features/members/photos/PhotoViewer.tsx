// A member's photos one at a time, large, by arrow keys, Home and End too; the one shown can be reported.
import { useEffect, useEffectEvent, useState } from 'react'
import { photoPath } from '#web/platform/api/photoPath.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { PictureIcon } from '#web/ui/icons/PictureIcon.tsx'
import styles from './PhotoViewer.module.css'

type Props = {
  member: { id: string; username: string; photos: readonly string[] }
  /** Which photo is looked at, if any. */
  viewed: number | null
  onView: (index: number | null) => void
  onReport?: ((photoId: string) => void) | undefined
}

export function PhotoViewer({ member, viewed, onView, onReport }: Props) {
  const { t } = useText('profile')
  const { id, username, photos } = member
  // stays while the window takes its leave
  const [last, setLast] = useState(0)
  if (viewed !== null && viewed !== last) setLast(viewed)
  const count = photos.length
  const at = Math.min(last, Math.max(0, count - 1))

  const go = (to: number) => {
    if (to >= 0 && to < count) onView(to)
  }
  const pressed = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(at - 1)
    if (key === 'ArrowRight') go(at + 1)
    if (key === 'Home') go(0)
    if (key === 'End') go(count - 1)
  })
  const isOpen = viewed !== null
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => pressed(event)
    // the dialog keeps arrow keys to itself
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isOpen])

  const photoId = photos[at]
  const number = at + 1
  return (
    <Dialog
      size="wide"
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onView(null)
      }}
      title={<span lang="">{username}</span>}
      description={
        <Text as="span" role="status" ns="profile" k="photo_number" values={{ number, count }} />
      }
      actions={
        onReport &&
        photoId && (
          <Button
            look="quiet"
            size="s"
            onClick={() => {
              onView(null)
              onReport(photoId)
            }}
          >
            <Text ns="profile" k="photo_report" />
          </Button>
        )
      }
    >
      <div className={styles.stage}>
        {photoId && (
          <Photo key={photoId} memberId={id} photoId={photoId} number={number} {...{ username }} />
        )}
        {count > 1 && (
          <>
            <Way icon="left" label={t('photo_before')} isOff={at === 0} onUse={() => go(at - 1)} />
            <Way
              icon="right"
              label={t('photo_after')}
              isOff={number === count}
              onUse={() => go(at + 1)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

type PhotoProps = { memberId: string; photoId: string; number: number; username: string }

function Photo({ memberId, photoId, number, username }: PhotoProps) {
  const { t } = useText('profile')
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <Text as="p" className={styles.missing} ns="profile" k="photo_missing" />
  return (
    <img
      src={photoPath(memberId, photoId, '1280')}
      alt={t('photo_of', { number, username })}
      className={styles.photo}
      onError={() => setMissing(true)}
    />
  )
}

type WayProps = { icon: 'left' | 'right'; label: string; isOff: boolean; onUse: () => void }

function Way({ icon, label, isOff, onUse }: WayProps) {
  return (
    <button
      type="button"
      className={styles.way}
      data-side={icon}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onUse}
    >
      <PictureIcon name={icon} size={26} />
    </button>
  )
}
