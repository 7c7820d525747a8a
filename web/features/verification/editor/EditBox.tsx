import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useText } from '#web/text/Text.tsx'
import { byArrow } from './boxKeys.ts'
import { toPercent, type Box, type Size } from './boxes.ts'
import type { EditTarget } from './edit.ts'
import styles from './PictureEditor.module.css'
import { useBoxName } from './useBoxName.ts'

type Props = {
  target: EditTarget
  box: Box
  size: Size
  isSelected: boolean
  /** The id of the sentence that says which keys do what. */
  help: string
  onSelect: () => void
  onChange: (box: Box) => void
  onRemove: () => void
}

/** From here on, in percent, the picture's edge would cut the grip off. */
const EDGE = 94

/** A box that can be taken hold of: with a pointer by the picture around it, or with the arrow keys. */
export function EditBox({
  target,
  box,
  size,
  isSelected,
  help,
  onSelect,
  onChange,
  onRemove,
}: Props) {
  const { t } = useText('verify')
  const name = useBoxName(target, box, size)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) button.current?.focus()
  }, [isSelected])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = byArrow(event, box, size)
    if (next) onChange(next)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }
  const { x, y, width, height } = toPercent(box, size)
  return (
    <button
      ref={button}
      type="button"
      className={styles.box}
      data-target={target}
      data-selected={isSelected || undefined}
      data-at-right={x + width > EDGE || undefined}
      data-at-foot={y + height > EDGE || undefined}
      aria-label={name}
      aria-roledescription={t('box_role')}
      aria-describedby={help}
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
      onFocus={onSelect}
      onKeyDown={onKeyDown}
    >
      <span data-grip className={styles.grip} />
    </button>
  )
}
