import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useId, type ReactElement, type ReactNode } from 'react'
import styles from './Tooltip.module.css'

type Props = { words: ReactNode; children: ReactElement<{ 'aria-describedby'?: string }> }

/**
 * Says why, on hover and on focus, and always to a screen reader. A button that does nothing yet
 * stays focusable with `aria-disabled` instead of `disabled`, or nobody could reach the words.
 */
export function Tooltip({ words, children }: Props) {
  const id = useId()
  return (
    <Base.Root>
      <Base.Trigger render={children} aria-describedby={id} />
      <span id={id} hidden>
        {words}
      </span>
      <Base.Portal>
        <Base.Positioner sideOffset={8}>
          <Base.Popup className={styles.popup}>{words}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Around the app: once one tooltip has opened, its neighbours open at once. */
export const TooltipDelay = Base.Provider
