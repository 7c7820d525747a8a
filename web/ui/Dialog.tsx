import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Dialog.module.css'

type Props = {
  /** What opens it, when it is not controlled, and the words on it. */
  trigger?: ReactElement
  triggerWords?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  /** The sentence a screen reader hears with the title. */
  description?: ReactNode
  closeLabel: string
  /** Buttons, the safe one first; wrap one in `<DialogClose>` to close with it. */
  actions?: ReactNode
  children?: ReactNode
}

export function Dialog({
  trigger,
  triggerWords,
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  actions,
  children,
}: Props) {
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      {trigger && <Base.Trigger render={trigger}>{triggerWords}</Base.Trigger>}
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.popup}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && (
              <Base.Description className={styles.description}>{description}</Base.Description>
            )}
            {children}
            {actions && <div className={styles.actions}>{actions}</div>}
            <Base.Close className={styles.close} aria-label={closeLabel}>
              <Icon name="close" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Closes the dialog around it: `<DialogClose render={<Button look="quiet" />}>…</DialogClose>`. */
export const DialogClose = Base.Close
