// One of a member's own photos, with the buttons that move it or take it away.
import type { Ref } from 'react'
import { photoPath } from '#web/platform/api/photoPath.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { PictureIcon, type PictureIconName } from '#web/ui/icons/PictureIcon.tsx'
import styles from './photos.module.css'

type Props = {
  memberId: string
  photoId: string
  index: number
  count: number
  isDragged: boolean
  isLeaving: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function PhotoTile({ memberId, photoId, index, count, ...props }: Props) {
  const { t } = useText('profile')
  const number = index + 1
  return (
    <li
      className={`stack-1 ${styles.tile}`}
      data-photo={photoId}
      data-dragged={props.isDragged || undefined}
      aria-busy={props.isLeaving || undefined}
    >
      <div className={styles.frame}>
        <img
          src={photoPath(memberId, photoId, '320')}
          alt={t('photo_number', { number, count })}
          width={320}
          height={320}
          decoding="async"
          draggable={false}
        />
        {index === 0 && (
          <span className={styles.first}>
            <Badge tone="accent">
              <Text ns="profile" k="portrait" />
            </Badge>
          </span>
        )}
      </div>
      <div className={styles.tools}>
        <Tool
          icon="left"
          label={t('photo_left', { number })}
          isOff={index === 0}
          onUse={() => props.onMove(-1)}
        />
        <Tool
          icon="right"
          label={t('photo_right', { number })}
          isOff={number === count}
          onUse={() => props.onMove(1)}
        />
        <Tool
          icon="bin"
          label={t('photo_remove', { number })}
          isOff={props.isLeaving}
          onUse={props.onRemove}
        />
      </div>
    </li>
  )
}

type ToolProps = {
  ref?: Ref<HTMLButtonElement>
  icon: PictureIconName | 'close'
  label: string
  isOff: boolean
  onUse: () => void
}

/** Stays focusable when it has nothing to do, or the focus would be lost on the way to either end. */
export function Tool({ ref, icon, label, isOff, onUse }: ToolProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={`icon-button ${styles.tool}`}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-tool={icon}
      onClick={() => {
        if (!isOff) onUse()
      }}
    >
      {icon === 'close' ? <Icon name={icon} /> : <PictureIcon name={icon} />}
    </button>
  )
}
