import { useEffect, useRef } from 'react'
import { foldRail } from '#web/platform/shell/railForm.ts'
import { useText } from '#web/text/useText.ts'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './RailFoot.module.css'

/** The folded and the open rail each have a button; the one that appears takes the focus of the one that was pressed. */
let wasPressed = false

/** Folds the rail to its icons, or unfolds it to its words. */
export function FoldRail({ isFolded }: { isFolded: boolean }) {
  const { t, langAttribute } = useText('shell')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasPressed) button.current?.focus()
    wasPressed = false
  }, [])
  const k = isFolded ? 'nav_unfold' : 'nav_fold'
  return (
    <button
      ref={button}
      type="button"
      className={styles.fold}
      data-folded={isFolded || undefined}
      aria-label={t(k)}
      title={t(k)}
      lang={langAttribute(k)}
      onClick={() => {
        wasPressed = true
        foldRail(!isFolded)
      }}
    >
      <MemberIcon name="fold" size={18} />
    </button>
  )
}
